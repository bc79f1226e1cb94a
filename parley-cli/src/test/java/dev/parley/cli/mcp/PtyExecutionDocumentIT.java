package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Execution on a terminal, a manager and four tools: what that document says, point by point. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class PtyExecutionDocumentIT {
  private static Desk desk;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    desk = Desk.ready();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  private static ParleyProcess client(String... more) {
    return desk.clientOf("unified-exec", more);
  }

  private static Answer exec(ParleyProcess parley, String command, Object... more) {
    var arguments = new ArrayList<Object>(List.of("cmd", command, "yield_time_ms", 20_000));
    arguments.addAll(Arrays.asList(more));
    return parley.call("unified_exec", arguments.toArray());
  }

  private static Answer write(ParleyProcess parley, String session, String chars) {
    return parley.call(
        "write_stdin", "session_id", session, "chars", chars, "yield_time_ms", 20_000);
  }

  private static JsonNode list(ParleyProcess parley) {
    return parley.call("list_pty_sessions").fields();
  }

  // --- the manager ----------------------------------------------------------------------------

  @Test
  @DisplayName("create_session: a new terminal with a command, run by the shell")
  void create() {
    var parley = client();
    assertThat(exec(parley, "tty; echo $(tty | cut -c1-9)").output())
        .matches("/dev/pts/\\d+\r\n/dev/pts/\r\n");
  }

  @Test
  @DisplayName("write_input: writes to the session's stdin")
  void writes() {
    var parley = client();
    var session = exec(parley, "read x; echo \"<$x>\"").field("session_id");
    assertThat(write(parley, session, "hello\n").output()).isEqualTo("hello\r\n<hello>\r\n");
  }

  @Test
  @DisplayName("read_output: a read does not block; what is there comes, and later the rest")
  void reads() {
    var parley = client();
    var start =
        parley.call("unified_exec", "cmd", "echo one; read x; echo two", "yield_time_ms", 0);
    var session = start.field("session_id");
    var whole = new StringBuilder(start.output());
    until(
        () ->
            whole
                    .append(
                        parley
                            .call("write_stdin", "session_id", session, "yield_time_ms", 0)
                            .output())
                    .indexOf("one\r\n")
                >= 0);
    assertThat(write(parley, session, "\n").output()).isEqualTo("\r\ntwo\r\n");
  }

  @Test
  @DisplayName("get_process_status: running, then the exit code")
  void status() {
    var parley = client();
    var start = exec(parley, "read x; exit 7");
    assertThat(start.fields().path("running").asBoolean()).isTrue();
    assertThat(start.fields().path("exit_code").isNull()).isTrue();
    var end = write(parley, start.field("session_id"), "\n");
    assertThat(end.fields().path("running").asBoolean(true)).isFalse();
    assertThat(end.fields().path("exit_code").asInt()).isEqualTo(7);
  }

  @Test
  @DisplayName("close_session: SIGTERM, so that the program can say goodbye")
  void terminates() {
    var parley = client();
    var note = folder.resolve("note");
    var session =
        exec(
                parley,
                "trap 'echo term > %s; exit 3' TERM; trap 'echo hup > %s; exit 4' HUP; echo up; while :; do read x; done"
                    .formatted(note, note))
            .field("session_id");
    var closed = parley.call("close_pty_session", "session_id", session, "force", false);
    assertThat(closed.fields().path("success").asBoolean()).isTrue();
    assertThat(note).hasContent("term");
    assertThat(closed.fields().path("exit_code").asInt()).isEqualTo(3);
  }

  @Test
  @DisplayName("close_session: SIGKILL by force")
  void kills() {
    var parley = client();
    var session =
        exec(parley, "trap '' HUP TERM; echo up; while :; do read x; done").field("session_id");
    var killed = parley.call("close_pty_session", "session_id", session, "force", true);
    assertThat(killed.fields().path("exit_code").asInt()).isEqualTo(137);
  }

  @Test
  @DisplayName("close_session: waits for the exit and leaves no process behind")
  void leavesNothing() {
    var parley = client();
    var start = exec(parley, "sleep 600 & echo $!; wait", "yield_time_ms", 300);
    var pid = new StringBuilder(start.output());
    until(
        () ->
            pid.append(parley.call("write_stdin", "session_id", start.field("session_id")).output())
                    .indexOf("\n")
                >= 0);
    parley.call("close_pty_session", "session_id", start.field("session_id"));
    assertThat(Desk.lives(Long.parseLong(pid.toString().strip()))).isFalse();
    assertThat(list(parley).path("count").asInt()).isZero();
  }

  @Test
  @DisplayName("cleanup_all: sessions end when the client does")
  void endWithTheClient() throws Exception {
    var parley = client();
    var session = exec(parley, "read x").field("session_id");
    assertThat(desk.run("list")).contains(session);
    assertThat(parley.end()).isZero();
    until(() -> !desk.run("list").contains(session));
    assertThat(desk.session(session).path("ended_by").asString()).isEqualTo("client_gone");
  }

  @Test
  @DisplayName("cleanup_all: unless they are to be kept")
  void kept() throws Exception {
    var parley = client("--keep");
    var session = exec(parley, "read x").field("session_id");
    var other = client();
    var gone = exec(other, "read x").field("session_id");
    assertThat(parley.end()).isZero();
    assertThat(other.end()).isZero();
    until(() -> !desk.run("list").contains(gone));
    assertThat(desk.run("list")).contains(session);
  }

  @Test
  @DisplayName("Stale sessions (300 s by default) are cleaned up when one is created")
  void stale() {
    var parley = client("--limit", "unified-exec.stale_s=1");
    var stale =
        exec(parley, "while :; do echo on; sleep 0.05; done", "yield_time_ms", 50)
            .field("session_id");
    until(
        () -> {
          var next = parley.call("unified_exec", "cmd", "true", "yield_time_ms", 20_000);
          assertThat(next.refused()).as(next.text()).isFalse();
          return !list(parley).toString().contains(stale);
        });
    assertThat(desk.session(stale).path("ended_by").asString()).isEqualTo("idle");
  }

  @Test
  @DisplayName("Default: at most 10 sessions at once")
  void ten() {
    var parley = client();
    for (var count = 0; count < 10; count++) {
      assertThat(parley.call("unified_exec", "cmd", "exec cat").refused()).isFalse();
    }
    var eleventh = parley.call("unified_exec", "cmd", "exec cat");
    assertThat(eleventh.fields().path("success").asBoolean(true)).isFalse();
    assertThat(eleventh.code()).isEqualTo("limit");
  }

  @Test
  @DisplayName("Default: at most 10 also when 24 are started at the same time")
  void tenAtTheSameTime() {
    var parley = client();
    var started =
        IntStream.range(0, 24)
            .mapToObj(_ -> parley.calling("unified_exec", "cmd", "exec cat"))
            .toList();
    assertThat(started.stream().map(CompletableFuture::join).filter(each -> !each.refused()))
        .hasSize(10);
    assertThat(list(parley).path("count").asInt()).isEqualTo(10);
  }

  // --- the tools ------------------------------------------------------------------------------

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

  @Test
  @DisplayName("unified_exec: cmd, workdir, shell, login, yield 100 ms, 10,000 tokens")
  void execParameters() {
    parameters(
        "unified_exec",
        "cmd",
        "cmd",
        "none",
        "workdir",
        "none",
        "shell",
        "none",
        "login",
        "false",
        "yield_time_ms",
        "100",
        "max_output_tokens",
        "10000");
  }

  @Test
  @DisplayName("write_stdin: session_id, chars, and the same two")
  void writeParameters() {
    parameters(
        "write_stdin",
        "session_id",
        "session_id",
        "none",
        "chars",
        "",
        "yield_time_ms",
        "100",
        "max_output_tokens",
        "10000");
  }

  @Test
  @DisplayName("close_pty_session: session_id, force false; list_pty_sessions: nothing")
  void otherParameters() {
    parameters("close_pty_session", "session_id", "session_id", "none", "force", "false");
    parameters("list_pty_sessions", "");
  }

  @Test
  @DisplayName("Result format: success, session_id, output, running, exit_code, truncated")
  void result() {
    var parley = client();
    var answer = exec(parley, "echo command output; read x");
    assertThat(answer.fields().toString())
        .isEqualTo(
            "{\"success\":true,\"session_id\":\"%s\",\"output\":\"command output\\r\\n\",\"running\":true,\"exit_code\":null,\"truncated\":false}"
                .formatted(answer.field("session_id")));
  }

  @Test
  @DisplayName("Results are JSON: the text is the same as the fields")
  void text() {
    var parley = client();
    var answer = exec(parley, "echo x; read x");
    assertThat(answer.text()).isEqualTo(answer.fields().toString());
    for (var other :
        List.of(
            write(parley, answer.field("session_id"), "\n"),
            parley.call("list_pty_sessions"),
            parley.call("write_stdin", "session_id", "nobody", "chars", ""),
            parley.call("unified_exec"))) {
      assertThat(other.text()).isEqualTo(other.fields().toString());
    }
  }

  @Test
  @DisplayName("Token-based truncation, about 4 characters a token, marked [Output truncated]")
  void truncates() {
    var parley = client();
    var cut = exec(parley, "seq 10000", "max_output_tokens", 25);
    assertThat(cut.output()).startsWith("1\r\n2\r\n").endsWith("[Output truncated]");
    assertThat(cut.output().length()).isBetween(90, 100 + "[Output truncated]".length());
    assertThat(cut.fields().path("truncated").asBoolean()).isTrue();
    var standard = exec(parley, "seq 20000");
    assertThat(standard.output().length())
        .isBetween(39_000, 40_000 + "[Output truncated]".length());
  }

  @Test
  @DisplayName("A token is characters, not bytes: Chinese text gets as much")
  void truncatesCharacters() {
    var parley = client();
    var cut = exec(parley, "for i in $(seq 200); do echo 一二三四五六七; done", "max_output_tokens", 100);
    assertThat(cut.output().length()).isBetween(350, 400 + "[Output truncated]".length());
  }

  @Test
  @DisplayName("The yield time is how long a program that goes on is waited for, 100 ms by default")
  void yields() {
    var parley = client();
    var start = parley.call("unified_exec", "cmd", "while :; do echo on; sleep 0.01; done");
    assertThat(start.fields().path("running").asBoolean()).isTrue();
    var more =
        parley.call("write_stdin", "session_id", start.field("session_id"), "yield_time_ms", 500);
    assertThat(more.output()).contains("on\r\n");
  }

  @Test
  @DisplayName("Working directory: absolute, relative to the client's, and ~")
  void directories() throws Exception {
    var sub = Files.createDirectories(folder.resolve("sub")).toRealPath();
    var real = folder.toRealPath();
    var parley = desk.clientIn(real, "--tools", "unified-exec");
    assertThat(exec(parley, "pwd", "workdir", real.toString()).output()).isEqualTo(real + "\r\n");
    assertThat(exec(parley, "pwd", "workdir", ".").output()).isEqualTo(real + "\r\n");
    assertThat(exec(parley, "pwd", "workdir", "sub").output()).isEqualTo(sub + "\r\n");
    assertThat(exec(parley, "pwd", "workdir", "~").output()).isEqualTo(desk.home() + "\r\n");
    assertThat(exec(parley, "pwd").output()).isEqualTo(real + "\r\n");
  }

  @Test
  @DisplayName("Shell selection: $SHELL, or the one given")
  void shells() {
    var parley = client();
    assertThat(exec(parley, "echo $0").output()).isEqualTo("/bin/bash\r\n");
    assertThat(exec(parley, "echo $0", "shell", "/bin/dash").output()).isEqualTo("/bin/dash\r\n");
  }

  @Test
  @DisplayName("Login shell support")
  void login() {
    var parley = client();
    assertThat(exec(parley, "shopt -q login_shell; echo $?").output()).isEqualTo("1\r\n");
    assertThat(exec(parley, "shopt -q login_shell; echo $?", "login", true).output())
        .endsWith("0\r\n");
  }

  // --- what its tests cover -------------------------------------------------------------------

  @Test
  @DisplayName("Simple command: echo")
  void echo() {
    var answer = exec(client(), "echo hello");
    assertThat(answer.output()).isEqualTo("hello\r\n");
    assertThat(answer.fields().path("exit_code").asInt(-1)).isZero();
    assertThat(answer.fields().path("running").asBoolean(true)).isFalse();
  }

  @Test
  @DisplayName("Long-running processes: cat, sleep")
  void longRunning() {
    var parley = client();
    var cat = exec(parley, "cat").field("session_id");
    assertThat(write(parley, cat, "ping\n").output()).isEqualTo("ping\r\nping\r\n");
    var sleep = parley.call("unified_exec", "cmd", "sleep 600");
    assertThat(sleep.fields().path("running").asBoolean()).isTrue();
  }

  @Test
  @DisplayName("Interactive sessions: a Python REPL computes and exits")
  void python() {
    var parley = client();
    var start = exec(parley, "python3 -q -i");
    var session = start.field("session_id");
    assertThat(write(parley, session, "print(2 + 2)\n").output()).contains("4\r\n");
    var end = write(parley, session, "exit()\n");
    assertThat(end.fields().path("running").asBoolean(true)).isFalse();
    assertThat(end.fields().path("exit_code").asInt(-1)).isZero();
  }

  @Test
  @DisplayName("An installer's question is in the output, and is answered")
  void installer() {
    var parley = client();
    var start = exec(parley, "read -p 'Continue? ' answer; echo got $answer");
    assertThat(start.output()).contains("Continue?");
    assertThat(write(parley, start.field("session_id"), "yes\n").output()).endsWith("got yes\r\n");
  }

  @Test
  @DisplayName("Multiple concurrent sessions, each with its own directory and environment")
  void isolated() {
    var parley = client();
    var first = exec(parley, "export X=1; cd /tmp; exec sh -i").field("session_id");
    var second = exec(parley, "export X=2; cd /; exec sh -i").field("session_id");
    assertThat(first).isNotEqualTo(second);
    assertThat(write(parley, first, "echo $X-$PWD\n").output()).contains("1-/tmp\r\n");
    assertThat(write(parley, second, "echo $X-$PWD\n").output()).contains("2-/\r\n");
  }

  @Test
  @DisplayName("Thread-safe session access: parallel writes each get their own answer")
  void parallel() {
    var parley = client();
    var session =
        exec(parley, "stty -echo; while read x; do sleep 0.1; echo \"<$x>\"; done")
            .field("session_id");
    var answers =
        IntStream.range(0, 6)
            .mapToObj(
                number ->
                    Map.entry(
                        number,
                        parley.calling(
                            "write_stdin",
                            "session_id",
                            session,
                            "chars",
                            number + "\n",
                            "yield_time_ms",
                            20_000)))
            .toList();
    for (var answer : answers) {
      assertThat(answer.getValue().join().output())
          .isEqualTo("<%d>\r\n".formatted(answer.getKey()));
    }
  }

  @Test
  @DisplayName("ANSI escape codes are preserved")
  void escapes() {
    assertThat(exec(client(), "printf '\\033[1mx\\033[0m'").output())
        .isEqualTo("\u001b[1mx\u001b[0m");
  }

  @Test
  @DisplayName("Errors: a session that does not exist, and a process that is dead, are results")
  void errors() {
    var parley = client();
    for (var tool : List.of("write_stdin", "close_pty_session")) {
      var fields = parley.call(tool, "session_id", "nobody").fields();
      assertThat(fields.path("success").asBoolean(true)).isFalse();
      assertThat(fields.path("error").asString()).contains("nobody");
    }
    var dead = exec(parley, "exit 5").field("session_id");
    var written = write(parley, dead, "x\n");
    assertThat(written.fields().path("success").asBoolean(true)).isFalse();
    assertThat(written.fields().path("error").asString()).contains("ended");
    var read = write(parley, dead, "");
    assertThat(read.fields().path("exit_code").asInt()).isEqualTo(5);
  }

  @Test
  @DisplayName("Errors: wrong arguments and a missing directory are results too")
  void wrongArguments() {
    var parley = client();
    for (var wrong :
        List.of(
            parley.call("unified_exec"),
            parley.call("unified_exec", "cmd", 5),
            parley.call("unified_exec", "cmd", "true", "workdir", "/no/such"),
            parley.call("write_stdin", "session_id", 7))) {
      assertThat(wrong.fields().path("success").asBoolean(true)).as(wrong.text()).isFalse();
      assertThat(wrong.fields().path("error").asString("")).isNotEmpty();
    }
  }

  @Test
  @DisplayName("list_pty_sessions lists active sessions, and only those")
  void lists() {
    var parley = client();
    exec(parley, "true");
    var active = exec(parley, "read x").field("session_id");
    var list = list(parley);
    assertThat(list.path("success").asBoolean()).isTrue();
    assertThat(list.path("count").asInt()).isEqualTo(1);
    assertThat(list.path("sessions").path(0).path("session_id").asString()).isEqualTo(active);
  }

  @Test
  @DisplayName("Output is captured and returned, also after the daemon was restarted or killed")
  void restart() throws Exception {
    try (var own = Desk.open()) {
      var parley = own.client("--tools", "unified-exec");
      var session = exec(parley, "exec sh").field("session_id");
      own.restart();
      var next = exec(parley, "echo fresh");
      assertThat(next.output()).isEqualTo("fresh\r\n");
      assertThat(write(parley, session, "echo on-$((1 + 1))\n").output()).contains("on-2");
      own.kill();
      assertThat(exec(parley, "echo again").output()).isEqualTo("again\r\n");
      assertThat(write(parley, session, "echo on-$((2 + 2))\n").output())
          .contains("on-4")
          .doesNotContain("on-2");
    }
  }

  @Test
  @DisplayName("What fell out of what is kept is named")
  void evicted() throws Exception {
    try (var own = Desk.open(Map.of("PARLEY_JOURNAL_BYTES", "1048576"))) {
      var parley = own.client("--tools", "unified-exec");
      var big = exec(parley, "seq 1 400000", "max_output_tokens", 100);
      assertThat(big.output()).contains("no longer kept");
    }
  }
}
