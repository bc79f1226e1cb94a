package dev.parley.fleet;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.CallAudit;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.Progress;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.Turns;
import dev.parley.server.daemon.Fleet;
import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.WireCalls;
import dev.parley.session.Sessions;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A node inside the process of the test: sessions of its own, and the calls on them. */
final class TestNode implements AutoCloseable {
  private final Path folder;
  private final Sessions sessions;
  private final AuditLog audit;
  private final FleetMember fleet;
  private final SessionCalls calls;
  private final ReadPositions positions = new ReadPositions("");

  TestNode(Path parent, String name) throws IOException {
    this.folder = Files.createDirectories(parent.resolve(name));
    this.sessions =
        Sessions.inFolder(
            Files.createDirectories(folder.resolve("sessions")), Sessions.Bounds.DEFAULT);
    this.audit = new AuditLog(folder, InstantSource.system());
    var own = SessionCalls.ofDaemon(sessions, new CallAudit(audit, new Turns()));
    var people = new PeopleTyping(audit);
    this.fleet =
        FleetMember.of(
            new FleetHost(folder, folder, "test", sessions, own, this::control, people, audit));
    this.calls = own.among(fleet::others);
  }

  private ObjectNode control(Caller caller, String method, JsonNode params) {
    var session = sessions.get(params.path("session").asString());
    if (method.equals("resize")) {
      session.resize(params.path("cols").asInt(), params.path("rows").asInt());
    }
    return Json.object().put("session", session.id().value()).put("who", caller.who());
  }

  ObjectNode join(TestBroker broker, String node) {
    return join(broker, node, "{}");
  }

  ObjectNode join(TestBroker broker, String node, String more) {
    return fleet.join(Json.parseObject(more).put("url", broker.url()).put("node", node));
  }

  /** Joins with the addresses of several brokers. */
  void join(List<TestBroker> brokers, String node) {
    var urls = brokers.stream().map(TestBroker::url).collect(Collectors.joining(","));
    var unused = fleet.join(Json.object().put("url", urls).put("node", node));
  }

  /** Gives its connection up, and makes another at once. */
  void connectAnew() {
    fleet.now().orElseThrow().broker().abandon();
  }

  /** Makes a call as a door does; a refusal is an answer here. */
  ObjectNode call(NamedCall call, String params) {
    return call(Role.ADMIN, call, params);
  }

  ObjectNode call(Role role, NamedCall call, String params) {
    return call(role, Optional.empty(), call, params);
  }

  ObjectNode call(Role role, Optional<Progress.Listener> listener, NamedCall call, String params) {
    var asking =
        new Asking(
            Optional.of(new Caller(role, "test", "alex")),
            Optional.of(positions.reader("test")),
            Asking.USUAL,
            listener);
    try {
      return new WireCalls(calls, Wording.PLAIN).call(asking, call, Json.parse(params));
    } catch (Refusal refused) {
      return Json.object()
          .put("refused", refused.code().wire())
          .put("sentence", String.valueOf(refused.getMessage()));
    }
  }

  ObjectNode start(String params) {
    return call(NamedCall.START, params);
  }

  ObjectNode send(String session, String text) {
    return call(NamedCall.SEND, Json.text(Json.object().put("session", session).put("text", text)));
  }

  ObjectNode read(String session) {
    return call(
        NamedCall.READ, Json.text(Json.object().put("session", session).put("timeout_ms", 0)));
  }

  /** Waits until it knows of so many nodes that are up. */
  TestNode seeing(int nodes) {
    TestWait.whilst(() -> states("up") != nodes);
    return this;
  }

  long states(String state) {
    return fleet
        .nodes()
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("state").asString().equals(state))
        .count();
  }

  Fleet fleet() {
    return fleet;
  }

  SessionCalls calls() {
    return calls;
  }

  /** How it watches sessions of other nodes. */
  FleetNodes others() {
    return (FleetNodes) fleet.others().orElseThrow();
  }

  Sessions sessions() {
    return sessions;
  }

  Path folder() {
    return folder;
  }

  String auditText() throws IOException {
    return Files.readString(folder.resolve("audit.log"));
  }

  @Override
  public void close() {
    fleet.close();
    sessions.close();
    audit.close();
  }
}
