package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.server.policy.Party;
import dev.parley.server.policy.Policy;
import dev.parley.server.view.Export;
import dev.parley.session.Asks;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Search;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The calls that every door offers: start, send, read, list, show, close and ask. Each takes who
 * asks and what for, and may be made by any number of threads at once. Interrupting a thread ends
 * its wait with a {@link dev.parley.session.WaitCancelledException} and never the program.
 */
public final class SessionCalls {
  private static final Duration SEEN_WITHIN = Duration.ofSeconds(1);

  private static final String STILL_ASKED =
      "Nobody has answered yet; the question stays open. Ask again to wait on.";

  private final Sessions sessions;
  private final boolean peopleNear;
  private final Optional<CallAudit> audit;
  private final Supplier<Optional<String>> console;
  private final Supplier<Policy> policy;
  private final Party party;
  private final Supplier<Optional<OtherNodes>> nodes;
  private final String prefix;
  private final Function<SessionId, Optional<String>> afterClosing;

  private SessionCalls(
      Sessions sessions,
      boolean peopleNear,
      Optional<CallAudit> audit,
      Supplier<Optional<String>> console,
      Supplier<Policy> policy,
      Party party,
      Supplier<Optional<OtherNodes>> nodes,
      String prefix,
      Function<SessionId, Optional<String>> afterClosing) {
    this.sessions = sessions;
    this.peopleNear = peopleNear;
    this.audit = audit;
    this.console = console;
    this.policy = policy;
    this.party = party;
    this.nodes = nodes;
    this.prefix = prefix;
    this.afterClosing = afterClosing;
  }

  /** Over sessions of this process, which no person can get at. */
  public static SessionCalls alone(Sessions sessions) {
    return new SessionCalls(
        sessions,
        false,
        Optional.empty(),
        Optional::empty,
        () -> Policy.OPEN,
        Party.PEOPLE,
        Optional::empty,
        "",
        _ -> Optional.empty());
  }

  /** Over sessions of a daemon, where people can take over and enter secrets. */
  public static SessionCalls ofDaemon(Sessions sessions, CallAudit audit) {
    return new SessionCalls(
        sessions,
        true,
        Optional.of(audit),
        Optional::empty,
        () -> Policy.OPEN,
        Party.PEOPLE,
        Optional::empty,
        "",
        _ -> Optional.empty());
  }

  /** The same, where the web console may be at an address. */
  public SessionCalls withConsole(Supplier<Optional<String>> address) {
    return new SessionCalls(
        sessions, peopleNear, audit, address, policy, party, nodes, prefix, afterClosing);
  }

  /** The same, where a policy says in which sandboxes programs are started. */
  public SessionCalls under(Supplier<Policy> rules) {
    return new SessionCalls(
        sessions, peopleNear, audit, console, rules, party, nodes, prefix, afterClosing);
  }

  /** The same for another party than people. */
  public SessionCalls by(Party other) {
    return new SessionCalls(
        sessions, peopleNear, audit, console, policy, other, nodes, prefix, afterClosing);
  }

  /** The same where other nodes may be reached; empty while this one is in no fleet. */
  public SessionCalls among(Supplier<Optional<OtherNodes>> others) {
    return new SessionCalls(
        sessions, peopleNear, audit, console, policy, party, others, prefix, afterClosing);
  }

  /** The same for callers who put this before the name of a session: they are on another node. */
  public SessionCalls namedWith(String before) {
    return new SessionCalls(
        sessions, peopleNear, audit, console, policy, party, nodes, before, afterClosing);
  }

  /**
   * Where a session is. The calls below decide by this alone what is done here and what on another
   * node.
   *
   * @return without a node for a session of this process
   * @throws Refusal when it is named as one of a node and this daemon is in no fleet
   */
  private Reference at(String session) {
    var named = Reference.parse(session);
    return named.node().filter(node -> node.equals(fleet().self())).isPresent()
        ? new Reference(Optional.empty(), named.session())
        : named;
  }

