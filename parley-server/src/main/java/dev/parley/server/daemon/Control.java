package dev.parley.server.daemon;

import dev.parley.pty.Signal;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.Reference;
import dev.parley.server.calls.ShowCall;
import dev.parley.server.http.HttpDoor;
import dev.parley.server.http.HttpSettings;
import dev.parley.server.json.Json;
import dev.parley.session.Attention;
import dev.parley.session.OwnTokens;
import dev.parley.session.Retention;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people may ask of the daemon itself, and of sessions beyond what agents' tools offer. */
final class Control {
  /** What the audit log says of the methods that change something. */
  private static final Map<String, String> NOTED =
      Map.ofEntries(
          Map.entry("signal", "sent a signal"),
          Map.entry("secret", "secret supplied"),
          Map.entry("remove", "removed"),
          Map.entry("rename", "renamed"),
          Map.entry("notify", "said what it needs"),
          Map.entry("alert_add", "added an alert"),
          Map.entry("prune", "removed what had ended"),
          Map.entry("fleet_join", "joined a fleet"),
          Map.entry("fleet_leave", "left the fleet"),
          Map.entry("stop", "stopped the daemon"),
          Map.entry("open", "opened the console"));

  private final Daemon daemon;

  Control(Daemon daemon) {
    this.daemon = daemon;
  }

  /** Does what a caller asks for, and notes it where it changed something. */
  ObjectNode call(Caller caller, String method, JsonNode params) {
    var answer =
        node(params).isPresent()
            ? elsewhere(caller, node(params).get(), method, params)
            : here(caller, method, params);
    var noted = NOTED.get(method);
    if (noted != null) {
      daemon.access().audit().note(caller, noted, params.path("session").asString(""));
    }
    return answer;
  }

  /** The other node on which the session is that the parameters name. */
  private Optional<String> node(JsonNode params) {
    return Reference.parse(params.path("session").asString("")).node();
  }

  /** The session's own node notes it too. */
  private ObjectNode elsewhere(Caller caller, String node, String method, JsonNode params) {
    var session = Reference.parse(params.path("session").asString("")).session();
    var there = ((ObjectNode) params.deepCopy()).put("session", session);
    var others = daemon.membership().others();
    if (others.isEmpty()) {
      throw new Refusal(
          Refusal.Code.NOT_FOUND,
          "This daemon has joined no fleet, so there are no other nodes",
          "Join one with 'parley join URL'");
    }
    return switch (method) {
      case "export", "screenshot" -> show(caller, method, params);
      default ->
          node.equals(others.get().self())
              ? here(caller, method, there)
              : daemon.membership().now().orElseThrow().control(caller, node, method, there);
    };
  }

  /** What is made of a session; the calls know where the session is. */
  private ObjectNode show(Caller caller, String method, JsonNode params) {
    var what = method.equals("export") ? ShowCall.What.HISTORY : ShowCall.What.SCREEN;
    var usual = what == ShowCall.What.HISTORY ? "asciicast" : "png";
    return daemon
        .calls()
        .show(
            Asking.once(Optional.of(caller)),
            new ShowCall(
                params.path("session").asString(""), what, params.path("format").asString(usual)))
        .toJson();
  }

  private ObjectNode here(Caller caller, String method, JsonNode params) {
    return switch (method) {
      case "status" -> status();
      case "stop" -> stop();
      case "restart" -> Json.object().put("pid", ProcessHandle.current().pid());
      case "resize" -> resize(session(params), params);
      case "signal" -> signal(session(params), params);
      case "export", "screenshot" -> show(caller, method, params);
      case "asks" -> asks(session(params));
      case "secret" -> secret(session(params), params);
      case "remove" -> remove(session(params));
      case "prune" -> prune(params);
      case "rename" -> rename(session(params), params);
      case "notify" -> notify(session(params), params);
      case "list_news" -> listNews(caller, params);
      case "alert_add", "alert_list", "alert_remove", "alert_test", "push_key" ->
          new AlertCalls(daemon.alerts()).call(method, params);
      case "worktree_make", "worktree_bind", "worktree_drop" ->
          new WorktreeCalls(daemon.worktrees()).call(method, params);
      case "worktree" -> new WorktreeCalls(daemon.worktrees()).of(session(params).id(), params);
      case "open" -> open(params);
      case "mask" -> mask(params);
      case "fleet_join" -> daemon.membership().join(params);
      case "fleet_leave" -> daemon.membership().leave(params);
      case "nodes" -> daemon.membership().nodes();
      case "url" -> Json.object().put("url", door().url());
      default ->
          throw new Refusal(Refusal.Code.BAD_INPUT, "There is no method '%s'".formatted(method));
    };
  }

