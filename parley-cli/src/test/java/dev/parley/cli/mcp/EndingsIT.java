package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Why a session ended, in every toolset and in lists. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
@Execution(ExecutionMode.CONCURRENT)
class EndingsIT {
  private static Desk desk;

  @BeforeAll
  static void open() {
    desk = Desk.ready();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  @Test
  void aPersonWhoClosedItIsNamedToTheAgent() {
    var parley = desk.client();
    var session =
        parley.call("session_start", "command", List.of("cat"), "timeout_ms", 0).field("session");
    desk.run("close", session);
    assertThat(parley.call("session_read", "session", session).field("ended_by"))
        .startsWith("closed by ");
    assertThat(desk.session(session).path("ended_by").asString()).startsWith("closed by ");
    assertThat(desk.run("list", "--all")).containsPattern(session + ".*closed by");
    var typed = parley.call("session_send", "session", session, "text", "x");
    assertThat(typed.refused()).isTrue();
  }

  @Test
  void anExpiredSessionSaysSoInEveryToolset() {
    var tricode = desk.clientOf("tricode", "--limit", "tricode.lifetime_s=1");
    var read = tricode.call("start_session", "command", "exec cat").field("session_id");
    var exec = desk.clientOf("unified-exec");
    var written =
        exec.call("unified_exec", "cmd", "exec cat", "yield_time_ms", 200).field("session_id");
    desk.run("close", written);
    until(
        () -> tricode.call("read_output", "session_id", read).field("ended_by").equals("lifetime"));
    assertThat(desk.session(read).path("ended_by").asString()).isEqualTo("lifetime");
    assertThat(exec.call("write_stdin", "session_id", written).field("ended_by"))
        .startsWith("closed by ");
    var terminal = desk.clientOf("terminal");
    var shell = terminal.call("terminal_create_session_tool").field("session_id");
    desk.run("close", shell);
    var refused =
        terminal.call(
            "terminal_execute_command_tool", "session_id", shell, "command", "echo never");
    assertThat(refused.field("error")).contains("closed by ");
  }

  /**
   * Whoever looks through {@code parley attach} uses the session; a program that prints does not.
   */
  @Test
  void attachingIsUseAndPrintingIsNot() {
    var parley = desk.client();
    var used = started(parley, "echo here; exec sleep 600");
    var attach = List.of(ParleyProcess.root().resolve("parley").toString(), "attach", used);
    var viewer =
        parley
            .call(
                "session_start",
                "command",
                attach,
                "env",
                Map.of(
                    "PARLEY_HOME", desk.home().resolve("state").toString(), "PARLEY_NO_BUILD", "1"),
                "timeout_ms",
                0)
            .field("session");
    until(
        () ->
            parley
                .call("session_read", "session", viewer, "view", "screen")
                .text()
                .contains("here"));
    var left = started(parley, "while :; do echo on; sleep 0.05; done");
    until(() -> desk.session(left).path("ended_by").asString().equals("idle"));
    assertThat(desk.session(used).path("state").asString()).isNotEqualTo("exited");
  }

  private static String started(ParleyProcess parley, String command) {
    return parley
        .call(
            "session_start",
            "command",
            List.of("sh", "-c", command),
            "idle_timeout_s",
            10,
            "timeout_ms",
            0)
        .field("session");
  }
}
