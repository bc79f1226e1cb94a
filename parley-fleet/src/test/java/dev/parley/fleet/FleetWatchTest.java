package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.SessionEntry;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.SessionState;
import dev.parley.session.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of other nodes, watched and typed at by hand. */
@Timeout(60)
final class FleetWatchTest {
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

  private TestNode joined(String name) throws Exception {
    return joined(name, "{}");
  }

  private TestNode joined(String name, String more) throws Exception {
    var node = new TestNode(folder, "watch" + homes++);
    open.add(node);
    node.join(broker, name, more);
    return node;
  }

  private static LiveSession live(TestNode node, String session) {
    return node.calls().live(Asking.once(Optional.of(admin())), session, Optional.empty());
  }

  private static Caller admin() {
    return new Caller(Role.ADMIN, "attach", "alex");
  }

  /** Everything from an offset on, up to the end of the session. */
  private static byte[] all(LiveSession session, long from) {
    var bytes = new ByteArrayOutputStream();
    try (var output = session.output(from)) {
      while (!output.over()) {
        var piece = output.next(Duration.ofSeconds(1));
        if (piece.isPresent()) {
          assertThat(piece.get().missed()).isZero();
          assertThat(piece.get().from()).isEqualTo(from + bytes.size());
          bytes.writeBytes(piece.get().bytes());
        }
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] own(TestNode node, String session) {
    return all(node.calls().live(Asking.once(Optional.empty()), session, Optional.empty()), 0);
  }

  // --- output ---------------------------------------------------------------------------------

  @Test
  void aFloodIsSeenWholeByAllWhoWatchThroughOneStream() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start(
        "{\"target\":\"node:b\",\"name\":\"f\",\"command\":\"read x; seq 1 300000\","
            + "\"timeout_ms\":0}");
    try (var session = live(a, "b/f")) {
      assertThat(session.id().value()).startsWith("b/");
      var watchers = new ArrayList<CompletableFuture<byte[]>>();
      for (var count = 0; count < 5; count++) {
        watchers.add(CompletableFuture.supplyAsync(() -> all(live(a, "b/f"), 0)));
      }
      var typing = session.sitDown(admin(), _ -> {});
      typing.takeFloor();
      typing.type("go\r".getBytes(StandardCharsets.UTF_8));
      typing.close();
      var watched = watchers.getFirst().get();
      assertThat(watched).hasSizeGreaterThan(2_000_000).isEqualTo(own(b, "f"));
      for (var watcher : watchers) {
        assertThat(watcher.get()).isEqualTo(watched);
      }
      assertThat(a.others().streams()).isEqualTo(1);
      assertThat(session.entry().state().wire()).isEqualTo("exited");
      // Who comes later than all of it gets it from the journal.
      assertThat(all(live(a, "b/f"), 0)).isEqualTo(watched);
      assertThat(session.look(0).lastOffset()).isEqualTo(watched.length);
    }
  }

  @Test
  void aNodeThatConnectsAnewBeforeItIsMissedIsWatchedOn() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"name\":\"f\",\"command\":\"read x; echo on\"}");
    try (var session = live(a, "b/f")) {
      var watched = CompletableFuture.supplyAsync(() -> all(session, 0));
      TestWait.whilst(() -> a.others().streams() == 0);
      b.connectAnew();
      b.sessions().get("f").send(Input.line("go"), Expectation.exit());
      assertThat(new String(watched.get(), StandardCharsets.UTF_8)).isEqualTo("go\r\non\r\n");
    }
  }

  @Test
  void theBrokerKilledDuringAFloodLosesNothing() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start(
        "{\"target\":\"node:b\",\"name\":\"f\",\"timeout_ms\":0,\"command\":"
            + "\"for i in $(seq 1 40); do seq 1 2000; sleep 0.05; done\"}");
    try (var session = live(a, "b/f")) {
      var states = new LinkedBlockingQueue<String>();
      try (var _ = session.listen(() -> states.add(session.entry().state().wire()))) {
        var watched = CompletableFuture.supplyAsync(() -> all(session, 0));
        TestWait.whilst(() -> session.look(0).lastOffset() < 20_000);
        broker.kill();
        TestWait.whilst(() -> !states.contains("unreachable"));
        broker.again();
        assertThat(watched.get()).isEqualTo(own(b, "f"));
        assertThat(session.entry().state().wire()).isEqualTo("exited");
      }
    }
  }

  @Test
  void nothingCrossesTheBrokerWhenNobodyWatches() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"name\":\"c\",\"command\":[\"cat\"]}");
    try (var session = live(a, "b/c");
        var other = live(a, "b/c")) {
      assertThat(session.entry().id()).isEqualTo(other.entry().id());
      assertThat(a.others().streams()).isEqualTo(1);
    }
    assertThat(a.others().streams()).isZero();
    assertThat(catchThrowableOfType(Refusal.class, () -> live(a, "b/none")).code())
        .isEqualTo(Refusal.Code.NOT_FOUND);
  }

  // --- typing ---------------------------------------------------------------------------------

  @Test
  void whoTypesTakesTheFloorAndHandsItBackByLeaving() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"name\":\"c\",\"command\":[\"cat\"]}");
    var floor = new LinkedBlockingQueue<Boolean>();
    try (var session = live(a, "b/c")) {
      var person = session.sitDown(admin(), floor::add);
      assertThat(catchThrowableOfType(Refusal.class, () -> person.type(new byte[] {'x'})).code())
          .isEqualTo(Refusal.Code.FLOOR_NEEDED);
      person.takeFloor();
      assertThat(floor.take()).isTrue();
      person.type("hello\r".getBytes(StandardCharsets.UTF_8));
      person.resize(90, 20);
      assertThat(b.sessions().get("c").screen().columns()).isEqualTo(90);
      TestWait.whilst(() -> session.entry().standing().columns() != 90);
      assertThat(session.entry().standing().floor().orElseThrow().who())
          .isEqualTo("alex at node a");
      TestWait.whilst(() -> !b.sessions().get("c").screen().text().contains("hello\nhello"));
      person.close();
      TestWait.whilst(() -> session.entry().standing().floor().isPresent());
    }
    assertThat(b.auditText()).contains("took control").contains("handed back");
  }

  @Test
  void whoMayOnlyWatchDoesNotType() throws Exception {
    joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"name\":\"c\",\"command\":[\"cat\"]}");
    try (var session = live(a, "b/c")) {
      var person = session.sitDown(new Caller(Role.WATCH, "console", "sam"), _ -> {});
      assertThat(catchThrowableOfType(Refusal.class, person::takeFloor).code())
          .isEqualTo(Refusal.Code.NOT_ALLOWED);
      person.close();
    }
  }

  @Test
  void aNodeThatIsCutOffTakesNothingAndTheFloorIsFreeAgain() throws Exception {
    var b = joined("b");
    var a = joined("a").seeing(2);
    a.start("{\"target\":\"node:b\",\"name\":\"c\",\"command\":[\"cat\"]}");
    try (var session = live(a, "b/c")) {
      var person = session.sitDown(admin(), _ -> {});
      person.takeFloor();
      broker.kill();
      TestWait.whilst(() -> !(session.entry().state() instanceof SessionState.Unreachable));
      assertThat(catchThrowableOfType(Refusal.class, () -> person.type(new byte[] {'x'})).code())
          .isEqualTo(Refusal.Code.UNREACHABLE);
      TestWait.whilst(() -> b.sessions().get("c").floor().holding().isPresent());
      broker.again();
      TestWait.whilst(() -> session.entry().state() instanceof SessionState.Unreachable);
    }
  }

  // --- lists ----------------------------------------------------------------------------------

  private static List<String> states(OtherNodes.Following list) {
    return list.entries().stream()
        .map(entry -> entry.name().orElse("") + " " + entry.state().wire())
        .toList();
  }

  @Test
  void theListsOfAllNodesAreFollowedAsTheyChange() throws Exception {
    var b = joined("b");
    var c = joined("c");
    var a = joined("a").seeing(3);
    b.start("{\"name\":\"one\",\"command\":[\"cat\"]}");
    c.start("{\"name\":\"two\",\"command\":[\"cat\"]}");
    var news = new Semaphore(0);
    try (var list =
        a.calls().others().orElseThrow().follow(Asking.once(Optional.of(admin())), news::release)) {
      assertThat(states(list)).containsExactly("one waiting", "two waiting");
      assertThat(list.entries().stream().map(SessionEntry::node))
          .containsExactly(Optional.of("b"), Optional.of("c"));
      // What has just started is told once more; then others' news leave it alone.
      var untouched = false;
      for (var turn = 0; turn < 5 && !untouched; turn++) {
        var before = list.entries().getFirst();
        c.start("{\"name\":\"three\",\"command\":[\"cat\"]}");
        TestWait.whilst(() -> states(list).size() != 3);
        untouched = isSame(list.entries().getFirst(), before);
        c.sessions().remove(ended(c, "three"));
        TestWait.whilst(() -> states(list).size() != 2);
      }
      assertThat(untouched).isTrue();
      broker.kill();
      TestWait.whilst(() -> !states(list).equals(List.of("one unreachable", "two unreachable")));
      c.sessions().remove(ended(c, "two"));
      broker.again();
      TestWait.whilst(() -> !states(list).equals(List.of("one waiting")));
    }
  }

  private static boolean isSame(Object one, Object other) {
    return one == other;
  }

  private static dev.parley.session.Session ended(TestNode node, String name) {
    var session = node.sessions().get(name);
    var unused = session.end(Duration.ZERO, "test");
    TestWait.whilst(() -> !session.over());
    return session;
  }
}
