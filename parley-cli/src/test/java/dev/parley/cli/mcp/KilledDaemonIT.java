package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The daemon is killed before each call of a client, which notices nothing: sessions, where they
 * were read to, and the client's own names for them are all there.
 */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class KilledDaemonIT {
  private Desk desk;

  @BeforeEach
  void open() {
    desk = Desk.open();
  }

  @AfterEach
  void close() throws Exception {
    desk.close();
  }

  private Answer afterKill(ParleyProcess parley, String tool, Object... arguments) {
    desk.kill();
    var answer = parley.call(tool, arguments);
    assertThat(answer.refused()).as("%s: %s", tool, answer.text()).isFalse();
    return answer;
  }

  @Test
  void parley() {
    var parley = desk.client();
    parley.call("session_start", "shell", "bash", "name", "sh", "timeout_ms", 30_000);
    var sent = afterKill(parley, "session_send", "session", "sh", "text", "echo one; false");
    assertThat(sent.output()).isEqualTo("one\n");
    assertThat(sent.fields().path("command").path("exit_code").asInt(-1)).isEqualTo(1);
    assertThat(afterKill(parley, "session_read", "session", "sh").output()).isEmpty();
    assertThat(afterKill(parley, "session_list").text()).contains("sh");
    assertThat(afterKill(parley, "session_close", "session", "sh").field("ended_by"))
        .startsWith("closed");
  }

  @Test
  void tricode() {
    var parley = desk.clientOf("tricode");
    var session = parley.call("start_session", "command", "python3 -q").field("session_id");
    parley.call("read_output", "session_id", session, "timeout", 20);
    afterKill(parley, "send_input", "session_id", session, "input_text", "6 * 7");
    assertThat(afterKill(parley, "read_output", "session_id", session, "timeout", 20).output())
        .contains("42");
    assertThat(afterKill(parley, "list_sessions").text()).contains(session);
    assertThat(afterKill(parley, "run_command", "command", "echo run").text()).contains("run");
    afterKill(parley, "close_session", "session_id", session);
  }

  @Test
  void unifiedExec() {
    var parley = desk.clientOf("unified-exec");
    var session =
        parley.call("unified_exec", "cmd", "exec sh", "yield_time_ms", 20_000).field("session_id");
    var written =
        afterKill(
            parley,
            "write_stdin",
            "session_id",
            session,
            "chars",
            "echo on-$((1 + 1))\n",
            "yield_time_ms",
            20_000);
    assertThat(written.output()).contains("on-2");
    assertThat(
            afterKill(parley, "unified_exec", "cmd", "echo new", "yield_time_ms", 20_000).output())
        .isEqualTo("new\r\n");
    assertThat(afterKill(parley, "list_pty_sessions").text()).contains(session);
    afterKill(parley, "close_pty_session", "session_id", session);
  }

  @Test
  void terminal() {
    var parley = desk.clientOf("terminal");
    var session = parley.call("terminal_create_session_tool").field("session_id");
    var executed =
        afterKill(
            parley, "terminal_execute_command_tool", "session_id", session, "command", "echo one");
    assertThat(executed.fields().toString())
        .isEqualTo("{\"success\":true,\"output\":\"one\\n\",\"exit_code\":0}");
    afterKill(parley, "terminal_send_tool", "session_id", session, "text", "echo mark-$((40 + 2))");
    var found =
        afterKill(parley, "terminal_expect_tool", "session_id", session, "pattern", "mark-42");
    assertThat(found.field("matched")).isEqualTo("mark-42");
    assertThat(afterKill(parley, "terminal_list_sessions_tool").text()).contains(session);
    afterKill(parley, "terminal_close_session_tool", "session_id", session);
  }

  @Test
  void theAutoManagedTerminal() {
    var parley = desk.clientOf("terminal");
    parley.call("terminal_auto_command_tool", "command", "X=5", "duration", 30);
    parley.call("terminal_get_incremental_tool");
    assertThat(
            afterKill(parley, "terminal_auto_command_tool", "command", "echo x$X", "duration", 30)
                .output())
        .isEqualTo("x5\n");
    var state = afterKill(parley, "terminal_get_state_tool");
    assertThat(state.fields().path("is_alive").asBoolean()).isTrue();
    assertThat(state.output()).contains("x5");
    assertThat(afterKill(parley, "terminal_get_incremental_tool").output())
        .contains("x5")
        .doesNotContain("X=5");
    assertThat(afterKill(parley, "terminal_get_incremental_tool").output()).isEmpty();
  }

  @Test
  void whyASessionEndedIsThereAsSoonAsItWasTold() {
    var tricode = desk.clientOf("tricode", "--limit", "tricode.lifetime_s=1");
    var session = tricode.call("start_session", "command", "exec cat").field("session_id");
    until(
        () ->
            tricode
                .call("read_output", "session_id", session)
                .field("ended_by")
                .equals("lifetime"));
    desk.kill();
    assertThat(desk.sessions().get(0).path("ended_by").asString()).isEqualTo("lifetime");
  }
}
