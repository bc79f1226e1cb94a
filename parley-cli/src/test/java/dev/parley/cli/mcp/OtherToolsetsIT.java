package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** The toolsets with names other agents know: each tool, its defaults, limits and errors. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class OtherToolsetsIT {
  @SuppressWarnings("NullAway.Init") // each test offers what it needs
  private ParleyProcess parley;

  private void offer(String... options) {
    parley = ParleyProcess.start(options);
  }

  @AfterEach
  void end() throws Exception {
    parley.close();
    assertThat(parley.noise).isEmpty();
  }

  @Test
  void toolsetsAreChosenByName() {
    offer("--tools", "tricode,terminal");
    assertThat(names())
        .containsExactly(
            "start_session",
            "send_input",
            "read_output",
            "close_session",
            "list_sessions",
            "run_command",
            "terminal_create_session_tool",
            "terminal_execute_command_tool",
            "terminal_ssh_connect_tool",
            "terminal_expect_tool",
            "terminal_send_tool",
            "terminal_close_session_tool",
            "terminal_list_sessions_tool",
            "terminal_auto_command_tool",
            "terminal_get_state_tool",
            "terminal_get_incremental_tool");
  }

  private List<String> names() {
    return parley.request("tools/list").path("result").path("tools").values().stream()
        .map(tool -> tool.path("name").asString())
        .toList();
  }

  @Nested
  class Tricode {
    private String start(String command) {
      return parley.call("start_session", "command", command).field("session_id");
    }

    @Test
    void aShellIsStartedTypedIntoReadAndClosed() {
      offer("--tools", "tricode");
      var session = start("");
      parley.call("send_input", "session_id", session, "input_text", "echo $((6 * 7)) $0");
      var output = new StringBuilder();
      while (!output.toString().contains("42 /bin/bash")) {
        output.append(parley.call("read_output", "session_id", session, "timeout", 10).output());
      }
      var list = parley.call("list_sessions").fields().path("sessions");
      assertThat(list.size()).isEqualTo(1);
      assertThat(list.path(0).propertyNames())
          .containsExactly("session_id", "age", "idle", "status");
      parley.call("close_session", "session_id", session);
      assertThat(parley.call("list_sessions").fields().path("sessions").size()).isZero();
    }

    @Test
    void aReadHasFourKilobytesAtMostAndTheRestComesNext() {
      offer("--tools", "tricode");
      var session = start("seq 1 3000");
      var whole = new StringBuilder();
      var reads = new ArrayList<Integer>();
      while (!whole.toString().contains("3000\n")) {
        var read = parley.call("read_output", "session_id", session, "timeout", 10).output();
        reads.add(read.length());
        whole.append(read);
      }
      assertThat(reads).allMatch(size -> size <= 4096).hasSizeGreaterThan(3);
      assertThat(whole.toString().lines()).hasSize(3000);
      assertThat(parley.call("read_output", "session_id", session).output()).isEmpty();
    }

    @Test
    void aReadWaitsNoLongerThanAsked() {
      offer("--tools", "tricode");
      var session = start("echo begun; exec sleep 600");
      var read = parley.call("read_output", "session_id", session);
      assertThat(read.output()).isEqualTo("begun\n");
    }

    @Test
    void threeSessionsMayLiveAtOnce() {
      offer("--tools", "tricode");
      var first = start("cat");
      start("cat");
      start("cat");
      var fourth = parley.call("start_session", "command", "cat");
      assertThat(fourth.code()).isEqualTo("limit");
      assertThat(fourth.text()).contains("close_session");
      parley.call("close_session", "session_id", first);
      assertThat(parley.call("start_session", "command", "cat").refused()).isFalse();
    }

    @Test
    void oldSessionsEndHoweverBusy() {
      offer("--tools", "tricode,parley", "--limit", "tricode.lifetime_s=1");
      assertThat(ended(start("while :; do echo busy; sleep 0.1; done"))).isEqualTo("exited");
    }

    private String ended(String session) {
      return parley.call("session_read", "session", session, "until", List.of("exit")).state();
    }

    @Test
    void aCommandIsRunToItsEnd() {
      offer("--tools", "tricode");
      var run = parley.call("run_command", "command", "echo out; echo err >&2; exit 3");
      assertThat(run.fields().toString())
          .isEqualTo("{\"output\":\"out\\nerr\\n\",\"exit_code\":3}");
      var slow = parley.call("run_command", "command", "echo begun; sleep 600", "timeout", 1);
      assertThat(slow.output()).isEqualTo("begun\n");
      assertThat(slow.fields().path("exit_code").isNull()).isTrue();
      // It reads nothing, and what insists on a person is ended instead of waited for.
      assertThat(parley.call("run_command", "command", "cat").fields().path("exit_code").asInt(-1))
          .isZero();
      assertThat(parley.call("run_command", "command", "read x </dev/tty").text())
          .contains("asked for input");
    }

    @Test
    void unknownSessionsAreRefused() {
      offer("--tools", "tricode");
      for (var tool : List.of("read_output", "close_session")) {
        var answer = parley.call(tool, "session_id", "nobody");
        assertThat(answer.code()).isEqualTo("not_found");
        assertThat(answer.text()).contains("list_sessions");
      }
      assertThat(parley.call("send_input", "session_id", "nobody", "input_text", "x").code())
          .isEqualTo("not_found");
      assertThat(parley.call("start_session").text()).contains("command is missing");
    }
  }

  @Nested
  class UnifiedExec {
    @TempDir Path folder;

    @Test
    void aCommandIsRunWrittenToAndSeenToItsEnd() {
      offer("--tools", "unified-exec");
      var start =
          parley.call(
              "unified_exec",
              "cmd",
              "read -p 'name? ' x; echo hi $x in $PWD; exit 4",
              "workdir",
              folder.toString(),
              "yield_time_ms",
              20_000);
      assertThat(start.fields().propertyNames())
          .containsExactly("success", "session_id", "output", "running", "exit_code", "truncated");
      assertThat(start.output()).isEqualTo("name? ");
      assertThat(start.fields().path("running").asBoolean()).isTrue();
      assertThat(start.fields().path("exit_code").isNull()).isTrue();
      var end =
          parley.call(
              "write_stdin",
              "session_id",
              start.field("session_id"),
              "chars",
              "Ada\n",
              "yield_time_ms",
              20_000);
      assertThat(end.output()).isEqualTo("Ada\r\nhi Ada in %s\r\n".formatted(folder));
      assertThat(end.fields().path("running").asBoolean(true)).isFalse();
      assertThat(end.fields().path("exit_code").asInt()).isEqualTo(4);
    }

    @Test
    void aProgramThatPrintsOnIsAnsweredForAfterATenthOfASecond() {
      offer("--tools", "unified-exec");
      // Without the trap bash goes on when Ctrl-C comes while its child ends by itself.
      var start =
          parley.call(
              "unified_exec", "cmd", "trap 'exit 130' INT; while :; do echo on; sleep 0.01; done");
      assertThat(start.fields().path("running").asBoolean()).isTrue();
      var session = start.field("session_id");
      var more = parley.call("write_stdin", "session_id", session, "yield_time_ms", 500);
      assertThat(more.output()).contains("on\r\n");
      var stopped =
          parley.call(
              "write_stdin", "session_id", session, "chars", "\u0003", "yield_time_ms", 20_000);
      assertThat(stopped.fields().path("exit_code").asInt()).isEqualTo(130);
    }

    @Test
    void outputIsCutAtTheBudgetAndKeepsItsEscapeCodes() {
      offer("--tools", "unified-exec");
      var cut =
          parley.call(
              "unified_exec", "cmd", "seq 10000", "max_output_tokens", 25, "yield_time_ms", 20_000);
      assertThat(cut.output()).startsWith("1\r\n2\r\n").endsWith("[Output truncated]");
      assertThat(cut.output().length()).isLessThanOrEqualTo(100 + "[Output truncated]".length());
      assertThat(cut.fields().path("truncated").asBoolean()).isTrue();
      var bold =
          parley.call("unified_exec", "cmd", "printf '\\033[1mx\\033[0m'", "yield_time_ms", 20_000);
      assertThat(bold.output()).isEqualTo("\u001b[1mx\u001b[0m");
      var defaults = parley.call("unified_exec", "cmd", "seq 20000", "yield_time_ms", 20_000);
      assertThat(defaults.output().length())
          .isBetween(39_000, 40_000 + "[Output truncated]".length());
    }

    @Test
    void tenSessionsMayLiveAndStaleOnesMakeRoom() {
      offer("--tools", "unified-exec", "--limit", "unified-exec.stale_s=2");
      var first = parley.call("unified_exec", "cmd", "cat").field("session_id");
      for (var count = 1; count < 10; count++) {
        assertThat(parley.call("unified_exec", "cmd", "cat").refused()).isFalse();
      }
      assertThat(parley.call("list_pty_sessions").fields().path("count").asInt()).isEqualTo(10);
      // Either the limit is met, or so much time has passed that the first ones are stale.
      var eleventh = parley.call("unified_exec", "cmd", "cat");
      if (eleventh.refused()) {
        assertThat(eleventh.code()).isEqualTo("limit");
        assertThat(eleventh.fields().path("success").asBoolean(true)).isFalse();
      }
      while (parley.call("unified_exec", "cmd", "cat").refused()) {
        var unused =
            parley.call("write_stdin", "session_id", "nobody", "chars", "", "yield_time_ms", 0);
      }
      assertThat(parley.call("list_pty_sessions").fields().toString()).doesNotContain(first);
    }

    @Test
    void sessionsAreClosedPolitelyOrByForce() {
      offer("--tools", "unified-exec");
      var polite = parley.call("unified_exec", "cmd", "exec sleep 600").field("session_id");
      assertThat(
              parley
                  .call("close_pty_session", "session_id", polite)
                  .fields()
                  .path("success")
                  .asBoolean())
          .isTrue();
      var deaf =
          parley
              .call(
                  "unified_exec",
                  "cmd",
                  "trap '' HUP TERM; echo up; while :; do read x; done",
                  "yield_time_ms",
                  20_000)
              .field("session_id");
      var killed = parley.call("close_pty_session", "session_id", deaf, "force", true);
      assertThat(killed.fields().path("exit_code").asInt()).isEqualTo(137);
    }

    @Test
    void anUnknownSessionIsAnAnswerAndNoCrash() {
      offer("--tools", "unified-exec");
      for (var tool : List.of("write_stdin", "close_pty_session")) {
        var fields = parley.call(tool, "session_id", "nobody").fields();
        assertThat(fields.path("success").asBoolean(true)).isFalse();
        assertThat(fields.path("error").asString()).contains("nobody");
      }
      assertThat(
              parley
                  .call("unified_exec", "cmd", "true", "workdir", "/no/such")
                  .fields()
                  .path("success")
                  .asBoolean(true))
          .isFalse();
    }
  }

  @Nested
  class Terminal {
    private String create() {
      var answer = parley.call("terminal_create_session_tool");
      assertThat(answer.field("shell")).isEqualTo("/bin/bash");
      return answer.field("session_id");
    }

    private JsonNode execute(String session, String command, double timeout) {
      return parley
          .call(
              "terminal_execute_command_tool",
              "session_id",
              session,
              "command",
              command,
              "timeout",
              timeout)
          .fields();
    }

    @Test
    void commandsHaveExactlyTheirOutputAndTheirOwnExitCode() {
      offer("--tools", "terminal");
      var session = create();
      assertThat(execute(session, "printf 'a\\nb'; (exit 9)", 30).toString())
          .isEqualTo(
              "{\"success\":false,\"output\":\"a\\nb\",\"exit_code\":9,\"error\":\"The command ended with exit code 9\"}");
      execute(session, "cd /tmp; X=kept", 30);
      assertThat(execute(session, "echo $X $PWD", 30).path("output").asString())
          .isEqualTo("kept /tmp\n");
    }

    @Test
    void aCommandThatAsksOrTakesLongSaysSo() {
      offer("--tools", "terminal");
      var session = create();
      var asks = execute(session, "read -p 'sure? ' x", 30);
      assertThat(asks.path("success").asBoolean(true)).isFalse();
      assertThat(asks.path("error").asString()).contains("sure?");
      parley.call("terminal_send_tool", "session_id", session, "text", "yes");
      assertThat(execute(session, "echo $x", 30).path("output").asString()).isEqualTo("yes\n");
      var slow = execute(session, "echo begun; sleep 600", 1);
      assertThat(slow.path("success").asBoolean(true)).isFalse();
      assertThat(slow.path("output").asString()).isEqualTo("begun\n");
      assertThat(execute(session, "echo busy", 1).path("error").asString()).contains("sleep");
    }

    @Test
    void textIsExpectedInTheOrderItComes() {
      offer("--tools", "terminal");
      var session = create();
      assertThat(execute(session, "true", 30).path("success").asBoolean()).isTrue();
      parley.call("terminal_send_tool", "session_id", session, "text", "printf 'a1\\nb2\\nc3\\n'");
      var first = parley.call("terminal_expect_tool", "session_id", session, "pattern", "^a\\d");
      assertThat(first.fields().path("matched").asString()).isEqualTo("a1");
      var second = parley.call("terminal_expect_tool", "session_id", session, "pattern", "[a-z]3");
      assertThat(second.fields().path("matched").asString()).isEqualTo("c3");
      assertThat(second.field("before")).isEqualTo("\nb2\n");
      var never =
          parley.call(
              "terminal_expect_tool", "session_id", session, "pattern", "a1", "timeout", 0.2);
      assertThat(never.fields().path("success").asBoolean(true)).isFalse();
      assertThat(parley.call("terminal_expect_tool", "session_id", session, "pattern", "(").code())
          .isEqualTo("bad_input");
    }

    @Test
    void textCanBeTypedWithoutEnter() {
      offer("--tools", "terminal");
      var session = create();
      execute(session, "true", 30);
      parley.call("terminal_send_tool", "session_id", session, "text", "echo ha", "newline", false);
      parley.call("terminal_send_tool", "session_id", session, "text", "lf");
      var found = parley.call("terminal_expect_tool", "session_id", session, "pattern", "^half");
      assertThat(found.fields().path("success").asBoolean()).isTrue();
    }

    @Test
    void sessionsAreListedAndClosed() {
      offer("--tools", "terminal");
      var session = create();
      var list = parley.call("terminal_list_sessions_tool").fields();
      assertThat(list.path("count").asInt()).isEqualTo(1);
      assertThat(list.path("sessions").path(0).path("session_id").asString()).isEqualTo(session);
      assertThat(
              parley.call("terminal_close_session_tool", "session_id", session).fields().toString())
          .isEqualTo("{\"success\":true}");
      assertThat(parley.call("terminal_list_sessions_tool").fields().path("count").asInt())
          .isZero();
    }

    @Test
    void oneShellIsAlwaysThere() {
      offer("--tools", "terminal");
      assertThat(parley.call("terminal_get_state_tool").fields().path("is_alive").asBoolean(true))
          .isFalse();
      var first =
          parley.call("terminal_auto_command_tool", "command", "X=5; echo set", "duration", 30);
      assertThat(first.fields().toString())
          .isEqualTo(
              "{\"status\":\"success\",\"command\":\"X=5; echo set\",\"output\":\"set\\n\",\"state\":\"ready\"}");
      var second = parley.call("terminal_auto_command_tool", "command", "echo $X", "duration", 30);
      assertThat(second.output()).isEqualTo("5\n");
      var state = parley.call("terminal_get_state_tool").fields();
      assertThat(state.propertyNames()).containsExactly("status", "output", "is_alive");
      assertThat(state.path("output").asString()).contains("echo $X\n5\n");
      assertThat(parley.call("terminal_get_incremental_tool").output()).contains("set\n");
      assertThat(parley.call("terminal_get_incremental_tool").output()).isEmpty();
      parley.call("terminal_auto_command_tool", "command", "exit", "duration", 30);
      assertThat(
              parley
                  .call("terminal_auto_command_tool", "command", "echo again", "duration", 30)
                  .output())
          .isEqualTo("again\n");
    }

    @Test
    void whatCannotBeDoneIsSaid() {
      offer("--tools", "terminal");
      var ssh =
          parley.call("terminal_ssh_connect_tool", "host", "-oProxyCommand=x", "username", "ada");
      assertThat(ssh.code()).isEqualTo("bad_input");
      assertThat(ssh.fields().path("success").asBoolean(true)).isFalse();
      assertThat(
              parley
                  .call("terminal_create_session_tool", "shell", "/no/shell")
                  .fields()
                  .path("success")
                  .asBoolean(true))
          .isFalse();
      assertThat(parley.call("terminal_send_tool", "session_id", "nobody", "text", "x").code())
          .isEqualTo("not_found");
    }
  }
}
