package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.AskCall;
import dev.parley.server.calls.AskReply;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.CloseCall;
import dev.parley.server.calls.CloseReply;
import dev.parley.server.calls.ListCall;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.Place;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.SendCall;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.SessionList;
import dev.parley.server.calls.ShowCall;
import dev.parley.server.calls.StartCall;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.json.Json;
import dev.parley.server.policy.Party;
import dev.parley.server.view.Export;
import dev.parley.server.wire.CallReader;
import dev.parley.server.wire.NamedCall;
import dev.parley.session.Asker;
import dev.parley.session.Asks;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls on sessions of other nodes: made into messages, and their answers into replies. */
final class FleetNodes implements OtherNodes {
  static final String START = "session_start";
  static final String SEND = "session_send";
  static final String READ = "session_read";
  static final String CLOSE = "session_close";
  static final String ASK = "session_ask";
  static final String LIST = "list";
  static final String FIND = "find";
  static final String SHOW = "show";
  static final String CONTROL = "control";
  static final String WATCH = "watch";
  static final String WATCH_LIST = "watch_list";
  static final String LOOK = "look";
  static final String BYTES = "bytes";
  static final String ACT = "act";

  private static final Duration QUICK = Duration.ofSeconds(5);
  private static final Duration SLOW = Duration.ofSeconds(60);

  /** A client follows few sessions at a time. */
  private static final int MOST_POSITIONS = 64;

  private final String self;
  private final FarCalls calls;
  private final NodeTable nodes;
  private final FarWatching watching;
  private final FarLists lists;
  private final Map<String, List<SessionEntry>> lastKnown = new ConcurrentHashMap<>();

  FleetNodes(String self, FarCalls calls, NodeTable nodes) {
    this.self = self;
    this.calls = calls;
    this.nodes = nodes;
    this.watching = new FarWatching(calls, nodes);
    this.lists = new FarLists(self, calls, nodes);
  }

  @Override
  public String self() {
    return self;
  }

  // --- start ----------------------------------------------------------------------------------

  @Override
  public TurnReply start(Asking asking, Party party, StartCall call, Here here) {
    var key = UUID.randomUUID().toString();
    return switch (call.place()) {
      case Place.Here _ -> here.start(call);
      case Place.Node(var node) when node.equals(self) -> here.start(local(call));
      case Place.Node(var node) -> start(asking, party, node, call, key);
      case Place.AnyNode(var labels) -> place(asking, party, labels, call, here, key);
    };
  }

  /** What was asked for as if elsewhere, on this node: it is read again as this node's own. */
  private static StartCall local(StartCall call) {
    var fields = NamedCall.START.checked(CallFields.of(call));
    return CallReader.start(fields);
  }

  private TurnReply place(
      Asking asking,
      Party party,
      Map<String, String> labels,
      StartCall call,
      Here here,
      String key) {
    var placement = Placement.among(nodes.everyone(), labels, ThreadLocalRandom.current());
    for (var node = placement.next(); node.isPresent(); node = placement.next()) {
      try {
        return node.get().equals(self)
            ? here.start(local(call))
            : start(asking, party, node.get(), call, key);
      } catch (Refusal refused) {
        // Nothing was started there; any other reason would be the same elsewhere, or is not known.
        if (refused.code() != Refusal.Code.LIMIT && refused.code() != Refusal.Code.UNREACHABLE) {
          throw refused;
        }
      }
    }
    throw Placement.full();
  }

  private TurnReply start(Asking asking, Party party, String node, StartCall call, String key) {
    var body =
        body(asking, node, START, CallFields.of(call))
            .put("party", party.toolset())
            .put("key", key);
    var longest = asking.atMost(call.waiting().expectation().timeout()).plus(SLOW);
    return turn(
        asking,
        node,
        ask(node, START, body, longest, FarCalls.Repeat.SAME_PROCESS, asking).fields());
  }

  // --- send, read, close, ask -----------------------------------------------------------------

  @Override
  public TurnReply send(Asking asking, String node, SendCall call) {
    var longest = asking.atMost(call.waiting().expectation().timeout());
    var body = body(asking, node, SEND, CallFields.of(call));
    return turn(
        asking, node, ask(node, SEND, body, longest, FarCalls.Repeat.NEVER, asking).fields());
  }