  private ObjectNode listNews(Caller caller, JsonNode params) {
    var others =
        params.path("fleet").asBoolean(false)
            ? daemon.membership().others()
            : Optional.<OtherNodes>empty();
    return ListWatch.next(daemon.sessions(), others, Asking.once(Optional.of(caller)), params);
  }

  /** A token that was made is about to be printed; no session may show it. */
  private static ObjectNode mask(JsonNode params) {
    OwnTokens.add(params.path("value").asString(""));
    return Json.object().put("masked", true);
  }

  private Session session(JsonNode params) {
    return daemon.sessions().get(params.path("session").asString(""));
  }

  private ObjectNode status() {
    var status = Json.object();
    var pid = ProcessHandle.current().pid();
    status
        .putObject("daemon")
        .put("pid", pid)
        .put("version", daemon.version())
        .put("uptime_s", daemon.uptime().toSeconds())
        .put("rss_bytes", resident(pid));
    daemon
        .holderPid()
        .ifPresent(
            holder ->
                status.putObject("holder").put("pid", holder).put("rss_bytes", resident(holder)));
    http(status);
    var all = daemon.sessions().list();
    status.put("sessions", all.stream().filter(one -> !one.over()).count());
    status.put("ended_sessions", all.stream().filter(one -> one.over()).count());
    var kept = daemon.sessions().retention();
    status
        .putObject("kept")
        .put("bytes", daemon.sessions().keptBytes())
        .put("most_bytes", kept.bytes())
        .put("most_ended_sessions", kept.sessions())
        .put("longest_s", kept.age().toSeconds());
    return status;
  }

  private void http(ObjectNode status) {
    daemon
        .http()
        .ifPresent(
            door -> {
              var http = status.putObject("http").put("url", door.url());
              var options = http.putArray("options");
              HttpSettings.options().forEach(options::add);
              door.warning().ifPresent(warning -> http.put("warning", warning));
            });
    daemon.noHttp().ifPresent(why -> status.putObject("http").put("warning", why));
  }

