package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What people and agents do first, each command in a JVM of its own: the way it goes where no
 * launcher could be compiled. Everything else is tested through the launcher.
 */
@Timeout(120)
final class JvmWayIT {
  private static final Map<String, String> JVM = Map.of("PARLEY_JVM", "1");

  @Test
  void commandsWorkWithoutTheLauncher() throws Exception {
    try (var desk = Desk.open(JVM)) {
      desk.run("start", "--name", "py", "--", "python3", "-q");
      assertThat(desk.run("send", "py", "6 * 7")).contains("42");
      assertThat(desk.sessions()).hasSize(1);
      assertThat(desk.run("run", "--no-stdin", "--", "sh", "-c", "echo heard; exit 5"))
          .contains("heard");
      desk.kill();
      assertThat(desk.run("send", "py", "6 * 8")).contains("48");
      desk.restart();
      assertThat(desk.run("close", "py")).contains("py");
    }
  }

  @Test
  void anAgentsPipeSurvivesTheDaemon() throws Exception {
    try (var desk = Desk.open(JVM)) {
      var agent = desk.client();
      var start = agent.call("session_start", "command", "cat", "name", "one");
      assertThat(start.state()).isEqualTo("waiting");
      desk.kill();
      assertThat(agent.call("session_send", "session", "one", "text", "still there").output())
          .contains("still there");
    }
  }
}