  @Override
  public TurnReply read(Asking asking, String node, ReadCall call) {
    var longest = asking.atMost(call.waiting().expectation().timeout());
    var body = body(asking, node, READ, CallFields.of(call));
    var answer = ask(node, READ, body, longest, FarCalls.Repeat.ANY_TIME, asking).fields();
    // Who reads a stretch goes on where it was.
    return call.to().isPresent()
        ? understood(node, answer, fields -> TurnFields.read(node, fields))
        : turn(asking, node, answer);
  }

  @Override
  public CloseReply close(Asking asking, String node, CloseCall call) {
    var body = body(asking, node, CLOSE, CallFields.of(call));
    // A session that has ended stays ended, so that closing it twice is no mistake.
    var answer =
        ask(node, CLOSE, body, call.grace().plus(QUICK), FarCalls.Repeat.ANY_TIME, asking).fields();
    return understood(
        node,
        answer,
        fields ->
            new CloseReply(
                TurnFields.id(node, fields),
                fields.path("processes").asInt(),
                fields.path("killed").asInt(),
                StateFields.state(fields.path("state")),
                fields.path("ended_by").asStringOpt(),
                fields.path("note").asStringOpt()));
  }

  @Override
  public AskReply ask(Asking asking, String node, AskCall call) {
    var body = body(asking, node, ASK, CallFields.of(call));
    var longest = asking.atMost(call.timeout()).plus(SLOW);
    var answer = ask(node, ASK, body, longest, FarCalls.Repeat.NEVER, asking).fields();
    var turned = turn(asking, node, answer);
    return new AskReply(
        understood(node, answer, fields -> Asks.Outcome.valueOf(fields.path("outcome").asString())),
        turned);
  }

  // --- list, find, show -----------------------------------------------------------------------

