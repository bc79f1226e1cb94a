package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of the other toolsets' programs, given with {@code --limit}; the daemon keeps them. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class LimitsIT {
  private static final String FORKS =
      "bash -c 'for i in 1 2 3 4 5 6 7 8; do sleep 2 & done 2>&1; wait' 2>&1 | grep -c unavail";
  private static Desk desk;

  @BeforeAll
  static void open() {
    desk = Desk.open();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  private static ParleyProcess limited(String toolset) {
    return desk.client(
        "--tools",
        toolset + ",parley",
        "--limit",
        toolset + ".processes=6",
        "--limit",
        toolset + ".open_files=77");
  }

  @Test
  void tricode() {
    var parley = limited("tricode");
    var files = parley.call("run_command", "command", "ulimit -n");
    assertThat(files.field("output")).isEqualTo("77\n");
    var session = parley.call("start_session", "command", "ulimit -n; sleep 100");
    var read = parley.call("read_output", "session_id", session.field("session_id"));
    assertThat(read.field("output")).isEqualTo("77\n");
    var forks = parley.call("run_command", "command", FORKS);
    assertThat(forks.field("output").strip()).isNotEqualTo("0");
  }

  @Test
  void unifiedExec() {
    var parley = limited("unified-exec");
    var files = parley.call("unified_exec", "cmd", "ulimit -n", "yield_time_ms", 20_000);
    assertThat(files.field("output")).isEqualTo("77\r\n");
    var forks = parley.call("unified_exec", "cmd", FORKS, "yield_time_ms", 20_000);
    assertThat(forks.field("output").strip()).isNotEqualTo("0");
  }

  @Test
  void terminal() {
    var parley = limited("terminal");
    var session = parley.call("terminal_create_session_tool").field("session_id");
    var files =
        parley.call("terminal_execute_command_tool", "session_id", session, "command", "ulimit -n");
    assertThat(files.field("output")).isEqualTo("77\n");
    var auto = parley.call("terminal_auto_command_tool", "command", "ulimit -n", "duration", 20);
    assertThat(auto.field("output")).isEqualTo("77\n");
    var far =
        parley.call("terminal_ssh_connect_tool", "host", "localhost", "username", "ada", "port", 1);
    assertThat(far.field("code")).isEqualTo("unsupported_here");
  }
}
