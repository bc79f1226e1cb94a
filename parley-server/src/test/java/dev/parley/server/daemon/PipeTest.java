package dev.parley.server.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.McpPipe;
import dev.parley.client.ParleyClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An agent at the pipe of {@code parley mcp}, with a daemon behind it that goes away. */
@Timeout(120)
final class PipeTest {
  private static final JsonMapper JSON = new JsonMapper();

  private RunningDaemon daemon;

  /** An agent with a pipe of its own. */
  private final class Agent implements AutoCloseable {
    private final OutputStream in;
    private final BufferedReader out;
    private final Thread thread;
    private int ids;

    Agent() throws IOException {
      this("parley");
    }

    Agent(String tools) throws IOException {
      var toPipe = new PipedInputStream(1 << 16);
      var fromPipe = new PipedInputStream(1 << 20);
      in = new PipedOutputStream(toPipe);
      out = new BufferedReader(new InputStreamReader(fromPipe, StandardCharsets.UTF_8));
      var pipe =
          new McpPipe(
              daemon.home,
              daemon.command,
              RunningDaemon.VERSION,
              tools,
              "answers=both",
              toPipe,
              new PipedOutputStream(fromPipe));
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      pipe.run();
                    } catch (IOException | InterruptedException ended) {
                      throw new AssertionError(ended);
                    }
                  });
      var introduction =
          JSON.readTree(
              """
              {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}
              """);
      send("initialize", (ObjectNode) introduction);
      assertThat(next().path("result").path("serverInfo").path("name").asString())
          .isEqualTo("parley");
      write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private void write(String line) throws IOException {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    int send(String method, ObjectNode params) throws IOException {
      var message = ParleyClient.object().put("jsonrpc", "2.0").put("id", ++ids);
      write(message.put("method", method).set("params", params).toString());
      return ids;
    }

    int call(String tool, ObjectNode arguments) throws IOException {
      return send(
          "tools/call", ParleyClient.object().put("name", tool).set("arguments", arguments));
    }

    /** The next answer; what comes unasked is passed over. */
    JsonNode next() throws IOException {
      var message = JSON.readTree(out.readLine());
      return message.has("method") ? next() : message;
    }

    JsonNode fields(String tool, ObjectNode arguments) throws IOException {
      var id = call(tool, arguments);
      var answer = next();
      assertThat(answer.path("id").asInt()).isEqualTo(id);
      return answer.path("result").path("structuredContent");
    }

    @Override
    public void close() throws IOException {
      in.close();
      try {
        thread.join();
      } catch (InterruptedException stopped) {
        throw new AssertionError(stopped);
      }
    }
  }

  @BeforeEach
  void start(@TempDir Path folder) {
    daemon = new RunningDaemon(folder);
  }

  @AfterEach
  void end() {
    daemon.close();
  }

  private static ObjectNode json() {
    return ParleyClient.object();
  }

  private static ObjectNode command(String... words) {
    var arguments = json();
    var array = arguments.putArray("command");
    for (var word : words) {
      array.add(word);
    }
    return arguments;
  }

  @Test
  void aWaitThatSpansARestartEndsRight(@TempDir Path go) throws Exception {
    try (var agent = new Agent()) {
      var script =
          "echo begun; until [ -e %s/go ]; do sleep 0.05; done; echo over; exit 4".formatted(go);
      var session =
          agent
              .fields("session_start", command("sh", "-c", script).put("timeout_ms", 0))
              .path("session")
              .asString();
      var reading = json().put("session", session).put("timeout_ms", 40_000);
      reading.putArray("until").add("exit");
      var id = agent.call("session_read", reading);
      RunningDaemon.kill(daemon.pid());
      java.nio.file.Files.createFile(go.resolve("go"));
      var answer = agent.next();
      assertThat(answer.path("id").asInt()).isEqualTo(id);
      var fields = answer.path("result").path("structuredContent");
      assertThat(fields.path("exit_code").asInt()).isEqualTo(4);
      assertThat(fields.path("output").asString()).endsWith("over\n");
    }
  }

  @Test
  void whatMayHaveBeenDoneIsAnsweredWithDaemonRestarted() throws Exception {
    try (var agent = new Agent()) {
      var session =
          agent.fields("session_start", command("python3", "-q")).path("session").asString();
      var id =
          agent.call(
              "session_send",
              json().put("session", session).put("text", "import time; time.sleep(1000)"));
      RunningDaemon.until(
          () -> daemon.output(session).contains("sleep")); // it has been typed, and waits
      RunningDaemon.kill(daemon.pid());
      var answer = agent.next();
      assertThat(answer.path("id").asInt()).isEqualTo(id);
      assertThat(answer.path("result").path("isError").asBoolean()).isTrue();
      assertThat(
              answer.path("result").path("structuredContent").path("error").path("code").asString())
          .isEqualTo("daemon_restarted");
      var after = agent.fields("session_read", json().put("session", session).put("timeout_ms", 0));
      assertThat(after.path("state").asString()).isEqualTo("working");
    }
  }

  @Test
  void otherToolsetsFindTheirListsAfterARestart() throws Exception {
    try (var agent = new Agent("unified-exec,terminal");
        var other = new Agent("unified-exec")) {
      var started = agent.fields("unified_exec", json().put("cmd", "cat")).path("session_id");
      var named = json().put("command", "marked=yes");
      agent.fields("terminal_auto_command_tool", named);
      var pid = daemon.pid();
      RunningDaemon.kill(pid);
      RunningDaemon.until(() -> daemon.pid() != pid);

      var list = agent.fields("list_pty_sessions", json());
      assertThat(list.path("sessions").path(0).path("session_id")).isEqualTo(started);
      assertThat(list.path("count").asInt()).isEqualTo(1);
      assertThat(other.fields("list_pty_sessions", json()).path("count").asInt()).isZero();
      assertThat(
              agent
                  .fields("terminal_auto_command_tool", json().put("command", "echo is:$marked"))
                  .path("output")
                  .asString())
          .contains("is:yes");
    }
  }

  @Test
  void anAgentThatComesBackFindsItsSessions() throws Exception {
    String session;
    try (var agent = new Agent()) {
      session =
          agent
              .fields("session_start", command("python3", "-q").put("name", "repl"))
              .path("session")
              .asString();
    }
    try (var agent = new Agent()) {
      var answer = agent.fields("session_send", json().put("session", "repl").put("text", "6 * 7"));
      assertThat(answer.path("session").asString()).isEqualTo(session);
      assertThat(answer.path("output").asString()).contains("42");
    }
  }

  /** It was sent again to every next daemon before, and ended each. */
  @Test
  void aMessageThatIsTooLongIsRefusedByThePipeAndEndsNothing() throws Exception {
    var before = daemon.pid();
    try (var agent = new Agent()) {
      agent.write(
          "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/list\",\"params\":{\"x\":["
              + "11,".repeat(3_000_000)
              + "11]}}");
      var refused = agent.next();
      assertThat(refused.path("id").asInt()).isEqualTo(77);
      assertThat(refused.path("error").path("message").asString()).contains("bytes at most");
      agent.send("tools/list", JSON.createObjectNode());
      assertThat(agent.next().path("result").path("tools").size()).isPositive();
    }
    assertThat(daemon.pid()).isEqualTo(before);
  }
}
