package dev.parley.server.daemon;

import static dev.parley.server.daemon.RunningDaemon.json;
import static dev.parley.server.daemon.RunningDaemon.kill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.client.ClientException;
import dev.parley.client.Connection;
import dev.parley.client.Frame;
import dev.parley.client.Hello;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteAdvice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
final class DaemonTest {
  private RunningDaemon daemon;

  @BeforeEach
  void start(@TempDir Path folder) {
    daemon = new RunningDaemon(folder);
  }

  @AfterEach
  void end() {
    daemon.close();
  }

  @Test
  void aConversationGoesOnAfterTheDaemonIsKilled() {
    var session = daemon.start("python3", "-q");
    daemon.call("session_send", json().put("session", session).put("text", "a = 'kept'"));
    var before = daemon.call("session_read", json().put("session", session).put("view", "screen"));
    var pid = daemon.pid();
    kill(pid);
    assertThat(daemon.pid()).isNotEqualTo(pid);
    var after = daemon.ask("session_read", json().put("session", session).put("view", "screen"));
    assertThat(after.path("screen").path("lines")).isEqualTo(before.path("screen").path("lines"));
    assertThat(after.path("state").asString()).isEqualTo("waiting");
    var answer = daemon.call("session_send", json().put("session", session).put("text", "a * 2"));
    assertThat(answer.path("output").asString()).contains("'keptkept'");
  }

  @Test
  void aCallThatTheDaemonDidNotSurviveSaysSo() throws Exception {
    var session = daemon.start("sleep", "1000");
    var pid = daemon.pid();
    var waiting = json().put("session", session).put("timeout_ms", 40_000);
    var failed =
        Thread.ofVirtual()
            .unstarted(
                () ->
                    assertThatThrownBy(() -> daemon.call("session_read", waiting))
                        .isInstanceOf(ClientException.class)
                        .extracting("code")
                        .isEqualTo(ClientException.Code.DAEMON_RESTARTED));
    var problem = new Throwable[1];
    failed.setUncaughtExceptionHandler((_, thrown) -> problem[0] = thrown);
    failed.start();
    // It waits once it has sent the call; before that the next daemon would get it.
    RunningDaemon.until(
        () ->
            failed.getState() == Thread.State.WAITING
                || failed.getState() == Thread.State.TIMED_WAITING);
    kill(pid);
    failed.join();
    assertThat(problem[0]).isNull();
    assertThat(
            daemon.ask("session_list", json()).path("sessions").path(0).path("session").asString())
        .isEqualTo(session);
  }

  @Test
  void restartEndsNoSession() {
    var session = daemon.start("cat");
    var pid = daemon.pid();
    daemon.call("restart", json());
    RunningDaemon.until(() -> daemon.pid() != pid);
    var answer = daemon.ask("session_send", json().put("session", session).put("text", "hello"));
    assertThat(answer.path("output").asString()).contains("hello");
  }

  @Test
  void theNextDaemonTellsThatALimitEndedASession(@TempDir Path elsewhere) {
    var start = json().put("timeout_ms", 0);
    start.put(
        "command", "read go; exec dd if=/dev/zero of=%s/big bs=1M count=3".formatted(elsewhere));
    start.putObject("limits").put("file_mb", 1);
    var session = daemon.call("session_start", start).path("session").asString();
    var pid = daemon.pid();
    daemon.call("restart", json());
    RunningDaemon.until(() -> daemon.pid() != pid);
    var go = json().put("session", session).put("text", "go");
    go.putArray("until").add("exit");
    daemon.call("session_send", go);
    assertThat(entry(session).path("ended_by").asString()).isEqualTo("file_size");
  }

