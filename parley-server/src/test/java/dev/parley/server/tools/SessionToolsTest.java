package dev.parley.server.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.mcp.Era;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.StreamClient;
import dev.parley.session.Sessions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The tools over the real engine, in this process. */
@Timeout(60)
class SessionToolsTest {
  private Sessions sessions = Sessions.inProcess();

  @AfterEach
  void close() {
    sessions.close();
  }

  private McpServer server() {
    return AgentServer.of(sessions, Set.of(Toolset.PARLEY), "1");
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asString();
  }

  @ParameterizedTest
  @EnumSource(Era.class)
  void aConversationReadsLikeOneInBothEras(Era era) throws Exception {
    try (var client = StreamClient.of(era, server())) {
      var start =
          client.call(
              "session_start",
              """
              {"command": "read -p 'Name? ' name; echo Hello, $name", "name": "greeter"}""");
      assertThat(text(start)).isEqualTo("waiting · @6\nName?");

      var end = client.call("session_send", "{\"session\": \"greeter\", \"text\": \"Ada\"}");

      assertThat(text(end)).isEqualTo("exited 0 · @23\nHello, Ada\n");
      assertThat(end.path("structuredContent").path("output").asString()).isEqualTo("Hello, Ada\n");
    }
  }

  @Test
  void eachClientReadsOnFromItsOwnLastAnswer() throws Exception {
    var server = server();
    try (var one = StreamClient.of(Era.STATEFUL, server);
        var other = StreamClient.of(Era.STATEFUL, server)) {
      one.call("session_start", "{\"command\": \"cat\", \"name\": \"shared\"}");
      one.call("session_send", "{\"session\": \"shared\", \"text\": \"hello\"}");

      assertThat(output(one.call("session_read", "{\"session\": \"shared\"}"))).isEmpty();
      assertThat(output(other.call("session_read", "{\"session\": \"shared\"}")))
          .isEqualTo("hello\nhello\n");
      assertThat(output(other.call("session_read", "{\"session\": \"shared\"}"))).isEmpty();
    }
  }

  private static String output(JsonNode result) {
    return result.path("structuredContent").path("output").asString();
  }

  @Test
  void aStateIsExplainedToWhoAsks() throws Exception {
    try (var client = StreamClient.of(Era.STATEFUL, server())) {
      client.call("session_start", "{\"command\": \"cat\", \"name\": \"asks\"}");

      var silent = client.call("session_read", "{\"session\": \"asks\"}");
      var read = client.call("session_read", "{\"session\": \"asks\", \"explain\": true}");

      assertThat(silent.path("structuredContent").has("explain")).isFalse();
      var why = read.path("structuredContent").path("explain");
      assertThat(why.path("rule").asString()).isEqualTo("kernel-sure");
      assertThat(why.path("processes").path(0).path("threads").path(0).path("doing").asString())
          .isEqualTo("read: terminal");
    }
  }

  @Test
  void outputThatIsNoLongerKeptIsReported() throws Exception {
    sessions.close();
    sessions = Sessions.inProcess(new Sessions.Bounds(4, 16 << 20, Duration.ofHours(1)));
    try (var client = StreamClient.of(Era.STATEFUL, server())) {
      var start =
          client.call(
              "session_start",
              "{\"command\": \"seq 3000000\", \"view\": \"none\", \"timeout_ms\": 50000}");
      var session = start.path("structuredContent").path("session").asString();

      var read =
          client.call("session_read", "{\"session\": \"%s\", \"from\": 0}".formatted(session));

      assertThat(read.path("structuredContent").path("hint").asString()).contains("no longer kept");
      assertThat(output(read)).endsWith("3000000\n");
    }
  }

  @Test
  void aFullScreenProgramIsShownAsItsScreen() throws Exception {
    try (var client = StreamClient.of(Era.STATEFUL, server())) {
      var start =
          client.call(
              "session_start",
              """
              {"command": "printf '\\\\033[?1049h\\\\033[2;3Hchoose \\\\033[7mthis\\\\033[0m'; read -s -n 1 key"}""");

      assertThat(start.path("structuredContent").path("fullscreen").asBoolean()).isTrue();
      assertThat(text(start)).contains("  choose this");
    }
  }

  @Test
  void aShellTellsHowItsLastCommandEnded() throws Exception {
    try (var client = StreamClient.of(Era.STATEFUL, server())) {
      client.call(
          "session_start",
          "{\"shell\": \"/bin/bash\", \"name\": \"sh\", \"env\": {\"PS1\": \"$ \"}}");
      var failed = client.call("session_send", "{\"session\": \"sh\", \"text\": \"(exit 3)\"}");

      assertThat(text(failed)).startsWith("ready · ").contains("exit code 3");
    }
  }

  @Test
  void allToolsetsShareTheSessions() throws Exception {
    var all = AgentServer.of(sessions, EnumSet.allOf(Toolset.class), "1");
    try (var client = StreamClient.of(Era.STATEFUL, all)) {
      var started = client.call("start_session", "{\"command\": \"cat\"}");
      var session = started.path("structuredContent").path("session_id").asString();

      var answer =
          client.call(
              "session_send", "{\"session\": \"%s\", \"text\": \"meow\"}".formatted(session));

      assertThat(output(answer)).isEqualTo("meow\n");
    }
  }
}
