package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Sessions on pipes, with limits and usage patterns: what that document says, point by point. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class PipeSessionsDocumentIT {
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
    return desk.clientOf("tricode", more);
  }

  private static String start(ParleyProcess parley, String command) {
    var answer = parley.call("start_session", "command", command);
    assertThat(answer.refused()).as(answer.text()).isFalse();
    return answer.field("session_id");
  }

  private static void send(ParleyProcess parley, String session, String line) {
    var sent = parley.call("send_input", "session_id", session, "input_text", line);
    assertThat(sent.refused()).as(sent.text()).isFalse();
  }

  private static String read(ParleyProcess parley, String session) {
    return parley.call("read_output", "session_id", session, "timeout", 20).output();
  }

  /** Reads until something was printed that a test waits for. */
  private static String readTo(ParleyProcess parley, String session, String text) {
    var whole = new StringBuilder();
    until(() -> whole.append(read(parley, session)).indexOf(text) >= 0);
    return whole.toString();
  }

  private static JsonNode listed(ParleyProcess parley) {
    return parley.call("list_sessions").fields().path("sessions");
  }

  // --- features -------------------------------------------------------------------------------

  @Test
  @DisplayName("Persistent sessions: they remain active across multiple commands")
  void persistent() {
    var parley = client();
    var shell = start(parley, "");
    send(parley, shell, "x=6; cd /tmp; f() { echo \"<$1 $PWD>\"; }");
    read(parley, shell);
    send(parley, shell, "f $((x * 7))");
    assertThat(readTo(parley, shell, "<42 /tmp>")).contains("<42 /tmp>");
  }

  @Test
  @DisplayName("Non-blocking IO: reading does not block the agent")
  void reading() {
    var parley = client();
    var slow = start(parley, "exec sleep 600");
    var other = start(parley, "echo here; exec sleep 600");
    var blocked = parley.calling("read_output", "session_id", slow, "timeout", 40);
    assertThat(readTo(parley, other, "here")).contains("here");
    assertThat(blocked.isDone()).isFalse();
    parley.call("close_session", "session_id", slow);
    assertThat(blocked.join().output()).isEmpty();
  }

  @Test
  @DisplayName("Auto-cleanup: sessions expire after 30 s of inactivity")
  void expireByDefault() {
    var parley = client();
    var idle = start(parley, "exec cat");
    until(() -> listed(parley).isEmpty());
    var end = parley.call("read_output", "session_id", idle);
    assertThat(end.field("ended_by")).as(end.text()).isEqualTo("idle");
  }

  @Test
  @DisplayName("Inactivity is no use: a silent program that is read lives on")
  void polledLivesOn() {
    var parley = client("--limit", "tricode.idle_s=2");
    var silent = start(parley, "exec sleep 600");
    for (var count = 0; count < 5; count++) {
      var read = parley.call("read_output", "session_id", silent, "timeout", 1);
      assertThat(read.field("ended_by")).as(read.text()).isEmpty();
    }
    assertThat(listed(parley).size()).isEqualTo(1);
  }

  @Test
  @DisplayName("Inactivity is no use: a program that prints and is never read expires")
  void chattyExpires() {
    var parley = client("--limit", "tricode.idle_s=1");
    var chatty = start(parley, "while :; do echo on; sleep 0.05; done");
    until(() -> listed(parley).isEmpty());
    until(() -> parley.call("read_output", "session_id", chatty).field("ended_by").equals("idle"));
  }

  @Test
  @DisplayName("Auto-cleanup: or after 5 minutes in total")
  void lifetime() {
    var parley = client("--limit", "tricode.lifetime_s=1");
    var old = start(parley, "exec sleep 600");
    until(() -> listed(parley).isEmpty());
    var end = parley.call("read_output", "session_id", old);
    assertThat(end.field("ended_by")).isEqualTo("lifetime");
  }

  @Test
  @DisplayName("Limits are set without giving up the daemon")
  void limitsKeepTheDaemon() {
    var parley = client("--limit", "tricode.sessions=1");
    var session = start(parley, "exec sleep 600");
    assertThat(desk.run("list")).contains(session);
    assertThat(parley.call("start_session", "command", "cat").code()).isEqualTo("limit");
  }

  @Test
  @DisplayName("Session limits: at most 3 at once")
  void three() {
    var parley = client();
    var first = start(parley, "cat");
    start(parley, "cat");
    start(parley, "cat");
    var fourth = parley.call("start_session", "command", "cat");
    assertThat(fourth.code()).isEqualTo("limit");
    assertThat(fourth.text()).contains("close_session");
    parley.call("close_session", "session_id", first);
    assertThat(parley.call("start_session", "command", "cat").refused()).isFalse();
  }

  @Test
  @DisplayName("Session limits: at most 3 also when twelve are started at the same time")
  void threeAtTheSameTime() {
    var parley = client();
    var started =
        IntStream.range(0, 12)
            .mapToObj(_ -> parley.calling("start_session", "command", "exec cat"))
            .toList();
    assertThat(started.stream().map(CompletableFuture::join).filter(each -> !each.refused()))
        .hasSize(3);
    assertThat(listed(parley).size()).isEqualTo(3);
  }

  @Test
  @DisplayName("Output buffering: 4 KB a read, and the rest comes with the next")
  void fourKilobytes() {
    var parley = client();
    var session = start(parley, "seq 1 3000");
    var whole = new StringBuilder();
    var reads = new ArrayList<String>();
    until(
        () -> {
          var read = read(parley, session);
          reads.add(read);
          return whole.append(read).indexOf("3000\n") >= 0;
        });
    assertThat(reads).allMatch(read -> read.length() <= 4096).hasSizeGreaterThan(3);
    assertThat(whole.toString().lines()).hasSize(3000);
  }

  // --- tools ----------------------------------------------------------------------------------

  private static void parameters(String tool, String required, Map<String, Object> properties) {
    var schema = client().described(tool).path("inputSchema");
    assertThat(schema.path("properties").propertyNames())
        .containsExactlyElementsOf(properties.keySet());
    properties.forEach(
        (name, value) -> {
          var stated = schema.path("properties").path(name).path("default").asString("none");
          assertThat(stated).as(name).isEqualTo(value.toString());
        });
    assertThat(schema.path("required").values().stream().map(JsonNode::asString).toList())
        .isEqualTo(required.isEmpty() ? List.of() : List.of(required.split(" ")));
  }

  @Test
  @DisplayName("start_session: command is required, shell is /bin/bash by default")
  void startParameters() {
    parameters(
        "start_session",
        "command",
        new java.util.TreeMap<>(Map.of("command", "none", "shell", "/bin/bash")));
  }

  @Test
  @DisplayName("start_session: returns a session id for what follows")
  void startAnswers() {
    var parley = client();
    var answer = parley.call("start_session", "command", "python3 -u -q");
    assertThat(answer.fields().propertyNames()).containsExactly("session_id");
    assertThat(answer.text()).isEqualTo(answer.fields().toString());
    send(parley, answer.field("session_id"), "6 * 7");
    assertThat(readTo(parley, answer.field("session_id"), "42")).contains("42");
  }

  @Test
  @DisplayName("start_session: the shell is the one asked for")
  void startWithShell() {
    var parley = client();
    var session =
        parley
            .call("start_session", "command", "echo $0", "shell", "/bin/dash")
            .field("session_id");
    assertThat(readTo(parley, session, "dash")).isEqualTo("/bin/dash\n");
  }

  @Test
  @DisplayName("start_session: a missing command is an error that says so")
  void startWithout() {
    assertThat(client().call("start_session").text()).contains("command");
  }

  @Test
  @DisplayName("send_input: session_id and input_text are required")
  void sendParameters() {
    parameters(
        "send_input",
        "session_id input_text",
        new java.util.LinkedHashMap<>(orderly("session_id", "none", "input_text", "none")));
  }

  private static Map<String, Object> orderly(Object... pairs) {
    var map = new java.util.LinkedHashMap<String, Object>();
    for (var at = 0; at < pairs.length; at += 2) {
      map.put((String) pairs[at], pairs[at + 1]);
    }
    return map;
  }

  @Test
  @DisplayName("send_input: sends input or a command to an active session's stdin")
  void sends() {
    var parley = client();
    var session = start(parley, "read line; echo \"<$line>\"");
    send(parley, session, "ls -la");
    assertThat(readTo(parley, session, "<ls -la>")).isEqualTo("ls -la\n<ls -la>\n");
  }

  @Test
  @DisplayName("read_output: timeout is optional, 2 seconds by default")
  void readParameters() {
    parameters("read_output", "session_id", orderly("session_id", "none", "timeout", "2"));
  }

  @Test
  @DisplayName("read_output: waits at most so long for output")
  void readWaits() {
    var parley = client();
    var session = start(parley, "echo begun; exec sleep 600");
    assertThat(parley.call("read_output", "session_id", session).output()).isEqualTo("begun\n");
    assertThat(parley.call("read_output", "session_id", session, "timeout", 0).output()).isEmpty();
  }

  @Test
  @DisplayName("read_output: returns stdout and stderr")
  void readsBoth() {
    var parley = client();
    var session = start(parley, "echo out; echo err >&2");
    var read = parley.call("read_output", "session_id", session, "timeout", 20);
    assertThat(read.output()).isEqualTo("out\nerr\n");
    assertThat(read.text()).isEqualTo(read.fields().toString());
  }

  @Test
  @DisplayName("close_session: closes it and cleans up its resources")
  void closes() {
    var parley = client();
    var session = start(parley, "sleep 600 & echo pid $! end; wait");
    var pid = Long.parseLong(readTo(parley, session, "end").split(" ")[1]);
    parley.call("close_session", "session_id", session);
    until(() -> !Desk.lives(pid));
    assertThat(listed(parley).size()).isZero();
  }

  @Test
  @DisplayName("list_sessions: active sessions with age, idle time and status")
  void lists() {
    var parley = client();
    start(parley, "cat");
    var entry = listed(parley).path(0);
    assertThat(entry.propertyNames()).containsExactly("session_id", "age", "idle", "status");
    assertThat(entry.path("age").isNumber()).isTrue();
    assertThat(entry.path("idle").isNumber()).isTrue();
  }

  @Test
  @DisplayName("list_sessions: what has ended is not active")
  void listsActiveOnly() {
    var parley = client();
    var ended = start(parley, "true");
    until(
        () ->
            !parley.call("read_output", "session_id", ended).field("ended_by").isEmpty()
                || listed(parley).isEmpty());
    assertThat(listed(parley).size()).isZero();
  }

  @Test
  @DisplayName("A refusal's text is the JSON of its fields, as any other answer's")
  void refusalsAreJson() {
    var parley = client();
    for (var refused :
        List.of(
            parley.call("start_session"),
            parley.call("read_output", "session_id", "nobody"),
            parley.call("list_sessions", "bogus", 1))) {
      assertThat(refused.refused()).isTrue();
      assertThat(refused.text()).isEqualTo(refused.fields().toString());
    }
  }

  @Test
  @DisplayName("An unknown session is refused, with where to look")
  void unknown() {
    var parley = client();
    for (var tool : List.of("read_output", "close_session")) {
      var answer = parley.call(tool, "session_id", "nobody");
      assertThat(answer.code()).isEqualTo("not_found");
      assertThat(answer.text()).contains("list_sessions");
    }
    assertThat(parley.call("send_input", "session_id", "nobody", "input_text", "x").code())
        .isEqualTo("not_found");
  }

  // --- usage patterns -------------------------------------------------------------------------

  @Test
  @DisplayName("Pattern 1: several commands in a shell, each typed and read once")
  void severalCommands() throws Exception {
    var folder = Files.createTempDirectory(desk.home(), "folder");
    Files.writeString(folder.resolve("marker.txt"), "");
    var parley = client();
    var shell = start(parley, "");
    send(parley, shell, "PS1='$ '; cd " + folder); // before the prompt is there
    var first = read(parley, shell);
    assertThat(first.split("cd " + folder, -1)).as(first).hasSize(2);
    send(parley, shell, "ls -la");
    assertThat(readTo(parley, shell, "marker.txt")).startsWith("ls -la\ntotal");
    assertThat(parley.call("close_session", "session_id", shell).refused()).isFalse();
  }

  @Test
  @DisplayName("Pattern 2: Python code, directly or from a shell")
  void python() {
    var parley = client();
    var direct = start(parley, "python3 -c 'print(6 * 7)'");
    assertThat(readTo(parley, direct, "42")).isEqualTo("42\n");
    var shell = start(parley, "");
    send(parley, shell, "python3 -c 'print(5 * 5)'");
    assertThat(readTo(parley, shell, "\n25\n")).contains("\n25\n");
  }

  @Test
  @DisplayName("Pattern 3: a shell inside something else, typed into and read")
  void container() {
    var parley = client();
    var inner = start(parley, "env -i PATH=$PATH bash --norc -i");
    read(parley, inner);
    send(parley, inner, "echo in-$((1 + 1))side");
    assertThat(readTo(parley, inner, "in-2side")).contains("in-2side");
  }

  // --- notes, limitations and advice ----------------------------------------------------------

  @Test
  @DisplayName("Wait for output: no delay is needed between typing and reading")
  void noDelay() {
    var parley = client();
    var shell = start(parley, "");
    read(parley, shell);
    send(parley, shell, "sleep 0.3; echo later-$((2 * 2))");
    assertThat(read(parley, shell)).contains("later-4");
  }

  @Test
  @DisplayName("Better: a terminal, so that full-screen programs and REPL prompts work")
  void terminal() {
    var parley = client();
    var python = start(parley, "python3 -q");
    assertThat(readTo(parley, python, ">>>")).contains(">>> ");
    var vim = start(parley, "vim -u NONE -N");
    assertThat(readTo(parley, vim, "VIM")).contains("VIM - Vi IMproved");
  }

  @Test
  @DisplayName("Better: a password prompt can be seen and answered")
  void password() {
    var parley = client();
    var session = start(parley, "read -s -p 'Password: ' p; echo; echo ${#p}");
    assertThat(readTo(parley, session, "Password: ")).contains("Password: ");
    send(parley, session, "abc");
    assertThat(readTo(parley, session, "3\n")).doesNotContain("abc");
  }

  @Test
  @DisplayName("Better: nothing is held back by a program's buffering")
  void buffering() {
    var parley = client();
    var session = start(parley, "python3 -c 'import time; print(\"first\"); time.sleep(600)'");
    assertThat(readTo(parley, session, "first")).isEqualTo("first\n");
  }

  @Test
  @DisplayName("run_command serves one-off commands")
  void oneOff() {
    var parley = client();
    parameters("run_command", "command", orderly("command", "none", "timeout", "30"));
    var run = parley.call("run_command", "command", "echo out; echo err >&2; exit 3");
    assertThat(run.fields().toString()).isEqualTo("{\"output\":\"out\\nerr\\n\",\"exit_code\":3}");
    assertThat(run.text()).isEqualTo(run.fields().toString());
  }

  @Test
  @DisplayName("Timeouts are handled gracefully: what was printed so far comes with them")
  void timeouts() {
    var parley = client();
    var slow = parley.call("run_command", "command", "echo begun; sleep 600", "timeout", 1);
    assertThat(slow.output()).isEqualTo("begun\n");
    assertThat(slow.fields().path("exit_code").isNull()).isTrue();
  }

  @Test
  @DisplayName("Status can be checked with list_sessions before operations")
  void status() {
    var parley = client();
    var session = start(parley, "read x");
    read(parley, session);
    assertThat(listed(parley).path(0).path("status").asString()).isEqualTo("waiting");
  }

  @Test
  @DisplayName("Output is never skipped in silence: after a restart of the daemon reading goes on")
  void restart() throws Exception {
    try (var own = Desk.open()) {
      var parley = own.client("--tools", "tricode");
      var session = start(parley, "");
      readTo(parley, session, "# ");
      send(parley, session, "echo before-$((1 + 1))");
      assertThat(readTo(parley, session, "before-2")).contains("before-2");
      own.kill();
      send(parley, session, "echo after-$((2 + 2))");
      var after = readTo(parley, session, "after-4");
      assertThat(after).doesNotContain("before-2");
    }
  }
}