  private JsonNode entry(String session) {
    var list = daemon.ask("session_list", json().put("include_exited", true)).path("sessions");
    return list.valueStream()
        .filter(entry -> entry.path("session").asString().equals(session))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whoComesBackAtOnceMeetsTheNextDaemon() throws Exception {
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var round = 0; round < 5; round++) {
        var pid = daemon.pid();
        var connected = new CountDownLatch(30);
        var next = new ArrayList<Future<Long>>();
        for (var number = 0; number < 30; number++) {
          next.add(clients.submit(() -> pidAfterRestart(connected)));
        }
        connected.await();
        daemon.call("restart", json());
        for (var met : next) {
          assertThat(met.get()).isNotEqualTo(pid);
        }
      }
    }
  }

  private long pidAfterRestart(CountDownLatch connected) throws InterruptedException {
    try (var client = ParleyClient.starting(daemon.home, RunningDaemon.VERSION, daemon.command)) {
      client.call("status", json());
      connected.countDown();
      assertThat(client.awaitGone(Duration.ofMinutes(1))).isTrue();
      return client.call("status", json()).path("daemon").path("pid").asLong();
    }
  }

  @Test
  void restartWithAnotherCommandReplacesTheHolderToo() {
    var session = daemon.start("cat");
    var pid = daemon.pid();
    var holder = daemon.holderPid();
    var params = json();
    var array = params.putArray("command");
    RunningDaemon.command("-Dparley.sessions=1").line(daemon.home).forEach(array::add);
    daemon.call("restart", params);
    RunningDaemon.until(() -> daemon.pid() != pid);
    assertThat(daemon.holderPid()).isEqualTo(holder);
    assertThat(daemon.ask("session_list", json()).path("sessions")).hasSize(1);
    assertThatThrownBy(() -> daemon.start("cat")).hasMessageContaining("which is the limit");
    assertThat(session).isNotEmpty();
  }

  @Test
  void sessionsLiveOnWhenTheHolderIsKilled() {
    var session = daemon.start("sh", "-c", "read line; exit 5");
    var pid = daemon.pid();
    kill(daemon.holderPid());
    RunningDaemon.until(() -> daemon.pid() != pid);
    assertThat(daemon.holderPid()).isEqualTo(pid);
    daemon.ask("session_send", json().put("session", session).put("text", "go"));
    assertThat(daemon.awaitExit(session).path("exit_code").asInt()).isEqualTo(5);
  }

  @Test
  void bothKilledLeavesTheHistoryAndNothingRunning() {
    var session =
        daemon.start(
            "sh",
            "-c",
            "echo before; trap '' HUP; setsid nohup sleep 987 >/dev/null & while :; do sleep 1;"
                + " done");
    RunningDaemon.until(() -> daemon.output(session).contains("before"));
    var pid = daemon.pid();
    var holder = daemon.holderPid();
    ProcessHandle.of(holder).orElseThrow().destroyForcibly();
    kill(pid);
    var answer = daemon.ask("session_read", json().put("session", session).put("from", 0));
    assertThat(answer.path("state").asString()).isEqualTo("lost");
    assertThat(answer.path("output").asString()).contains("before");
    assertThat(
            ProcessHandle.allProcesses().flatMap(process -> process.info().commandLine().stream()))
        .noneMatch(line -> line.contains("sleep 987"));
  }

  @Test
  void aPersonAttachesAndTypes() throws Exception {
    var session = daemon.start("cat");
    try (var attached = daemon.client.attach(session, false)) {
      assertThat(attached.next().orElseThrow().kind()).isEqualTo(Frame.Kind.PAINT);
      attached.send(new Frame(Frame.Kind.INPUT, "typed\r".getBytes(StandardCharsets.UTF_8)));
      var seen = new StringBuilder();
      while (!seen.toString().contains("typed\r\ntyped\r\n")) {
        seen.append(new String(attached.next().orElseThrow().bytes(), StandardCharsets.UTF_8));
      }
      attached.send(new Frame(Frame.Kind.INPUT, new byte[] {4}));
      var last = attached.next().orElseThrow();
      while (last.kind() != Frame.Kind.END) {
        last = attached.next().orElseThrow();
      }
      assertThat(last.text()).contains("\"exited\"", "\"exit_code\":0");
    }
  }

  @Test
  void aPersonSuppliesWhatTheAgentAsksFor() throws Exception {
    var session =
        daemon.start("bash", "-c", "read -rs -p 'Password: ' p; echo; echo \"took ${#p}\"");
    var asked =
        CompletableFuture.supplyAsync(
            () ->
                daemon.call(
                    "session_ask",
                    json().put("session", session).put("kind", "secret").put("message", "sudo")));
    RunningDaemon.until(
        () ->
            daemon
                .call("session_list", json())
                .path("sessions")
                .path(0)
                .path("asks")
                .toString()
                .equals("[\"secret\"]"));
    daemon.call("secret", json().put("session", session).put("value", "correct horse"));
    var answer = asked.get();
    assertThat(answer.path("outcome").asString()).isEqualTo("done");
    assertThat(answer.path("output").asString()).contains("took 13");
    assertThat(answer.toString()).doesNotContain("correct horse");
  }

  @Test
  void whoTypesAtAnAttachedTerminalHasTheFloorUntilTheyLeave() throws Exception {
    var session = daemon.start("cat");
    try (var attached = daemon.client.attach(session, false)) {
      attached.send(new Frame(Frame.Kind.INPUT, "by hand\n".getBytes(StandardCharsets.UTF_8)));
      daemon.call(
          "session_read", json().put("session", session).put("pattern", "by hand\nby hand"));
      assertThatThrownBy(
              () -> daemon.call("session_send", json().put("session", session).put("text", "mine")))
          .extracting("code")
          .isEqualTo(ClientException.Code.HELD_BY_HUMAN);
    }
    var back = json().put("session", session);
    back.putArray("until").add("floor");
    assertThat(daemon.call("session_read", back).path("why").asString()).isEqualTo("floor");
    var answer = daemon.call("session_send", json().put("session", session).put("text", "mine"));
    assertThat(answer.path("output").asString()).isEqualTo("mine\n");
  }

  @Test
  void aRefusalAtTheCallDoorCarriesItsAdviceAsAValue() {
    assertThatThrownBy(() -> daemon.call("session_read", json().put("session", "nobody")))
        .isInstanceOfSatisfying(
            ClientException.class,
            refused ->
                assertThat(refused.advice()).contains(new RemoteAdvice("list_sessions", Map.of())));
  }

  @Test
  void theWelcomeAtTheMcpDoorNamesTheToolsThatOnlyRead() {
    daemon.start("cat");
    var hello = Hello.to("mcp", RunningDaemon.VERSION).with("tools", "parley,tricode").line();
    try (var connection = Connection.connect(daemon.home, hello).orElseThrow()) {
      assertThat(connection.welcome())
          .contains("\"reading\":[", "\"session_read\"", "\"session_list\"", "\"read_output\"")
          .doesNotContain("session_send", "send_input");
    }
  }

  @Test
  void aPersonAtAnAttachedTerminalIsToldWhatIsRefused() throws Exception {
    var session = daemon.start("cat");
    try (var attached = daemon.client.attach(session, false)) {
      attached.send(Frame.resize(0, 0));
      var frame = attached.next().orElseThrow();
      while (frame.kind() != Frame.Kind.REFUSED) {
        frame = attached.next().orElseThrow();
      }
      assertThat(frame.text()).contains("\"code\":\"bad_input\"");
    }
  }

  @Test
  void whatFollowsARefusedPieceOfAPipeIsNotTyped() throws Exception {
    var session = daemon.start("cat");
    try (var attached = daemon.client.attach(session, false)) {
      attached.send(new Frame(Frame.Kind.FEED, "x".repeat(5000).getBytes(StandardCharsets.UTF_8)));
      attached.send(new Frame(Frame.Kind.FEED, "the rest\n".getBytes(StandardCharsets.UTF_8)));
      attached.send(new Frame(Frame.Kind.FEED, new byte[] {4}));
      attached.send(Frame.resize(0, 0)); // refused too, and after all of it
      for (var refusals = 0; refusals < 2; ) {
        refusals += attached.next().orElseThrow().kind() == Frame.Kind.REFUSED ? 1 : 0;
      }
    }
    var after = daemon.call("session_read", json().put("session", session).put("from", 0));
    // What a pipe brings is typed without an echo, as a password would be.
    assertThat(after.path("state").asString()).isIn("waiting", "secret");
    assertThat(after.path("output").asString()).isEmpty();
  }

  @Test
  void aSecretIsAskedForOnlyWhereTheProgramWantsOne() {
    var session = daemon.start("cat");
    assertThatThrownBy(
            () -> daemon.call("session_ask", json().put("session", session).put("kind", "secret")))
        .extracting("code")
        .isEqualTo(ClientException.Code.BUSY);
  }

  @Test
  void aQuestionNobodyAnswersRunsOutOfTimeAndStaysOpen() {
    var session = daemon.start("bash", "-c", "read -rs -p 'Password: ' p");
    daemon.call("session_read", json().put("session", session));
    var asked =
        daemon.call(
            "session_ask",
            json().put("session", session).put("kind", "secret").put("timeout_ms", 0));
    assertThat(asked.path("outcome").asString()).isEqualTo("timed_out");
    assertThat(asked.path("state").asString()).isEqualTo("secret");
    assertThat(asked.path("hint").asString()).contains("Ask again");
    assertThat(daemon.call("asks", json().put("session", session)).path("asks")).hasSize(1);
  }
}
