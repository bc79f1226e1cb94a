package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.ShowCall;
import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.server.wire.NamedCall;
import dev.parley.session.refusal.Refusal;
import io.nats.client.Nats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nodes that talk through a real broker. */
@Timeout(60)
final class FleetTest {
  @TempDir static Path folder;

  private static int homes;

  private TestBroker broker;
  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    broker = TestBroker.start();
    open.add(broker);
  }

  @AfterEach
  void end() throws Exception {
    for (var one : open.reversed()) {
      one.close();
    }
  }

  private TestNode node() throws Exception {
    var node = new TestNode(folder, "home" + homes++);
    open.add(node);
    return node;
  }

  private TestNode joined(String name) throws Exception {
    return joined(name, "{}");
  }

  private TestNode joined(String name, String more) throws Exception {
    var node = node();
    node.join(broker, name, more);
    return node;
  }

  private static Refusal refused(ThrowingCallable call) {
    return catchThrowableOfType(Refusal.class, call);
  }

  // --- conversations --------------------------------------------------------------------------

  @Test
  void aConversationOnAnotherNode() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    var started =
        a.start("{\"target\":\"node:b\",\"name\":\"py\",\"command\":[\"python3\",\"-q\"]}");
    assertThat(started.path("session").asString()).startsWith("b/");
    assertThat(started.path("state").asString()).isEqualTo("waiting");
    var answer = a.send("b/py", "6 * 7");
    assertThat(answer.path("output").asString()).isEqualTo("42\n");
    assertThat(answer.path("session")).isEqualTo(started.path("session"));
    assertThat(a.read("b/py").path("output").asString()).isEmpty();
    a.send("b/py", "print('x' * 5)");
    assertThat(
            a.call(NamedCall.READ, "{\"session\":\"b/py\",\"from\":0}").path("output").asString())
        .contains("xxxxx");
    assertThat(a.call(NamedCall.CLOSE, "{\"session\":\"b/py\"}").path("state").asString())
        .isEqualTo("exited");
  }

  @Test
  void aSessionOfAnotherNodeCanBeNamedByItsOwnNodeToo() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    b.seeing(2);
    var there = b.start("{\"command\":[\"cat\"],\"name\":\"mine\"}");
    assertThat(there.path("session").asString()).doesNotContain("/");
    assertThat(b.send("b/mine", "hello").path("output").asString()).isEqualTo("hello\n");
    assertThat(a.send("b/mine", "from a").path("output").asString()).isEqualTo("from a\n");
    assertThat(b.start("{\"target\":\"node:b\",\"command\":\"echo $0\"}").path("state").asString())
        .isEqualTo("exited");
  }

  @Test
  void theListOfAFleetHasEveryNodesSessions() throws Exception {
    joined("b");
    joined("c");
    var a = joined("a").seeing(3);
    a.start("{\"command\":[\"cat\"],\"name\":\"one\"}");
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"two\"}");
    a.start("{\"target\":\"node:c\",\"command\":[\"cat\"],\"name\":\"three\"}");
    var list = a.call(NamedCall.LIST, "{\"fleet\":true}").path("sessions");
    assertThat(
            list.valueStream()
                .map(one -> one.path("node").asString() + " " + one.path("name").asString()))
        .containsExactly("a one", "b two", "c three");
    assertThat(a.call(NamedCall.LIST, "{}").path("sessions")).hasSize(1);
  }

  @Test
  void waitingOnSessionsOfSeveralNodesReturnsTheFirst() throws Exception {
    joined("b");
    joined("c");
    var a = joined("a").seeing(3);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"slow\"}");
    a.start(
        "{\"target\":\"node:c\",\"command\":\"read x; sleep 0.3; echo $x\",\"name\":\"quick\"}");
    a.start("{\"command\":[\"cat\"],\"name\":\"here\"}");
    a.call(NamedCall.SEND, "{\"session\":\"c/quick\",\"text\":\"go\",\"timeout_ms\":0}");
    var first =
        a.call(
            NamedCall.READ,
            "{\"sessions\":[\"here\",\"b/slow\",\"c/quick\"],\"until\":[\"exit\"]}");
    assertThat(first.path("session").asString()).startsWith("c/");
    assertThat(first.path("exit_code").asInt(-1)).isZero();
  }

  @Test
  void whatIsLargeComesWhole() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    var read =
        a.start(
            "{\"target\":\"node:b\",\"command\":\"seq 400000\",\"until\":[\"exit\"],"
                + "\"timeout_ms\":30000,\"max_tokens\":1000000,\"name\":\"s\"}");
    assertThat(read.path("output").asString()).hasSizeGreaterThan(2_000_000).endsWith("400000\n");
    var made =
        a.calls()
            .show(Asking.once(Optional.empty()), new ShowCall("b/s", ShowCall.What.HISTORY, "raw"));
    assertThat(made.bytes()).hasSizeGreaterThan(2_500_000);
    assertThat(new String(made.bytes(), StandardCharsets.UTF_8)).endsWith("399999\r\n400000\r\n");
    var png =
        a.calls()
            .show(Asking.once(Optional.empty()), new ShowCall("b/s", ShowCall.What.SCREEN, "png"));
    assertThat(png.bytes()).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void peoplesMethodsGoThere() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    var answer =
        a.fleet()
            .control(
                new Caller(Role.TYPE, "command", "alex"),
                "b",
                "resize",
                Json.parseObject("{\"session\":\"c\",\"cols\":90,\"rows\":20}"));
    assertThat(answer.path("session").asString()).startsWith("b/");
    assertThat(answer.path("who").asString()).isEqualTo("alex at node a");
    assertThat(b.sessions().get("c").screen().columns()).isEqualTo(90);
  }

  @Test
  void whatConcernsADaemonOrAThirdNodeIsNotDoneForOtherNodes() throws Exception {
    joined("b");
    var c = joined("c");
    var a = joined("a").seeing(3);
    c.start("{\"command\":[\"cat\"],\"name\":\"c\"}");
    var methods =
        List.of(
            ("stop restart status prune list_news alert_add alert_list alert_remove alert_test"
                    + " worktree_make worktree_bind worktree_drop open mask url fleet_join"
                    + " fleet_leave nodes export screenshot nonsense")
                .split(" "));
    for (var method : methods) {
      assertThat(control(a, Role.ADMIN, method, "c").code())
          .as(method)
          .isEqualTo(Refusal.Code.BAD_INPUT);
    }
    for (var method : List.of("resize", "signal", "asks", "secret", "notify", "rename", "remove")) {
      assertThat(control(a, Role.ADMIN, method, "c/c").code())
          .as(method)
          .isEqualTo(Refusal.Code.BAD_INPUT);
    }
    for (var method : List.of("resize", "signal", "secret", "notify", "rename", "remove")) {
      assertThat(control(a, Role.WATCH, method, "c").code())
          .as(method)
          .isEqualTo(Refusal.Code.NOT_ALLOWED);
    }
    for (var method : List.of("rename", "remove")) {
      assertThat(control(a, Role.TYPE, method, "c").code())
          .as(method)
          .isEqualTo(Refusal.Code.NOT_ALLOWED);
    }
  }

  private static Refusal control(TestNode a, Role role, String method, String session) {
    return refused(
        () ->
            a.fleet()
                .control(
                    new Caller(role, "command", "alex"),
                    "b",
                    method,
                    Json.object().put("session", session)));
  }

  // --- who may --------------------------------------------------------------------------------

  @Test
  void aNodeDecidesWhatItAccepts() throws Exception {
    var shy = joined("shy", "{\"accept\":\"none\"}");
    var open = joined("open", "{\"accept\":\"watch\"}");
    var a = joined("a").seeing(3);
    shy.start("{\"command\":[\"cat\"],\"name\":\"c\"}");
    open.start("{\"command\":[\"cat\"],\"name\":\"c\"}");
    assertThat(a.read("shy/c").path("refused").asString()).isEqualTo("not_allowed");
    assertThat(a.read("open/c").path("state").asString()).isEqualTo("waiting");
    assertThat(a.send("open/c", "x").path("refused").asString()).isEqualTo("not_allowed");
    assertThat(a.start("{\"target\":\"node:open\"}").path("refused").asString())
        .isEqualTo("not_allowed");
    assertThat(open.sessions().list()).hasSize(1);
  }

  @Test
  void theCallersRoleIsCheckedAgainAndTheirNameIsNoted() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    assertThat(
            a.call(Role.WATCH, NamedCall.SEND, "{\"session\":\"b/c\",\"text\":\"x\"}")
                .path("refused")
                .asString())
        .isEqualTo("not_allowed");
    assertThat(
            a.call(Role.TYPE, NamedCall.SEND, "{\"session\":\"b/c\",\"text\":\"x\"}")
                .path("output")
                .asString())
        .isEqualTo("x\n");
    assertThat(
            a.call(Role.TYPE, NamedCall.CLOSE, "{\"session\":\"b/c\"}").path("refused").asString())
        .isEqualTo("not_allowed");
    assertThat(b.auditText()).contains("alex at node a").contains("\"fleet\"").contains("started");
  }

  @Test
  void withCredentialsANodeSpeaksOnlyForItself() throws Exception {
    var keys = folder.resolve("keys" + homes);
    FleetCredentials.write(keys, List.of("a", "b"));
    try (var closed = TestBroker.start("-c", keys.resolve("nats-server.conf").toString())) {
      var b = node();
      b.join(closed, "b", "{\"credentials\":\"%s\"}".formatted(keys.resolve("b.nkey")));
      var a = node();
      a.join(closed, "a", "{\"credentials\":\"%s\"}".formatted(keys.resolve("a.nkey")));
      a.seeing(2);
      assertThat(
              a.start(
                      "{\"target\":\"node:b\",\"command\":\"seq 50000\",\"until\":[\"exit\"],\"max_tokens\":100000}")
                  .path("exit_code")
                  .asInt(-1))
          .isZero();
      // With its own key, under another's name: the broker lets it say nothing.
      var thief = node();
      var why =
          refused(
              () ->
                  thief.join(
                      closed, "b", "{\"credentials\":\"%s\"}".formatted(keys.resolve("a.nkey"))));
      assertThat(why.code()).isEqualTo(Refusal.Code.BUSY);
      assertThat(refused(() -> node().join(closed, "c")).code())
          .isEqualTo(Refusal.Code.UNREACHABLE);
      assertThat(Files.getPosixFilePermissions(keys.resolve("a.nkey")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      a.fleet().close();
      b.fleet().close();
    }
  }

  // --- joining --------------------------------------------------------------------------------

  @Test
  void whatWasJoinedIsRememberedForItsOwnerAlone() throws Exception {
    var b = joined("b", "{\"labels\":{\"zone\":\"x\"},\"capacity\":3}");
    var file = b.folder().resolve("fleet.json");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    b.fleet().close();
    var again =
        FleetMember.of(
            new FleetHost(
                b.folder(),
                b.folder(),
                "test",
                b.sessions(),
                b.calls(),
                (_, _, _) -> Json.object(),
                new PeopleTyping(new AuditLog(b.folder(), InstantSource.system())),
                new AuditLog(b.folder(), InstantSource.system())));
    again.resume();
    open.add(again::close);
    var a = joined("a").seeing(2);
    var node =
        a.fleet()
            .nodes()
            .path("nodes")
            .valueStream()
            .filter(one -> one.path("node").asString().equals("b"))
            .findFirst()
            .orElseThrow();
    assertThat(node.path("labels").path("zone").asString()).isEqualTo("x");
    assertThat(node.path("capacity").asInt()).isEqualTo(3);
    again.leave(Json.object());
    assertThat(file).doesNotExist();
    a.seeing(1);
  }

  @Test
  void aSecondDaemonOfTheSameNameIsRefusedAndBothSayWhy() throws Exception {
    var first = joined("b");
    var second = node();
    var why = refused(() -> second.join(broker, "b"));
    assertThat(why.code()).isEqualTo(Refusal.Code.BUSY);
    assertThat(why).hasMessageContaining("taken").hasMessageContaining("process");
    assertThat(second.folder().resolve("fleet.json")).doesNotExist();
    assertThat(first.fleet().nodes().path("warning").asString()).contains("wanted to join");
    second.join(broker, "b2");
    first.seeing(2);
  }

  @Test
  void whatCannotBeJoinedIsSaid() throws Exception {
    var a = node();
    assertThat(refused(() -> a.fleet().join(Json.parseObject("{\"url\":\"http://x\"}"))).code())
        .isEqualTo(Refusal.Code.BAD_INPUT);
    assertThat(refused(() -> a.join(broker, "Not_A_Name")).code())
        .isEqualTo(Refusal.Code.BAD_INPUT);
    assertThat(refused(() -> a.join(broker, "a", "{\"credentials\":\"/nowhere\"}")).code())
        .isEqualTo(Refusal.Code.BAD_INPUT);
    broker.kill();
    assertThat(refused(() -> a.join(broker, "a")).code()).isEqualTo(Refusal.Code.UNREACHABLE);
    assertThat(a.folder().resolve("fleet.json")).doesNotExist();
    assertThat(a.read("b/x").path("refused").asString()).isEqualTo("not_found");
    for (var wrong : List.of("/x", "b/", "b/x/y", "B/x", "b /x")) {
      assertThat(a.read(wrong).path("refused").asString()).isEqualTo("bad_input");
    }
  }

  @Test
  void aBrokerThatAcceptsAndHangsIsGivenUp() throws Exception {
    var a = joined("a");
    var b = joined("b").seeing(2);
    a.seeing(2);
    broker.signal("STOP");
    TestWait.whilst(() -> a.fleet().nodes().path("connected").asBoolean());
    assertThat(a.read("b/x").path("refused").asString()).isEqualTo("unreachable");
    assertThat(a.start("{\"command\":[\"cat\"]}").path("state").asString()).isEqualTo("waiting");
    assertThat(refused(() -> node().join(broker, "c")).code()).isEqualTo(Refusal.Code.UNREACHABLE);
    broker.signal("CONT");
    a.seeing(2);
    b.seeing(2);
  }

  // --- failures -------------------------------------------------------------------------------

  @Test
  void theBrokerGoneAllElseGoesOnAndComesBackByItself() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"far\"}");
    a.start("{\"command\":[\"cat\"],\"name\":\"near\"}");
    broker.kill();
    TestWait.whilst(() -> a.fleet().nodes().path("connected").asBoolean());
    assertThat(a.send("b/far", "x").path("refused").asString()).isEqualTo("unreachable");
    assertThat(a.send("near", "x").path("output").asString()).isEqualTo("x\n");
    assertThat(b.send("far", "y").path("output").asString()).isEqualTo("y\n");
    broker.again();
    a.seeing(2);
    assertThat(a.send("b/far", "z").path("output").asString()).isEqualTo("z\n");
    // What was asked while there was no broker is not done later.
    assertThat(
            a.call(NamedCall.READ, "{\"session\":\"b/far\",\"from\":0}").path("output").asString())
        .doesNotContain("x");
  }

  @Test
  void aSendThatMayHaveBeenTypedIsNotRepeatedAndSaysSo() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start(
        "{\"target\":\"node:b\",\"command\":\"while read x; do sleep 60; done\",\"name\":\"w\"}");
    var sent =
        CompletableFuture.supplyAsync(
            () ->
                a.call(
                    NamedCall.SEND,
                    "{\"session\":\"b/w\",\"text\":\"once\",\"timeout_ms\":40000}"));
    TestWait.whilst(() -> !b.sessions().get("w").screen().text().contains("once"));
    broker.kill();
    assertThat(sent.get().path("refused").asString()).isEqualTo("unknown_outcome");
    broker.again();
    a.seeing(2);
    assertThat(b.sessions().get("w").screen().text()).containsOnlyOnce("once");
  }

  @Test
  void aReadIsRepeatedWhenTheWayWasLost() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":\"read x; sleep 3; echo over\",\"name\":\"w\"}");
    a.call(NamedCall.SEND, "{\"session\":\"b/w\",\"text\":\"go\",\"timeout_ms\":0}");
    var under = new CountDownLatch(1);
    var read =
        CompletableFuture.supplyAsync(
            () ->
                a.call(
                    Role.WATCH,
                    Optional.of((_, _) -> under.countDown()),
                    NamedCall.READ,
                    "{\"session\":\"b/w\",\"until\":[\"exit\"]}"));
    under.await();
    broker.kill();
    broker.again();
    assertThat(read.get().path("output").asString()).endsWith("over\n");
    assertThat(read.get().path("why").asString()).isEqualTo("exit");
  }

  @Test
  @SuppressWarnings("try") // closing may be interrupted, as the whole test may
  void aNodeThatHasGoneIsRefusedAtOnceAndItsSessionsAreShownAsLastKnown() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    assertThat(a.call(NamedCall.LIST, "{\"fleet\":true}").path("sessions")).hasSize(1);
    // Its name is known, and nobody listens: as after a kill.
    try (var connection = Nats.connect(broker.url())) {
      b.fleet().close();
      var ghost =
          new Heartbeat(1, "b", "ghost", 1, "e", 0, 0, "h", "v", 1, 9, 0, false, "all", Map.of());
      connection.publish("parley.hb.b", ghost.message());
      a.seeing(2);
      assertThat(a.send("b/c", "x").path("refused").asString()).isEqualTo("unreachable");
      assertThat(a.send("b/c", "x").path("sentence").asString()).contains("does not answer");
      var list = a.call(NamedCall.LIST, "{\"fleet\":true}");
      assertThat(list.path("unreachable").path(0).asString()).isEqualTo("b");
      assertThat(list.path("sessions").path(0).path("state").asString()).isEqualTo("unreachable");
    }
  }

  @Test
  @SuppressWarnings("try") // closing may be interrupted, as the whole test may
  void strangeMessagesHarmNobody() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    try (var connection = Nats.connect(broker.url())) {
      for (var bytes :
          List.of(
              "not json",
              "{}",
              "{\"node\":\"b\",\"protocol\":\"x\"}",
              "{\"node\":\"c\",\"protocol\":1,\"instance\":\"i\"}",
              "[".repeat(5000),
              "x".repeat(100_000))) {
        var message = bytes.getBytes(StandardCharsets.UTF_8);
        connection.publish("parley.hb.b", message);
        connection.publish("parley.hb.z", message);
        connection.publish("parley.n.b.x.call", "parley.r.x.y.1", message);
        connection.publish("parley.n.b.x.cancel", message);
        connection.publish("parley.n.b.x.hello", "parley.r.x.y.1", message);
        connection.publish(
            "parley.n.b.x.call",
            "parley.r.x.y.2",
            new Part(Part.Kind.CALL, 0, 1, message).message());
      }
      // An hour off, and far too many.
      var old =
          new Heartbeat(
              1, "late", "i", 1, "e", 3_600_000, 3_600_000, "h", "v", 1, 9, 0, false, "all",
              Map.of());
      for (var count = 0; count < 20_000; count++) {
        connection.publish("parley.hb.late", old.message());
      }
      var other =
          new Heartbeat(99, "new", "i", 1, "e", 0, 0, "h", "9.9", 1, 9, 0, false, "all", Map.of());
      connection.publish("parley.hb.new", other.message());
      connection.flush(Duration.ofSeconds(5));
    }
    a.seeing(4);
    assertThat(a.start("{\"target\":\"node:b\",\"command\":\"true\"}").path("state").asString())
        .isEqualTo("exited");
    var refused = a.start("{\"target\":\"node:new\"}");
    assertThat(refused.path("refused").asString()).isEqualTo("unsupported_here");
    assertThat(refused.path("sentence").asString()).contains("9.9").contains("99");
    TestWait.whilst(() -> a.states("unreachable") < 2);
    assertThat(a.start("{\"target\":\"node:late\"}").path("refused").asString())
        .isEqualTo("unreachable");
  }

  @Test
  void oneOfThreeBrokersKilledIsSurvived() throws Exception {
    var brokers = TestBroker.cluster();
    open.addAll(brokers);
    var a = node();
    var b = node();
    var c = node();
    a.join(brokers, "a");
    b.join(List.of(brokers.get(1), brokers.get(2), brokers.get(0)), "b");
    c.join(List.of(brokers.get(2), brokers.get(0), brokers.get(1)), "c");
    a.seeing(3);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    a.start("{\"target\":\"node:c\",\"command\":[\"cat\"],\"name\":\"c\"}");
    for (var broker : brokers) {
      broker.kill();
      TestWait.whilst(() -> !a.send("b/c", "still").path("output").asString("").equals("still\n"));
      TestWait.whilst(() -> !a.send("c/c", "there").path("output").asString("").equals("there\n"));
      broker.again();
      TestWait.whilst(() -> a.states("up") != 3);
    }
  }

  @Test
  void aWorkerIsReachedAndReachesNobody() throws Exception {
    var w = joined("w", "{\"worker\":true}");
    var a = joined("a").seeing(2);
    assertThat(
            a.start("{\"target\":\"node:w\",\"command\":\"echo here\"}").path("output").asString())
        .isEqualTo("here\n");
    var refused = w.start("{\"target\":\"node:a\",\"command\":\"echo here\"}");
    assertThat(refused.path("refused").asString()).isEqualTo("unsupported_here");
    assertThat(w.states("up")).isEqualTo(1);
  }

  // --- placement ------------------------------------------------------------------------------

  @Test
  void theFleetPlacesWhereThereIsRoomAndTheLabelsMatch() throws Exception {
    joined("b", "{\"capacity\":2,\"labels\":{\"gpu\":\"yes\"}}");
    joined("c", "{\"capacity\":1,\"labels\":{\"gpu\":\"yes\",\"zone\":\"z\"}}");
    var a = joined("a", "{\"capacity\":0}").seeing(3);
    assertThat(
            a.start("{\"target\":\"fleet:zone=z\",\"command\":[\"cat\"]}")
                .path("session")
                .asString())
        .startsWith("c/");
    var nodes = new HashSet<String>();
    for (var count = 0; count < 2; count++) {
      var session =
          a.start("{\"target\":\"fleet:gpu=yes\",\"command\":[\"cat\"]}")
              .path("session")
              .asString();
      nodes.add(session.substring(0, 1));
    }
    assertThat(nodes).containsExactly("b");
    assertThat(a.start("{\"target\":\"fleet\",\"command\":[\"cat\"]}").path("refused").asString())
        .isEqualTo("limit");
    assertThat(a.start("{\"target\":\"node:b\",\"command\":[\"cat\"]}").path("refused").asString())
        .isEqualTo("limit");
    assertThat(a.start("{\"target\":\"fleet:zone=y\"}").path("refused").asString())
        .isEqualTo("not_found");
    assertThat(a.start("{\"target\":\"fleet:zone\"}").path("refused").asString())
        .isEqualTo("bad_input");
    assertThat(a.start("{\"target\":\"node:x\"}").path("refused").asString())
        .isEqualTo("not_found");
  }

  @Test
  void drainingANodeTakesNoSessionsAndLeavesWhenTheLastHasEnded() throws Exception {
    var b = joined("b");
    var a = joined("a", "{\"capacity\":0}").seeing(2);
    a.start("{\"target\":\"node:b\",\"command\":[\"cat\"],\"name\":\"c\"}");
    var left =
        CompletableFuture.supplyAsync(
            () -> b.fleet().leave(Json.parseObject("{\"drain\":true,\"drain_s\":30}")));
    TestWait.whilst(() -> a.states("draining") == 0);
    assertThat(a.start("{\"target\":\"fleet\"}").path("refused").asString()).isEqualTo("limit");
    assertThat(a.start("{\"target\":\"node:b\"}").path("refused").asString()).isEqualTo("limit");
    assertThat(a.call(NamedCall.CLOSE, "{\"session\":\"b/c\"}").path("state").asString())
        .isEqualTo("exited");
    assertThat(left.get().path("sessions").asInt()).isZero();
    a.seeing(1);
  }

  @Test
  @SuppressWarnings("try") // closing may be interrupted, as the whole test may
  void aStartThatIsReplayedStartsOneProgram() throws Exception {
    var b = joined("b");
    try (var connection = Nats.connect(broker.url())) {
      var body =
          Json.parseObject(
              """
              {"protocol":1,"call":"session_start","key":"k1","caller":{"role":"admin","who":"x"},
              "asker":{"owner":"","sees":"ALL"},"params":{"command":["cat"]}}
              """);
      for (var call = 1; call <= 3; call++) {
        var answers = connection.subscribe("parley.r.x.i." + call);
        connection.publish(
            "parley.n.b.x.call",
            "parley.r.x.i." + call,
            new Part(Part.Kind.CALL, 0, 1, Json.bytes(body)).message());
        var kind = Part.Kind.ACCEPTED;
        while (kind == Part.Kind.ACCEPTED) {
          var message = answers.nextMessage(Duration.ofSeconds(20));
          kind = Part.read(message.getData()).orElseThrow().kind();
        }
        assertThat(kind).isEqualTo(Part.Kind.RESULT);
      }
    }
    assertThat(b.sessions().list()).hasSize(1);
  }

  @Test
  @SuppressWarnings("try") // closing may be interrupted, as the whole test may
  void aStartThatANodeMayHaveMadeIsNotMadeOnAnother() throws Exception {
    var b = joined("b", "{\"labels\":{\"gpu\":\"yes\"}}");
    var a = joined("a").seeing(2);
    var elsewhere = 0;
    // A node that takes a call, falls silent, comes back and is not heard by the broker.
    try (var connection = Nats.connect(broker.url())) {
      var ghost = ghost("first");
      var asked = connection.subscribe("parley.n.g.a.call");
      connection.publish("parley.hb.g", ghost.message());
      a.seeing(3);
      var started = startedOnAny(a);
      while (asked.nextMessage(Duration.ofMillis(20)) == null) {
        connection.publish("parley.hb.g", ghost.message());
        if (started.isDone()) { // chance has taken the other node
          elsewhere++;
          started = startedOnAny(a);
        }
      }
      asked.unsubscribe();
      TestWait.whilst(() -> a.states("unreachable") == 0);
      for (var beat = 0; !started.isDone(); beat++) {
        connection.publish("parley.hb.g", (beat < 20 ? ghost : ghost("second")).message());
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(started.get().path("refused").asString()).isEqualTo("unknown_outcome");
    }
    assertThat(b.sessions().list()).hasSize(elsewhere);
  }

  private static Heartbeat ghost(String instance) {
    var labels = Map.of("gpu", "yes");
    return new Heartbeat(1, "g", instance, 1, "e", 0, 0, "h", "v", 0, 9, -1, false, "all", labels);
  }

  private static CompletableFuture<JsonNode> startedOnAny(TestNode way) {
    return CompletableFuture.supplyAsync(
        () -> way.start("{\"target\":\"fleet:gpu=yes\",\"command\":[\"cat\"]}"));
  }
}