  /** The address of the console with a code that logs a browser in, once and soon. */
  private ObjectNode open(JsonNode params) {
    var door = door();
    var word = params.path("role").asString("admin");
    var role =
        Role.named(word)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.BAD_INPUT,
                        "There is no role '%s'".formatted(word),
                        "Use watch, type or admin"));
    return Json.object().put("url", door.url() + "/#code=" + daemon.access().code(role));
  }

  private HttpDoor door() {
    return daemon
        .awaitHttp()
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.UNSUPPORTED_HERE,
                    "The daemon has no HTTP door, so there is no console",
                    "Start it with 'parley serve'"));
  }

  /** The memory a process has, in bytes; zero when that cannot be told. */
  private static long resident(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", "" + pid, "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException gone) {
      return 0;
    }
  }

  private ObjectNode stop() {
    var living = daemon.sessions().list().stream().filter(one -> !one.over()).count();
    return Json.object().put("ended", living);
  }

  /** What a method has promised; done when its answer is out, since the connection ends with it. */
  void afterwards(String method, JsonNode params) {
    switch (method) {
      case "stop" -> daemon.end(Daemon.Ending.STOP);
      case "restart" ->
          daemon.restart(params.path("command").valueStream().map(JsonNode::asString).toList());
      default -> {}
    }
  }

  private static ObjectNode resize(Session session, JsonNode params) {
    var columns = params.path("cols").asInt(0);
    var rows = params.path("rows").asInt(0);
    session.resize(columns, rows);
    return Json.object()
        .put("session", session.id().value())
        .put("cols", columns)
        .put("rows", rows);
  }

  private static ObjectNode signal(Session session, JsonNode params) {
    var name = params.path("signal").asString("");
    var signal =
        Signal.named(name)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.BAD_INPUT,
                        "There is no signal '%s'".formatted(name),
                        "Use INT, TERM, HUP, QUIT, KILL, STOP, CONT, TSTP, USR1, USR2 or WINCH"));
    params.path("unless_held").asStringOpt().ifPresent(session.floor()::checkFree);
    var to = params.path("to").asString("foreground");
    var received =
        session.signal(signal, to.equals("session") ? Signal.To.SESSION : Signal.To.FOREGROUND);
    return Json.object().put("session", session.id().value()).put("received", received);
  }

  /** What agents have asked of people in a session. */
  private static ObjectNode asks(Session session) {
    var answer = Json.object().put("session", session.id().value());
    var list = answer.putArray("asks");
    for (var ask : session.asks().pending()) {
      list.addObject()
          .put("id", ask.id())
          .put("kind", ask.kind().wire())
          .put("message", ask.message())
          .put("since", Json.time(ask.since()))
          .put("reader", ask.reader().shown());
    }
    if (session.state() instanceof SessionState.Secret) {
      var reader = session.secrets().reader();
      answer
          .putObject("reader")
          .put("shown", reader.shown())
          .put("prompt", reader.prompt())
          .put("mark", reader.mark());
    }
    return answer;
  }

  /**
   * A person supplies what the program asks for, keeps it under a name for when it will, or
   * declines to.
   */
  private static ObjectNode secret(Session session, JsonNode params) {
    var answer = Json.object().put("session", session.id().value());
    if (params.path("refuse").asBoolean(false)) {
      session.asks().pending().forEach(ask -> session.asks().refuse(ask.id()));
      return answer.put("refused", true);
    }
    var value = params.path("value").asString("");
    if (params.has("name")) {
      session
          .secrets()
          .keep(params.path("name").asString(), value, params.path("program").asString(""));
      return answer.put("kept", params.path("name").asString());
    }
    var turn =
        params.path("force").asBoolean(false)
            ? session.secrets().typeUnasked(value)
            : params.has("reader")
                ? session.secrets().type(value, params.path("reader").asString(""))
                : session.secrets().type(value);
    return answer.put("state", turn.state().wire());
  }

  private ObjectNode remove(Session session) {
    daemon.sessions().remove(session);
    return Json.object().put("removed", 1);
  }

  private ObjectNode rename(Session session, JsonNode params) {
    var name = params.path("name").asString("");
    daemon.sessions().rename(session, name);
    return Json.object().put("session", session.id().value()).put("name", name);
  }

  /** Somebody, mostly a hook of the program, says what the session needs. */
  private static ObjectNode notify(Session session, JsonNode params) {
    var word = params.path("kind").asString("");
    var kind =
        Attention.Kind.named(word)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.BAD_INPUT,
                        "There is no kind '%s'".formatted(word),
                        "Use question, done, failed or none"));
    session.tell(kind, params.path("text").asString(""));
    return Json.object().put("session", session.id().value()).put("kind", kind.wire());
  }

  /**
   * Removes sessions that have ended: what exceeds the bounds given, or all without any; or only
   * says what that would be.
   */
  private ObjectNode prune(JsonNode params) {
    var kept = Retention.EVERYTHING;
    if (params.has("older_than_s")) {
      kept = kept.withAge(Duration.ofSeconds(Math.max(0, params.path("older_than_s").asLong())));
    }
    if (params.has("keep")) {
      kept = kept.withSessions(Math.max(0, params.path("keep").asInt()));
    }
    if (params.has("max_bytes")) {
      kept = kept.withBytes(Math.max(0, params.path("max_bytes").asLong()));
    }
    daemon.sessions().list().forEach(Session::ending); // parses the last words of each
    var bounds = kept.equals(Retention.EVERYTHING) ? kept.withSessions(0) : kept;
    var pruned =
        params.path("dry_run").asBoolean(false)
            ? daemon.sessions().surplus(bounds)
            : daemon.sessions().prune(bounds);
    return Json.object().put("removed", pruned.sessions()).put("bytes", pruned.diskBytes());
  }
}