  @Override
  public SessionList list(Asking asking, ListCall call) {
    var others =
        nodes.everyone().stream().filter(node -> !node.last().node().equals(self)).toList();
    var threads = new ArrayList<Thread>();
    var lists = new ConcurrentHashMap<String, List<SessionEntry>>();
    var asker = Asker.current();
    for (var node : others) {
      if (node.isThere() && node.last().isCompatible()) {
        threads.add(
            Thread.startVirtualThread(
                () -> {
                  asker.enter();
                  var name = node.last().node();
                  list(asking, name, call).ifPresent(one -> lists.put(name, one));
                }));
      }
    }
    threads.forEach(FleetNodes::join);
    var entries = new ArrayList<SessionEntry>();
    var silent = new ArrayList<String>();
    for (var known : others) {
      var node = known.last().node();
      var list = Optional.ofNullable(lists.get(node));
      if (list.isEmpty()) {
        silent.add(node);
      }
      entries.addAll(
          list.orElseGet(
              () ->
                  lastKnown.getOrDefault(node, List.of()).stream()
                      .map(EntryFields::unreachable)
                      .toList()));
    }
    return new SessionList(entries, silent);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<List<SessionEntry>> list(Asking asking, String node, ListCall call) {
    var params = Json.object().put("include_exited", call.exitedToo());
    try {
      var answer =
          ask(
                  node,
                  LIST,
                  body(asking, node, LIST, params),
                  Duration.ZERO,
                  FarCalls.Repeat.NEVER,
                  asking)
              .fields();
      var entries = new ArrayList<SessionEntry>();
      answer
          .path("sessions")
          .forEach(
              entry -> entries.add(understood(node, entry, one -> EntryFields.read(node, one))));
      if (Asker.current().sees() == Asker.Sees.ALL) {
        lastKnown.put(node, List.copyOf(entries));
      }
      return Optional.of(entries);
    } catch (Refusal silent) {
      return Optional.empty();
    }
  }

  @Override
  public SessionEntry find(Asking asking, String node, String session) {
    var body = body(asking, node, FIND, Json.object().put("session", session));
    var answer = ask(node, FIND, body, QUICK, FarCalls.Repeat.ANY_TIME, asking).fields();
    return understood(node, answer, fields -> EntryFields.read(node, fields));
  }

  @Override
  public Export.Made show(Asking asking, String node, ShowCall call) {
    var params =
        Json.object()
            .put("session", call.session())
            .put("history", call.what() == ShowCall.What.HISTORY)
            .put("format", call.format());
    var answer =
        ask(node, SHOW, body(asking, node, SHOW, params), SLOW, FarCalls.Repeat.ANY_TIME, asking);
    var fields = answer.fields();
    return new Export.Made(
        TurnFields.id(node, fields).value(),
        fields.path("format").asString(""),
        answer.tail(),
        fields.path("text").asBoolean());
  }

  // --- watching and typing --------------------------------------------------------------------

  @Override
  public LiveSession live(Asking asking, String node, String session) {
    return watching.watch(asking, node, find(asking, node, session));
  }

  @Override
  public AtKeyboard keyboard(Caller caller, String node, String session) {
    return watching.once(caller, node, session);
  }

  @Override
  public Following follow(Asking asking, Runnable changed) {
    return lists.follow(asking, changed);
  }

  /** How many sessions of other nodes are watched. */
  int streams() {
    return watching.streams();
  }

  /** Nodes may have come or gone. */
  void look() {
    lists.look();
  }

  void close() {
    watching.close();
    lists.close();
  }

  /** What the daemon there does for people beyond the calls. */
  ObjectNode control(Caller caller, String node, String method, ObjectNode params) {
    var asking = Asking.once(Optional.of(caller));
    var named = Json.object().put("method", method);
    named.set("params", params);
    var answer =
        ask(
                node,
                CONTROL,
                body(asking, node, CONTROL, named),
                SLOW,
                method.equals("asks") ? FarCalls.Repeat.ANY_TIME : FarCalls.Repeat.NEVER,
                asking)
            .fields();
    var fields = (ObjectNode) answer;
    return fields.has("session")
        ? fields.put("session", TurnFields.id(node, fields).value())
        : fields;
  }

  // --- messages -------------------------------------------------------------------------------

  private Answer ask(
      String node,
      String what,
      ObjectNode body,
      Duration longest,
      FarCalls.Repeat repeat,
      Asking asking) {
    return calls.call(new FarCalls.Asked(node, what, body, longest, repeat, asking.listener()));
  }

  /** Who asks, how long they stay, and how far they have read. */
  static ObjectNode body(Asking asking, String node, String what, ObjectNode params) {
    var body = Json.object().put("protocol", Subjects.PROTOCOL).put("call", what);
    body.set("params", params);
    body.put("longest_ms", asking.longest().toMillis());
    body.put("progress", asking.listener().isPresent());
    // A door that knows nobody serves the user of this daemon.
    body.putObject("caller")
        .put("role", asking.caller().map(Caller::role).orElse(Role.ADMIN).wire())
        .put("who", asking.who().orElse(System.getProperty("user.name")));
    var asker = Asker.current();
    body.putObject("asker").put("owner", asker.owner()).put("sees", asker.sees().name());
    asking
        .reader()
        .ifPresent(
            reader -> {
              var fields = body.putObject("reader").put("client", reader.client());
              var positions = fields.putObject("positions");
              var known = List.copyOf(reader.among(node + "/").entrySet());
              known.stream()
                  .skip(Math.max(0, known.size() - MOST_POSITIONS))
                  .forEach(
                      one ->
                          positions.put(
                              one.getKey().value().substring(node.length() + 1), one.getValue()));
            });
    return body;
  }

  private static TurnReply turn(Asking asking, String node, JsonNode answer) {
    var reply = understood(node, answer, fields -> TurnFields.read(node, fields));
    SessionId session = reply.turn().session();
    asking.reader().ifPresent(reader -> reader.readTo(session, reply.turn().excerpt().to()));
    return reply;
  }

  /** An answer of a node that says what this version cannot know. */
  private static <T> T understood(String node, JsonNode answer, Function<JsonNode, T> reading) {
    try {
      return reading.apply(answer);
    } catch (RuntimeException strange) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Node %s has done it, and its answer cannot be read: %s".formatted(node, strange),
          "Bring both to the same version of Parley");
    }
  }
}
