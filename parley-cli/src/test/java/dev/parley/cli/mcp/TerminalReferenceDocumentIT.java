package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import dev.parley.session.AutoSession;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Ten terminal tools and a helper API: what that reference says, point by point. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class TerminalReferenceDocumentIT {
  private static Desk desk;

  @BeforeAll
  static void open() {
    desk = Desk.ready();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  private static ParleyProcess client(String... more) {
    return desk.clientOf("terminal", more);
  }

  private static String create(ParleyProcess parley) {
    return parley.call("terminal_create_session_tool").field("session_id");
  }

  private static Answer execute(ParleyProcess parley, String session, String command) {
    return parley.call("terminal_execute_command_tool", "session_id", session, "command", command);
  }

  private static void parameters(String tool, String required, Object... namesAndDefaults) {
    var schema = client().described(tool).path("inputSchema");
    var names = new ArrayList<String>();
    for (var at = 0; at < namesAndDefaults.length; at += 2) {
      var name = (String) namesAndDefaults[at];
      names.add(name);
      assertThat(schema.path("properties").path(name).path("default").asString("none"))
          .as(name)
          .isEqualTo(namesAndDefaults[at + 1].toString());
    }
    assertThat(schema.path("properties").propertyNames()).containsExactlyElementsOf(names);
    assertThat(schema.path("required").values().stream().map(JsonNode::asString).toList())
        .isEqualTo(required.isEmpty() ? List.of() : List.of(required.split(" ")));
  }

  private static void failed(Answer answer) {
    assertThat(answer.fields().path("success").asBoolean(true)).as(answer.text()).isFalse();
    assertThat(answer.fields().path("error").isString()).as(answer.text()).isTrue();
    assertThat(answer.text()).isEqualTo(answer.fields().toString());
  }

  @Nested
  class Create {
    @Test
    @DisplayName("shell is optional, /bin/bash by default")
    void parameter() {
      parameters("terminal_create_session_tool", "", "shell", "/bin/bash");
    }

    @Test
    @DisplayName("returns success, session_id and the shell being used")
    void answer() {
      var answer = client().call("terminal_create_session_tool");
      assertThat(answer.fields().propertyNames()).containsExactly("success", "session_id", "shell");
      assertThat(answer.fields().path("success").asBoolean()).isTrue();
      assertThat(answer.field("shell")).isEqualTo("/bin/bash");
      assertThat(answer.text()).isEqualTo(answer.fields().toString());
    }

    @Test
    @DisplayName("the shell is the one asked for, and persistent")
    void shell() {
      var parley = client();
      var zsh = parley.call("terminal_create_session_tool", "shell", "/bin/zsh");
      assertThat(zsh.field("shell")).isEqualTo("/bin/zsh");
      var session = zsh.field("session_id");
      execute(parley, session, "x=5");
      assertThat(execute(parley, session, "echo $x $ZSH_NAME").output()).isEqualTo("5 zsh\n");
    }

    @Test
    @DisplayName("error: an error message if it failed, which is no dump of the search path")
    void error() {
      var answer = client().call("terminal_create_session_tool", "shell", "no-such-shell");
      failed(answer);
      assertThat(answer.field("error")).contains("no-such-shell").doesNotContain("/usr/bin");
    }
  }

  @Nested
  class Execute {
    @Test
    @DisplayName("session_id and command are required, timeout is 30 by default")
    void parameter() {
      parameters(
          "terminal_execute_command_tool",
          "session_id command",
          "session_id",
          "none",
          "command",
          "none",
          "timeout",
          "30");
    }

    @Test
    @DisplayName("success: whether the command succeeded; exit_code: 0 for success")
    void succeeded() {
      var parley = client();
      var session = create(parley);
      assertThat(execute(parley, session, "true").fields().toString())
          .isEqualTo("{\"success\":true,\"output\":\"\",\"exit_code\":0}");
      var failed = execute(parley, session, "false").fields();
      assertThat(failed.path("success").asBoolean(true)).isFalse();
      assertThat(failed.path("exit_code").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("output: the command's output, to the letter")
    void output() {
      var parley = client();
      var session = create(parley);
      for (var text : List.of("abc", "a\nb", "a\n\n", "  x  ", "", "tab\there", "%s")) {
        var command = "printf '%s' '" + text + "'";
        assertThat(execute(parley, session, command).output()).as(command).isEqualTo(text);
      }
    }

    @Test
    @DisplayName("timeout: in seconds; what was printed so far comes with the error")
    void timeout() {
      var parley = client();
      var session = create(parley);
      var slow =
          parley.call(
              "terminal_execute_command_tool",
              "session_id",
              session,
              "command",
              "echo begun; sleep 600",
              "timeout",
              1);
      failed(slow);
      assertThat(slow.output()).isEqualTo("begun\n");
      assertThat(slow.fields().path("exit_code").isNull()).isTrue();
    }

    @Test
    @DisplayName("a command that asks shows what it asks")
    void asks() {
      var parley = client();
      var session = create(parley);
      var asks = execute(parley, session, "read -p 'sure? ' x");
      failed(asks);
      assertThat(asks.output()).isEqualTo("sure? ");
      parley.call("terminal_send_tool", "session_id", session, "text", "yes");
      assertThat(execute(parley, session, "echo $x").output()).isEqualTo("yes\n");
    }

    @Test
    @DisplayName("error: an error message of one shape, wrong arguments included")
    void error() {
      var parley = client();
      var session = create(parley);
      failed(execute(parley, "nobody", "true"));
      failed(parley.call("terminal_execute_command_tool", "session_id", session));
      failed(parley.call("terminal_execute_command_tool", "session_id", session, "command", 5));
      failed(execute(parley, session, ""));
    }

    @Test
    @DisplayName("calls on one session take turns, each with its own answer")
    void turns() {
      var parley = client();
      var session = create(parley);
      var answers =
          IntStream.range(0, 8)
              .mapToObj(
                  number ->
                      Map.entry(
                          number,
                          parley.calling(
                              "terminal_execute_command_tool",
                              "session_id",
                              session,
                              "command",
                              "sleep 0.05; echo got" + number)))
              .toList();
      for (var answer : answers) {
        assertThat(answer.getValue().join().fields().toString())
            .isEqualTo(
                "{\"success\":true,\"output\":\"got%d\\n\",\"exit_code\":0}"
                    .formatted(answer.getKey()));
      }
    }

    @Test
    @DisplayName("inside a nested shell the command runs there")
    void nested() {
      var parley = client();
      var session = create(parley);
      parley.call("terminal_send_tool", "session_id", session, "text", "Y=outer; bash --norc");
      until(() -> execute(parley, session, "echo \"[$Y]\"").output().equals("[]\n"));
      assertThat(execute(parley, session, "false").fields().path("exit_code").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName(
        "an unfinished quote shows nothing of ours, and the next command is not part of it")
    void quote() {
      var parley = client();
      var session = create(parley);
      var open = execute(parley, session, "echo 'begun");
      assertThat(open.text()).doesNotContain("133;").doesNotContain("\\u001b");
      assertThat(open.fields().path("success").asBoolean(true)).isFalse();
      parley.call("terminal_send_tool", "session_id", session, "text", "\u0003", "newline", false);
      until(() -> execute(parley, session, "echo next").output().equals("next\n"));
    }

    @Test
    @DisplayName("a flood keeps its exit code, and says what is missing of its output")
    void flood() throws Exception {
      try (var own = Desk.open(Map.of("PARLEY_JOURNAL_BYTES", "2097152"))) {
        var parley = own.client("--tools", "terminal");
        var session = create(parley);
        var flood = execute(parley, session, "seq 1 1000000; (exit 9)");
        assertThat(flood.fields().path("exit_code").asInt()).as(shortened(flood)).isEqualTo(9);
        assertThat(flood.output()).contains("no longer kept").endsWith("1000000\n");
        assertThat(flood.output().length()).isLessThan(1 << 20);
      }
    }

    private static String shortened(Answer answer) {
      return answer.text().substring(0, Math.min(300, answer.text().length()));
    }
  }

  @Nested
  class Ssh {
    @Test
    @DisplayName("host and username are required; password, port 22 and key_file are not")
    void parameter() {
      parameters(
          "terminal_ssh_connect_tool",
          "host username",
          "host",
          "none",
          "username",
          "none",
          "password",
          "none",
          "port",
          "22",
          "key_file",
          "none");
    }

    @Test
    @DisplayName("error: a connection that fails says so")
    void error() {
      failed(
          client()
              .call(
                  "terminal_ssh_connect_tool", "host", "127.0.0.1", "username", "ada", "port", 1));
    }
  }

  @Nested
  class Expect {
    private static Answer expect(ParleyProcess parley, String session, String pattern) {
      return parley.call("terminal_expect_tool", "session_id", session, "pattern", pattern);
    }

    @Test
    @DisplayName("session_id and pattern are required, timeout is 30 by default")
    void parameter() {
      parameters(
          "terminal_expect_tool",
          "session_id pattern",
          "session_id",
          "none",
          "pattern",
          "none",
          "timeout",
          "30");
    }

    @Test
    @DisplayName("waits for a pattern: success, matched and before")
    void waits() {
      var parley = client();
      var session = create(parley);
      execute(parley, session, "true");
      parley.call("terminal_send_tool", "session_id", session, "text", "printf 'a1\\nb2\\nc3\\n'");
      var first = expect(parley, session, "^a\\d");
      assertThat(first.fields().propertyNames()).containsExactly("success", "matched", "before");
      assertThat(first.field("matched")).isEqualTo("a1");
      var second = expect(parley, session, "[a-z]3");
      assertThat(second.field("matched")).isEqualTo("c3");
      assertThat(second.field("before")).isEqualTo("\nb2\n");
    }

    @Test
    @DisplayName("a pattern that does not come in time, and one that cannot be read, are errors")
    void error() {
      var parley = client();
      var session = create(parley);
      failed(
          parley.call(
              "terminal_expect_tool", "session_id", session, "pattern", "never", "timeout", 0.2));
      failed(expect(parley, session, "("));
    }

    @Test
    @DisplayName("finds what was printed before the daemon was killed and not read yet")
    void killed() throws Exception {
      try (var own = Desk.open()) {
        var parley = own.client("--tools", "terminal");
        var session = create(parley);
        execute(parley, session, "true");
        parley.call(
            "terminal_send_tool", "session_id", session, "text", "echo one-$((0+1)) two-$((1+1))");
        assertThat(expect(parley, session, "one-1").fields().path("success").asBoolean()).isTrue();
        own.kill();
        assertThat(expect(parley, session, "two-2").fields().path("success").asBoolean()).isTrue();
        assertThat(execute(parley, session, "echo three").output()).isEqualTo("three\n");
      }
    }
  }

  @Nested
  class Send {
    @Test
    @DisplayName("session_id and text are required, newline is true by default")
    void parameter() {
      parameters(
          "terminal_send_tool",
          "session_id text",
          "session_id",
          "none",
          "text",
          "none",
          "newline",
          "true");
    }

    @Test
    @DisplayName("sends without waiting for output, with or without a newline")
    void sends() {
      var parley = client();
      var session = create(parley);
      execute(parley, session, "true");
      var sent =
          parley.call(
              "terminal_send_tool", "session_id", session, "text", "echo ha", "newline", false);
      assertThat(sent.fields().toString()).isEqualTo("{\"success\":true}");
      parley.call("terminal_send_tool", "session_id", session, "text", "lf");
      var found = parley.call("terminal_expect_tool", "session_id", session, "pattern", "^half");
      assertThat(found.fields().path("success").asBoolean()).isTrue();
      failed(parley.call("terminal_send_tool", "session_id", "nobody", "text", "x"));
    }
  }

  @Nested
  class CloseAndList {
    @Test
    @DisplayName("close: session_id is required; whether it succeeded")
    void closes() {
      parameters("terminal_close_session_tool", "session_id", "session_id", "none");
      var parley = client();
      var session = create(parley);
      assertThat(
              parley.call("terminal_close_session_tool", "session_id", session).fields().toString())
          .isEqualTo("{\"success\":true}");
      failed(parley.call("terminal_close_session_tool", "session_id", "nobody"));
    }

    @Test
    @DisplayName("list: success is always true, sessions and their count")
    void lists() {
      var parley = client();
      var session = create(parley);
      var list = parley.call("terminal_list_sessions_tool").fields();
      assertThat(list.propertyNames()).containsExactly("success", "sessions", "count");
      assertThat(list.path("success").asBoolean()).isTrue();
      assertThat(list.path("count").asInt()).isEqualTo(1);
      assertThat(list.path("sessions").path(0).path("session_id").asString()).isEqualTo(session);
      assertThat(list.path("sessions").path(0).path("shell").asString()).isEqualTo("/bin/bash");
    }

    @Test
    @DisplayName("list: active sessions only")
    void listsActive() {
      var parley = client();
      var session = create(parley);
      parley.call("terminal_send_tool", "session_id", session, "text", "exit");
      until(() -> parley.call("terminal_list_sessions_tool").fields().path("count").asInt(-1) == 0);
    }

    @Test
    @DisplayName("the three tools without parameters take params: {}")
    void params() {
      var parley = client();
      for (var tool :
          List.of(
              "terminal_list_sessions_tool",
              "terminal_get_state_tool",
              "terminal_get_incremental_tool")) {
        var answer = parley.call(tool, "params", Map.of());
        assertThat(answer.refused()).as(answer.text()).isFalse();
        assertThat(parley.call(tool).refused()).isFalse();
      }
    }
  }

  @Nested
  class Auto {
    private static Answer auto(ParleyProcess parley, String command, Object... more) {
      var arguments = new ArrayList<Object>(List.of("command", command));
      arguments.addAll(Arrays.asList(more));
      return parley.call("terminal_auto_command_tool", arguments.toArray());
    }

    @Test
    @DisplayName("command is required, duration is 2.0 by default")
    void parameter() {
      parameters("terminal_auto_command_tool", "command", "command", "none", "duration", "2.0");
    }

    @Test
    @DisplayName("creates and reuses a persistent session: status, command, output")
    void reuses() {
      var parley = client();
      var first = auto(parley, "X=5; echo set", "duration", 30);
      assertThat(first.field("status")).isEqualTo("success");
      assertThat(first.field("command")).isEqualTo("X=5; echo set");
      assertThat(first.output()).isEqualTo("set\n");
      assertThat(first.text()).isEqualTo(first.fields().toString());
      assertThat(auto(parley, "echo $X", "duration", 30).output()).isEqualTo("5\n");
      auto(parley, "exit", "duration", 30);
      assertThat(auto(parley, "echo again", "duration", 30).output()).isEqualTo("again\n");
    }

    @Test
    @DisplayName("a question is part of the output, and a field says what the program is doing")
    void question() {
      var parley = client();
      var asks = auto(parley, "read -p 'Continue? [y/N] ' x", "duration", 30);
      assertThat(asks.output()).isEqualTo("Continue? [y/N] ");
      assertThat(asks.field("state")).isEqualTo("waiting");
      auto(parley, "y", "duration", 30);
      var secret = auto(parley, "read -s -p 'Password: ' x", "duration", 30);
      assertThat(secret.output()).isEqualTo("Password: ");
      assertThat(secret.field("state")).isEqualTo("secret");
      auto(parley, "hidden", "duration", 30);
      var python = auto(parley, "python3 -q", "duration", 30);
      assertThat(python.output()).isEqualTo(">>> ");
      auto(parley, "exit()", "duration", 30);
      var less = auto(parley, "seq 100 > n; less n", "duration", 30);
      assertThat(less.output()).contains("1\n2\n3\n");
      var quit = auto(parley, "q", "duration", 30);
      assertThat(quit.output()).isEmpty();
      assertThat(quit.field("state")).isEqualTo("ready");
    }

    @Test
    @DisplayName("get_state: status, output and is_alive of the auto-managed terminal")
    void state() {
      var parley = client();
      assertThat(parley.call("terminal_get_state_tool").fields().path("is_alive").asBoolean(true))
          .isFalse();
      auto(parley, "echo $((6 * 7))", "duration", 30);
      var state = parley.call("terminal_get_state_tool").fields();
      assertThat(state.propertyNames()).startsWith("status", "output", "is_alive");
      assertThat(state.path("output").asString()).contains("42");
      assertThat(state.path("is_alive").asBoolean()).isTrue();
    }

    @Test
    @DisplayName("get_state does not wait behind a running command")
    void stateMeanwhile() {
      var parley = client();
      auto(parley, "true", "duration", 30);
      var running =
          parley.calling(
              "terminal_auto_command_tool", "command", "echo up; sleep 600", "duration", 40);
      until(
          () ->
              parley
                  .call("terminal_get_state_tool")
                  .fields()
                  .path("output")
                  .asString()
                  .contains("\nup"));
      assertThat(running.isDone()).isFalse();
    }

    @Test
    @DisplayName("get_incremental: new output since the last read, and bounded")
    void incremental() {
      var parley = client();
      auto(parley, "echo one", "duration", 30);
      assertThat(parley.call("terminal_get_incremental_tool").output()).contains("one\n");
      assertThat(parley.call("terminal_get_incremental_tool").output()).isEmpty();
      auto(parley, "seq 1 300000", "duration", 30);
      var whole = new StringBuilder();
      until(
          () -> {
            var next = parley.call("terminal_get_incremental_tool").output();
            assertThat(next.length()).isLessThanOrEqualTo(100_000);
            return whole.append(next).indexOf("\n300000\n") >= 0;
          });
      assertThat(whole.toString()).contains("\n150000\n");
    }
  }

  /** The helper functions, which are the Java API here. */
  @Nested
  class Helpers {
    @Test
    @DisplayName("get_instance: one instance for all")
    void shared() {
      assertThat(Sessions.shared()).isSameAs(Sessions.shared());
    }

    @Test
    @DisplayName("cleanup_all: closes all open sessions, and the instance can still be used")
    void cleanUp() {
      var shared = Sessions.shared();
      var first = shared.start(Launch.of("cat"));
      shared.closeAll();
      assertThat(first.ending()).isPresent();
      assertThat(shared.list()).allMatch(session -> session.ending().isPresent());
      try (var second = shared.start(Launch.of("cat"))) {
        assertThat(second.over()).isFalse();
      }
    }

    @Test
    @DisplayName("cleanup_all: called at exit or on SIGTERM")
    void cleanUpAtTheEnd() {
      var parley = client();
      var session = create(parley);
      parley.process().destroy(); // SIGTERM
      until(() -> !desk.run("list").contains(session));
    }

    @Test
    @DisplayName("each helper has a place in the page on Java")
    void page() throws Exception {
      var page = Files.readString(ParleyProcess.root().resolve("docs/java.md"));
      var table = page.substring(page.indexOf("| they know | here |"));
      assertThat(table)
          .contains(
              "`get_instance`",
              "`cleanup_all`",
              "`create_session(shell)`",
              "`get_session(id)`",
              "`close_session(id)`",
              "`list_sessions`",
              "`execute_command(id, command, timeout)`",
              "`send_command(keystrokes, duration)`",
              "`get_state`",
              "`get_incremental`",
              "`close`",
              "`create_session`/`write_input`/`read_output`/`get_process_status`",
              "`CreateSession(id)`",
              "`SendCommand`",
              "`GetSessionOutput`",
              "`CloseSession`");
    }

    @Test
    @DisplayName("create_session, get_session, list_sessions, close_session")
    void directory() {
      try (var sessions = Sessions.inProcess()) {
        var session = sessions.start(Launch.shell("/bin/bash").named("mine"));
        assertThat(sessions.find("mine")).contains(session);
        assertThat(sessions.find(session.id().value())).contains(session);
        assertThat(sessions.find("nobody")).isEmpty();
        assertThat(sessions.list()).containsExactly(session);
        assertThat(sessions.close("mine")).isTrue();
        assertThat(sessions.close("nobody")).isFalse();
      }
    }

    @Test
    @DisplayName("execute_command(session, command, timeout): output and exit code")
    void run() {
      try (var sessions = Sessions.inProcess();
          var bash = sessions.start(Launch.shell("/bin/bash"))) {
        var result = bash.run("printf abc; (exit 4)", Duration.ofSeconds(30));
        assertThat(result.output()).isEqualTo("abc");
        assertThat(result.exitCode()).hasValue(4);
      }
    }

    @Test
    @DisplayName("execute_command: parallel commands in one session take turns")
    void runInTurns() {
      try (var sessions = Sessions.inProcess();
          var bash = sessions.start(Launch.shell("/bin/bash"))) {
        var results =
            IntStream.range(0, 6)
                .mapToObj(
                    number ->
                        CompletableFuture.supplyAsync(
                            () -> bash.run("echo " + number, Duration.ofSeconds(30)).output()))
                .toList();
        for (var number = 0; number < results.size(); number++) {
          assertThat(results.get(number).join()).isEqualTo(number + "\n");
        }
      }
    }

    @Test
    @DisplayName("send_command, get_state, get_incremental, close of the auto-session")
    @SuppressWarnings("try") // closing it by hand is what is tested
    void auto() {
      try (var sessions = Sessions.inProcess();
          var auto = new AutoSession(sessions, Launch.shell("/bin/bash"))) {
        assertThat(auto.state().alive()).isFalse();
        assertThat(auto.send("echo $((6 * 7))", Duration.ofSeconds(30)).output()).isEqualTo("42\n");
        assertThat(auto.state().screen()).contains("42");
        assertThat(auto.incremental()).contains("42");
        assertThat(auto.incremental()).isEmpty();
        auto.close();
        assertThat(auto.state().alive()).isFalse();
      }
    }
  }
}
