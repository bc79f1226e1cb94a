package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Many agents at once, each with a pipe of its own. */
@Timeout(300)
final class PipesIT {
  private static final int MANY = 200;
  private static final int UNDER_WAY = 20;

  @Test
  void manyPipesAreOpenAtOnceAndEachIsHeard() throws Exception {
    try (var desk = Desk.open()) {
      var first = desk.client();
      var session = first.call("session_start", "command", "cat", "name", "shared");
      assertThat(session.state()).isEqualTo("waiting");
      var pipes = new ArrayList<ParleyProcess>();
      for (var i = 0; i < MANY; i++) {
        pipes.add(desk.client());
      }
      var asked =
          pipes.stream().map(pipe -> pipe.calling("session_list")).map(PipesIT::answered).toList();
      assertThat(asked).hasSize(MANY).allSatisfy(PipesIT::namesTheSharedSession);
      for (var pipe : pipes) {
        assertThat(pipe.end()).isZero();
      }
      assertThat(first.call("session_list").fields().path("sessions")).hasSize(1);
    }
  }

  private static Answer answered(CompletableFuture<Answer> call) {
    return call.join();
  }

  private static void namesTheSharedSession(Answer list) {
    assertThat(list.fields().path("sessions").path(0).path("name").asString()).isEqualTo("shared");
  }

  @Test
  void everyCallUnderWayIsAnsweredOnceWhenTheDaemonIsKilled() throws Exception {
    try (var desk = Desk.open()) {
      var go = desk.home().resolve("go");
      var script =
          "read line; until [ -e %s ]; do sleep 0.05; done; echo all-done; cat".formatted(go);
      var pipes = IntStream.range(0, UNDER_WAY).mapToObj(_ -> desk.client()).toList();
      var typed = new ArrayList<CompletableFuture<Answer>>();
      var read = new ArrayList<CompletableFuture<Answer>>();
      for (var i = 0; i < UNDER_WAY; i++) {
        var pipe = pipes.get(i);
        var start = pipe.call("session_start", "command", script, "name", "s" + i);
        assertThat(start.state()).isEqualTo("waiting");
        typed.add(waiting(pipe, "session_send", i, "text", "said-once"));
        read.add(waiting(pipe, "session_read", i, "from", 0));
      }
      // What follows a line is taken after it; neither call can have ended, the program waits too.
      pipes.forEach(pipe -> assertThat(pipe.request("ping").has("result")).isTrue());
      desk.kill();
      Files.createFile(go);

      assertThat(read.stream().map(PipesIT::answered).toList())
          .allSatisfy(answer -> assertThat(answer.output()).contains("all-done"));
      assertThat(typed.stream().map(PipesIT::answered).toList())
          .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("daemon_restarted"));
      for (var i = 0; i < UNDER_WAY; i++) {
        var pipe = pipes.get(i);
        var all = pipe.call("session_read", "session", "s" + i, "from", 0);
        assertThat(all.output()).containsOnlyOnce("said-once").containsOnlyOnce("all-done");
        assertThat(pipe.others).noneMatch(PipesIT::isAnswer);
        assertThat(pipe.noise).isEmpty();
      }
    }
  }

  /** A call that ends when the program says that all is done. */
  private static CompletableFuture<Answer> waiting(
      ParleyProcess pipe, String tool, int session, String name, Object value) {
    return pipe.calling(
        tool,
        "session",
        "s" + session,
        name,
        value,
        "until",
        List.of("match"),
        "pattern",
        "all-done",
        "timeout_ms",
        60_000);
  }

  /** A second answer to a request, which has an id and nobody who waits for it. */
  private static boolean isAnswer(JsonNode message) {
    return message.has("id") && !message.has("method");
  }
}
