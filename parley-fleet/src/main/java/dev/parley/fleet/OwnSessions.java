package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ListCall;
import dev.parley.server.calls.Progress;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.calls.RequestSurroundings;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.ShowCall;
import dev.parley.server.calls.StartCall;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.server.policy.Party;
import dev.parley.server.wire.CallReader;
import dev.parley.server.wire.NamedCall;
import dev.parley.session.Asker;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The sessions of this node for callers of others: who they are is checked again, what they ask for
 * is read and checked as at any door, and it is noted with the node they come from.
 */
final class OwnSessions {
  /** How many starts are known by their keys; an hour's worth at one a second. */
  private static final int MOST_KEYS = 4096;

  /** What people may ask for beside the calls, and the role it needs. */
  private static final Map<String, Role> CONTROLS =
      Map.of(
          "resize", Role.TYPE,
          "signal", Role.TYPE,
          "asks", Role.WATCH,
          "secret", Role.TYPE,
          "worktree", Role.TYPE,
          "notify", Role.TYPE,
          "rename", Role.ADMIN,
          "remove", Role.ADMIN);

  private final FleetHost host;
  private final OwnStreams streams;
  private final FleetSettings settings;
  private final Room room;
  private final Map<String, CompletableFuture<SessionId>> starts = // guarded by itself
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(
            Map.Entry<String, CompletableFuture<SessionId>> eldest) {
          return size() > MOST_KEYS;
        }
      };

  OwnSessions(FleetHost host, OwnStreams streams, FleetSettings settings, Room room) {
    this.host = host;
    this.streams = streams;
    this.settings = settings;
    this.room = room;
  }

  /**
   * Does what a caller of another node asks for.
   *
   * @throws Refusal when it is declined
   */
  Answer call(String from, JsonNode body, Progress.Listener listener) {
    var living = room.living(); // before this thread works for the caller, who may not see all
    var caller = admitted(from, body);
    var what = body.path("call").asString("");
    var params = body.path("params");
    RequestSurroundings.enter();
    var asking = asking(caller, body, listener);
    return switch (what) {
      case FleetNodes.LIST -> list(asking, params);
      case FleetNodes.FIND ->
          Answer.of(EntryFields.of(calls(body).find(asking, params.path("session").asString(""))));
      case FleetNodes.SHOW -> show(asking, params);
      case FleetNodes.LOOK -> streams.look(params);
      case FleetNodes.BYTES -> streams.bytes(params);
      case FleetNodes.CONTROL -> Answer.of(control(caller, params));
      case FleetNodes.START -> start(asking, body, living);
      default -> named(asking, body, what);
    };
  }

  /**
   * Who asks, if they may; from now on this thread works for them.
   *
   * @throws Refusal when they may not
   */
  Caller admitted(String from, JsonNode body) {
    if (body.path("protocol").asInt(0) != Subjects.PROTOCOL) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Node %s is Parley %s, which speaks version %d of the fleet's protocol; this one speaks %d"
              .formatted(
                  settings.node(),
                  host.version(),
                  Subjects.PROTOCOL,
                  body.path("protocol").asInt(0)),
          "Bring both to the same version of Parley");
    }
    var caller = caller(from, body.path("caller"));
    check(caller, body.path("call").asString(""), body.path("params"));
    asker(caller, body.path("asker")).enter();
    return caller;
  }

  /** Through this node no third one is reached: who asks for one is not checked there. */
  private ObjectNode control(Caller caller, JsonNode params) {
    if (params.path("params").path("session").asString("").indexOf('/') >= 0) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "Node %s is asked for its own sessions".formatted(settings.node()));
    }
    return host.control().call(caller, params.path("method").asString(""), params.path("params"));
  }

  private SessionCalls calls(JsonNode body) {
    var toolset = body.path("party").asString("");
    return host.calls()
        .by(toolset.isEmpty() ? Party.PEOPLE : Party.agent(toolset))
        .namedWith(settings.node() + "/");
  }

  // --- who asks -------------------------------------------------------------------------------

  private static Caller caller(String from, JsonNode fields) {
    var role =
        Role.named(fields.path("role").asString(""))
            .orElseThrow(
                () -> new Refusal(Refusal.Code.BAD_INPUT, "A call says what its caller may do"));
    var who = fields.path("who").asString("").replaceAll("\\p{Cntrl}", "?");
    return new Caller(role, "fleet", "%s at node %s".formatted(who, from));
  }

  private void check(Caller caller, String what, JsonNode params) {
    var needed = needed(what, params);
    if (!settings.accept().allows(needed) || !caller.may(needed)) {
      host.audit().refused(caller, "not accepted", what);
      throw new Refusal(
          Refusal.Code.NOT_ALLOWED,
          "Node %s does not let %s do this; it accepts %s of other nodes"
              .formatted(settings.node(), caller.who(), settings.accept().wire()),
          "Do it on that node, or join it with --accept all");
    }
  }

  private static Role needed(String what, JsonNode params) {
    return switch (what) {
      case FleetNodes.LIST,
          FleetNodes.FIND,
          FleetNodes.SHOW,
          FleetNodes.READ,
          FleetNodes.LOOK,
          FleetNodes.BYTES,
          FleetNodes.WATCH,
          FleetNodes.WATCH_LIST ->
          Role.WATCH;
      case FleetNodes.SEND, FleetNodes.ASK, FleetNodes.ACT -> Role.TYPE;
      case FleetNodes.START, FleetNodes.CLOSE -> Role.ADMIN;
      case FleetNodes.CONTROL ->
          Optional.ofNullable(CONTROLS.get(params.path("method").asString("")))
              .orElseThrow(OwnSessions::unknown);
      default -> throw unknown();
    };
  }

  private static Refusal unknown() {
    return new Refusal(Refusal.Code.BAD_INPUT, "There is no such call");
  }

  private static Asker asker(Caller caller, JsonNode fields) {
    var sees =
        Arrays.stream(Asker.Sees.values())
            .filter(one -> one.name().equals(fields.path("sees").asString("")))
            .findFirst()
            .orElse(Asker.Sees.OWN);
    return new Asker(caller.who(), fields.path("owner").asString(""), sees);
  }

  private static Asking asking(Caller caller, JsonNode body, Progress.Listener listener) {
    var reader = new ReadPositions(body.path("reader").path("client").asString("")).reader("far");
    for (var position : body.path("reader").path("positions").properties()) {
      reader.readTo(new SessionId(position.getKey()), position.getValue().asLong());
    }
    return new Asking(
        Optional.of(caller),
        Optional.of(reader),
        Duration.ofMillis(body.path("longest_ms").asLong(Asking.USUAL.toMillis())),
        body.path("progress").asBoolean(false) ? Optional.of(listener) : Optional.empty());
  }

  // --- what is asked --------------------------------------------------------------------------

  private Answer named(Asking asking, JsonNode body, String what) {
    var calls = calls(body);
    var named = NamedCall.named(what).orElseThrow(OwnSessions::unknown);
    var fields = named.checked(body.path("params"));
    return Answer.of(
        switch (named) {
          case SEND -> TurnFields.of(calls.send(asking, CallReader.send(fields)));
          case READ -> TurnFields.of(calls.read(asking, CallReader.read(fields)));
          case CLOSE -> closed(calls, asking, fields);
          case ASK -> {
            var reply = calls.ask(asking, CallReader.ask(fields));
            yield TurnFields.of(reply.turned()).put("outcome", reply.outcome().name());
          }
          case START, LIST -> throw unknown(); // they have come another way
        });
  }

  private static ObjectNode closed(SessionCalls calls, Asking asking, ObjectNode fields) {
    var reply = calls.close(asking, CallReader.close(fields));
    var answer =
        Json.object()
            .put("session", reply.session().value())
            .put("processes", reply.processes())
            .put("killed", reply.killed());
    reply.endedBy().ifPresent(reason -> answer.put("ended_by", reason));
    reply.note().ifPresent(note -> answer.put("note", note));
    answer.set("state", StateFields.of(reply.state()));
    return answer;
  }

  private Answer list(Asking asking, JsonNode params) {
    var ended = params.path("include_exited").asBoolean(false);
    var fields = Json.object();
    var list = fields.putArray("sessions");
    host.calls()
        .list(asking, new ListCall(ended))
        .entries()
        .forEach(entry -> list.add(EntryFields.of(entry)));
    return Answer.of(fields);
  }

  private Answer show(Asking asking, JsonNode params) {
    var what =
        params.path("history").asBoolean(false) ? ShowCall.What.HISTORY : ShowCall.What.SCREEN;
    var made =
        host.calls()
            .show(
                asking,
                new ShowCall(
                    params.path("session").asString(""), what, params.path("format").asString("")));
    return new Answer(
        Json.object()
            .put("session", made.session())
            .put("format", made.format())
            .put("text", made.text()),
        made.bytes());
  }

  /** Starts a program once for each key, however often it is asked for. */
  private Answer start(Asking asking, JsonNode body, int living) {
    var call = CallReader.start(NamedCall.START.checked(body.path("params")));
    var key = body.path("key").asString("");
    var started = new CompletableFuture<SessionId>();
    var earlier = Optional.<CompletableFuture<SessionId>>empty();
    if (!key.isEmpty()) {
      synchronized (starts) {
        earlier = Optional.ofNullable(starts.putIfAbsent(key, started));
      }
    }
    if (earlier.isPresent()) {
      return Answer.of(TurnFields.of(again(asking, body, call, earlier.get())));
    }
    try {
      var reply = room.taking(living, () -> calls(body).start(asking, call));
      started.complete(reply.turn().session());
      return Answer.of(TurnFields.of(reply));
    } catch (RuntimeException failed) {
      started.completeExceptionally(failed); // who asks again by this key is told the same
      throw failed;
    }
  }

  /** The first answer has been lost; how the program stands now is as good. */
  private TurnReply again(
      Asking asking, JsonNode body, StartCall call, CompletableFuture<SessionId> earlier) {
    try {
      return calls(body).read(asking, ReadCall.of(earlier.join().value(), 0, call.waiting()));
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof Refusal refused ? refused : failed;
    }
  }
}