  private OtherNodes fleet() {
    return nodes
        .get()
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.NOT_FOUND,
                    "This daemon has joined no fleet, so there are no other nodes",
                    "Join one with 'parley join URL'"));
  }

  /** The same, where something is done after a session was closed, with a word about it. */
  public SessionCalls afterClosing(Function<SessionId, Optional<String>> then) {
    return new SessionCalls(
        sessions, peopleNear, audit, console, policy, party, nodes, prefix, then);
  }

  /**
   * A launch as the policy lets this party have it.
   *
   * @throws Refusal when it does not
   */
  public Launch allowed(Launch launch) {
    return policy.get().applied(party, launch);
  }

  // --- start ----------------------------------------------------------------------------------

  public TurnReply start(Asking asking, StartCall call) {
    if (call.place() instanceof Place.Here) {
      return startHere(asking, call);
    }
    policy.get().checkElsewhere(party);
    return fleet().start(asking, party, call, launched -> startHere(asking, launched));
  }

  private TurnReply startHere(Asking asking, StartCall call) {
    var began = System.nanoTime();
    var waiting = call.waiting().within(asking.longest());
    var session =
        sessions.start(allowed(call.launch()), Credentials.NONE.within(waiting.opening()));
    audit.ifPresent(log -> log.started(asking, session.id()));
    var rest = waiting.rest(Duration.ofNanos(System.nanoTime() - began));
    var turn =
        Progress.during(asking, List.of(session), () -> session.await(rest, waiting.view(), 0));
    return namingMissing(reply(asking, session, call.waiting(), turn), 0);
  }

  /** A reply that says what was printed behind an offset and is gone. */
  private static TurnReply namingMissing(TurnReply reply, long from) {
    var start = reply.turn().excerpt().from();
    return start > from
        ? reply.hinting(
            "The %d bytes before offset %d are no longer kept.".formatted(start - from, start))
        : reply;
  }

  // --- send -----------------------------------------------------------------------------------

  public TurnReply send(Asking asking, SendCall call) {
    var at = at(call.session());
    if (at.node().isPresent()) {
      return fleet().send(asking, at.node().get(), call.to(at.session()));
    }
    var began = System.nanoTime();
    var session = sessions.get(at.session());
    var input = input(session, call.typed());
    var waiting = call.waiting().within(asking.longest());
    var turn =
        Progress.during(
            asking,
            List.of(session),
            () ->
                InTurn.typing(
                    session,
                    input,
                    waiting,
                    rest -> session.send(input, rest, waiting.view(), call.guard())));
    audit.ifPresent(
        log -> {
          log.turns().took(System.nanoTime() - began);
          log.sent(asking, call.typed(), session.id());
        });
    return reply(asking, session, call.waiting(), turn);
  }

  private static Input input(Session session, SendCall.Typed typed) {
    return switch (typed) {
      case SendCall.Given(var input) -> input;
      case SendCall.KeptSecret(var name) -> session.secrets().kept(name);
    };
  }

  private static TurnReply reply(Asking asking, Session session, Waiting asked, Turn turn) {
    asking.reader().ifPresent(reader -> reader.readTo(session, turn.excerpt().to()));
    var reply = TurnReply.of(turn, asked.view().kind(), session.pid());
    return turn.why() == Why.TIMEOUT && asked.shortenedBy(asking.longest())
        ? reply.hinting(
            "Waited %d s, the longest a call may; read again to wait on."
                .formatted(asking.longest().toSeconds()))
        : reply;
  }

  // --- read -----------------------------------------------------------------------------------

  public TurnReply read(Asking asking, ReadCall call) {
    var spread = new LinkedHashMap<Optional<String>, List<String>>();
    for (var session : call.sessions()) {
      var at = at(session);
      spread.computeIfAbsent(at.node(), _ -> new ArrayList<>()).add(at.session());
    }
    return SpreadRead.of(
        asking,
        spread,
        (part, node, there) ->
            node.isPresent()
                ? fleet().read(part, node.get(), call.of(there))
                : readHere(part, call.of(there)));
  }

  private TurnReply readHere(Asking asking, ReadCall call) {
    var waiting = call.waiting().within(asking.longest());
    var from = new LinkedHashMap<SessionId, Long>();
    var read = call.sessions().stream().map(sessions::get).distinct().toList();
    read.forEach(session -> from.put(session.id(), from(asking, call, session)));
    if (call.to().isPresent()) {
      return range(call, read.getFirst(), from.getOrDefault(read.getFirst().id(), 0L));
    }
    var turn =
        Progress.during(
            asking,
            read,
            () ->
                sessions.awaitAny(
                    read,
                    waiting.expectation(),
                    waiting.view(),
                    session -> from.getOrDefault(session.id(), 0L)));
    var reply =
        namingMissing(
            reply(asking, sessions.get(turn.session().value()), call.waiting(), turn),
            from.getOrDefault(turn.session(), 0L));
    if (call.filter().isPresent()) {
      reply = reply.showing(matching(turn, call.filter().get(), waiting.view()));
    }
    if (call.explain()) {
      reply = reply.explained(sessions.get(turn.session().value()).explain());
    }
    return reply.beside(
        read.stream()
            .filter(other -> !other.id().equals(turn.session()))
            .map(TurnReply.Other::of)
            .toList());
  }

  /** A stretch of what was printed; there is nothing to wait for, and the reader stays put. */
  private TurnReply range(ReadCall call, Session session, long from) {
    var view = call.waiting().view();
    var nothing = new View(View.Kind.NONE, 1);
    var turn = sessions.awaitAny(List.of(session), Expectation.none(), nothing, _ -> from);
    var start = Math.max(from, session.firstOffset());
    var excerpt = session.read(start, Math.max(start, call.to().getAsLong()), view);
    return namingMissing(TurnReply.of(turn.showing(excerpt), view.kind(), session.pid()), from);
  }

  private static long from(Asking asking, ReadCall call, Session session) {
    if (call.from().isEmpty()) {
      return asking.reader().map(reader -> reader.position(session)).orElse(0L);
    }
    var from = call.from().getAsLong();
    return from >= 0 ? from : session.lastLines((int) Math.min(-from, Integer.MAX_VALUE));
  }

  /** The lines that match, out of all that was printed and not just of what the budget shows. */
  private String matching(Turn turn, Search filter, View view) {
    var session = sessions.get(turn.session().value());
    var excerpt = turn.excerpt();
    var lines =
        filter.lines(() -> session.read(excerpt.from(), excerpt.to(), View.everything()).text());
    var budget = view.maxTokens() * 4L;
    var kept = new ArrayList<String>();
    var length = 0L;
    for (var line : lines) {
      length += line.length() + 1;
      if (length > budget) {
        kept.add("[… %d more lines match …]".formatted(lines.size() - kept.size()));
        break;
      }
      kept.add(line);
    }
    return kept.isEmpty() ? "" : String.join("\n", kept) + "\n";
  }

  // --- list -----------------------------------------------------------------------------------

  /** Sessions, oldest first, those of this node before those of others. */
  public SessionList list(Asking asking, ListCall call) {
    var here =
        sessions.list().parallelStream()
            .map(SessionEntry::of)
            .filter(entry -> call.exitedToo() || !(entry.state() instanceof SessionState.Exited))
            .toList();
    if (!call.fleet()) {
      return SessionList.of(here);
    }
    var fleet = fleet();
    return SessionList.of(here.stream().map(entry -> entry.on(fleet.self())).toList())
        .and(fleet.list(asking, call));
  }

  /**
   * One session as a list shows it.
   *
   * @param session an id, the beginning of one, or a name
   */
  public SessionEntry find(Asking asking, String session) {
    var at = at(session);
    return at.node().isPresent()
        ? fleet().find(asking, at.node().get(), at.session())
        : SessionEntry.of(sessions.get(at.session()));
  }

  // --- watching and typing --------------------------------------------------------------------

  /** A session to watch, and for people to type at by hand. */
  public LiveSession live(Asking asking, String session, Optional<PeopleTyping> people) {
    var at = at(session);
    return at.node().isPresent()
        ? fleet().live(asking, at.node().get(), at.session())
        : new OwnLive(sessions.get(at.session()), people);
  }

  /** The keyboard of a session for a single act, which keeps what it takes. */
  public AtKeyboard keyboard(Caller caller, String session, PeopleTyping people) {
    var at = at(session);
    return at.node().isPresent()
        ? fleet().keyboard(caller, at.node().get(), at.session())
        : people.once(sessions.get(at.session()), caller);
  }

  /** The other nodes; empty while this one is in no fleet. */
  public Optional<OtherNodes> others() {
    return nodes.get();
  }

  // --- show -----------------------------------------------------------------------------------

  /** Makes a picture or a file of a session. */
  public Export.Made show(Asking asking, ShowCall call) {
    var at = at(call.session());
    if (at.node().isPresent()) {
      return fleet()
          .show(asking, at.node().get(), new ShowCall(at.session(), call.what(), call.format()));
    }
    var session = sessions.get(at.session());
    return switch (call.what()) {
      case SCREEN -> Export.screenshot(session, call.format());
      case HISTORY -> Export.history(session, call.format());
    };
  }

  // --- close ----------------------------------------------------------------------------------

  public CloseReply close(Asking asking, CloseCall call) {
    var at = at(call.session());
    if (at.node().isPresent()) {
      return fleet().close(asking, at.node().get(), call.of(at.session()));
    }
    var session = sessions.get(at.session());
    var ended = session.end(call.grace(), asking.who().orElse(call.by()));
    seeItEnd(session);
    audit.ifPresent(log -> log.closed(asking, session.id()));
    return new CloseReply(
        session.id(),
        ended.processes(),
        ended.killed(),
        session.state(),
        session.ending().flatMap(SessionEnding::endedBy),
        afterClosing.apply(session.id()));
  }

  /** That the child has ended reaches its session a moment after its processes are gone. */
  private static void seeItEnd(Session session) {
    var deadline = System.nanoTime() + SEEN_WITHIN.toNanos();
    try (var watch = session.watch(session.lastOffset())) {
      while (!watch.over() && System.nanoTime() < deadline) {
        watch.next(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }

  // --- ask ------------------------------------------------------------------------------------

  public AskReply ask(Asking asking, AskCall call) {
    var at = at(call.session());
    if (at.node().isPresent()) {
      return fleet().ask(asking, at.node().get(), call.of(at.session()));
    }
    var session = sessions.get(at.session());
    checkPeopleAreNear(session);
    var from = session.lastOffset();
    var request = whatToTell(session, call.kind());
    var outcome =
        Progress.during(
            asking,
            request,
            () -> session.asks().put(call.kind(), call.message(), asking.atMost(call.timeout())));
    var waiting = new Waiting(afterwards(outcome), View.text());
    var reply =
        reply(asking, session, waiting, session.await(waiting.expectation(), View.text(), from));
    audit.ifPresent(log -> log.asked(asking, call, session.id()));
    return new AskReply(
        outcome,
        outcome == Asks.Outcome.TIMED_OUT ? reply.hinting(STILL_ASKED + " " + request) : reply);
  }

  /** What an agent can say to its user, who may not be looking at any terminal of ours. */
  private String whatToTell(Session session, Asks.Kind kind) {
    var name = prefix + session.name().orElse(session.id().value());
    var command =
        switch (kind) {
          case SECRET -> "parley secret " + name;
          case TAKEOVER -> "parley attach " + name;
        };
    return "Tell your user: run `%s` in a terminal%s."
        .formatted(command, console.get().map(url -> ", or open " + url).orElse(""));
  }

  /**
   * What a person has done shows in how the program goes on; while nobody has, there is no need.
   */
  private static Expectation afterwards(Asks.Outcome outcome) {
    return outcome == Asks.Outcome.DONE ? Expectation.turn() : Expectation.none();
  }

  /** Refuses what only a person can do where none can get at the session. */
  private void checkPeopleAreNear(Session session) {
    if (!peopleNear) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "No person can reach session %s: these sessions live inside this server"
              .formatted(session.id()),
          "Tell the person what is needed; never ask them for the secret itself. They can do this"
              + " step in a terminal of their own, or set up a key or agent that needs no"
              + " password");
    }
  }
}
