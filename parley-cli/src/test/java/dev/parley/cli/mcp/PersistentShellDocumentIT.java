package dev.parley.cli.mcp;

import static dev.parley.cli.mcp.Desk.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import dev.parley.pty.Limits;
import dev.parley.pty.Signal;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import dev.parley.testing.FreshHome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service of persistent shells: what that design says, point by point. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class PersistentShellDocumentIT {
  private static final Duration LONG = Duration.ofSeconds(30);

  private static Desk desk;
  private static ParleyProcess parley;
  private static Sessions sessions;

  @BeforeAll
  static void open() {
    desk = Desk.open();
    parley = desk.client();
    sessions = Sessions.inProcess();
  }

  @AfterAll
  static void close() throws Exception {
    sessions.close();
    desk.close();
  }

  private static Answer shell(String shell, Object... more) {
    var arguments = new ArrayList<Object>(List.of("shell", shell, "timeout_ms", 30_000));
    arguments.addAll(List.of(more));
    var answer = parley.call("session_start", arguments.toArray());
    assertThat(answer.state()).as(answer.text()).isEqualTo("ready");
    return answer;
  }

  private static Answer say(String session, String text, Object... more) {
    var arguments =
        new ArrayList<Object>(List.of("session", session, "text", text, "timeout_ms", 30_000));
    arguments.addAll(List.of(more));
    return parley.call("session_send", arguments.toArray());
  }

  // --- output, to the letter ------------------------------------------------------------------

  /** What a command prints, and the line that prints it; the same in all three shells. */
  static Stream<Arguments> outputs() {
    var wide = "x".repeat(120);
    var printed =
        List.of(
            "abc",
            "a\nb",
            "a\n",
            "",
            ">>> ",
            "$ ",
            "% ",
            "  both sides  ",
            "ü€漢",
            wide,
            wide + "y",
            wide + "\n",
            "x".repeat(240),
            "tab\tend",
            "\n",
            "\n\n",
            "a\n\n",
            "%",
            "⏎",
            "word ");
    return Stream.of("bash", "zsh", "fish")
        .flatMap(shell -> printed.stream().map(text -> Arguments.of(shell, text)));
  }

  @ParameterizedTest(name = "{0} prints ‹{1}›")
  @MethodSource("outputs")
  @DisplayName("Output with or without a line end is exactly what the command printed")
  void exactOutput(String shell, String text) throws Exception {
    var file = Files.createTempFile(desk.home(), "text", "");
    Files.writeString(file, text);
    var start = shell(shell, "cols", 120, "env", Map.of("PS1", "$ "));
    var session = start.field("session");
    for (var round = 0; round < 2; round++) {
      var turn = say(session, "cat " + file);
      assertThat(turn.output()).isEqualTo(text);
      assertThat(turn.prompt()).doesNotContain("x").doesNotContain("abc").doesNotContain("word");
      assertThat(turn.state()).isEqualTo("ready");
      assertThat(turn.fields().path("command").path("exit_code").asInt(-1)).isZero();
    }
    parley.call("session_close", "session", session, "force", true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("The prompt is the prompt alone, also after output without a line end")
  void promptAlone(String shell) {
    var start = shell(shell);
    var session = start.field("session");
    var usual = say(session, "true").prompt();
    assertThat(say(session, "printf abc").prompt()).isEqualTo(usual);
    assertThat(usual).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("An unfinished quote waits for its end")
  void openQuote(String shell) {
    var session = shell(shell).field("session");
    var open = say(session, "echo 'one");
    assertThat(open.state()).as(open.text()).isEqualTo("waiting");
    var whole = say(session, "two'");
    assertThat(whole.state()).isEqualTo("ready");
    assertThat(whole.output()).endsWith("one\ntwo\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName(
      "A line that the shell's editor still holds is not ready, and nothing is added to it")
  void heldLine(String shell) {
    var session = shell(shell).field("session");
    var half = parley.call("session_send", "session", session, "text", "echo half", "enter", false);
    assertThat(half.state()).as(half.text()).isEqualTo("waiting");
    assertThat(half.prompt()).endsWith("echo half");
    assertThat(half.field("hint")).contains("not empty");
    var whole = say(session, " and whole");
    assertThat(whole.output()).as(whole.text()).isEqualTo("half and whole\n");
    assertThat(whole.state()).isEqualTo("ready");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("A line the shell refused and kept is not ready, and nothing is appended to it")
  void refusedLine(String shell) {
    var session = shell(shell).field("session");
    var wrong = say(session, "echo one )");
    if (wrong.state().equals("ready")) {
      assertThat(wrong.fields().path("command").path("exit_code").asInt(0)).isNotZero();
    } else {
      assertThat(wrong.state()).isEqualTo("waiting");
      assertThat(wrong.prompt()).endsWith("echo one )");
      assertThat(wrong.field("hint")).contains("not empty");
      var refused = say(session, "echo two");
      assertThat(refused.refused()).as(refused.text()).isTrue();
      assertThat(refused.text()).contains("ctrl+c");
      parley.call("session_send", "session", session, "keys", List.of("ctrl+c"));
    }
    assertThat(say(session, "echo fine").output()).isEqualTo("fine\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("A prompt of several lines, hooks and vi keys of the user's own change nothing")
  void ownConfiguration(String shell) throws Exception {
    var home = FreshHome.in(Files.createTempDirectory(desk.home(), "own"));
    Files.createDirectories(home.resolve("fish"));
    Files.writeString(
        home.resolve(".bashrc"),
        "PS1='\\[\\e[32m\\]many \\w\\n"
            + "\\[\\e[0m\\]> '\n"
            + "PROMPT_COMMAND='echo hook; history -a'\n"
            + "set -o vi\n");
    Files.writeString(
        home.resolve(".zshrc"),
        "PROMPT=$'%F{green}many %~%f\\n"
            + "> '\n"
            + "hook() { print hook }\n"
            + "precmd_functions+=(hook)\n"
            + "precmd() { print own }\n"
            + "bindkey -v\n");
    Files.writeString(
        home.resolve("fish/config.fish"),
        """
        function fish_prompt; echo many; echo -n '> '; end
        function hook --on-event fish_postexec; echo hook; end
        fish_vi_key_bindings
        """);
    var session =
        shell(
                shell,
                "cols",
                120,
                "env",
                Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", home.toString()))
            .field("session");
    for (var text : List.of("abc", "", "a\n", "漢", "x".repeat(120), "> ")) {
      var file = Files.writeString(Files.createTempFile(desk.home(), "text", ""), text);
      var turn = say(session, "cat " + file);
      assertThat(turn.output()).isEqualTo(text);
      assertThat(turn.prompt()).endsWith("> ").doesNotContain("abc");
      assertThat(turn.state()).isEqualTo("ready");
    }
    var begun = say(session, "echo one; sleep 0.5; echo two", "timeout_ms", 200);
    var rest = parley.call("session_read", "session", session, "timeout_ms", 30_000);
    assertThat(begun.output() + rest.output()).isEqualTo("one\ntwo\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("Lines that are sent at once take turns: each gets its own output and exit code")
  void atOnce(String shell) {
    var session = shell(shell).field("session");
    var answers =
        IntStream.range(0, 8)
            .mapToObj(
                number ->
                    parley.calling(
                        "session_send",
                        "session",
                        session,
                        "text",
                        "printf 'n%d'; sh -c 'exit %d'".formatted(number, number),
                        "timeout_ms",
                        40_000))
            .toList();
    for (var number = 0; number < answers.size(); number++) {
      var answer = answers.get(number).join();
      assertThat(answer.output()).isEqualTo("n" + number);
      assertThat(answer.fields().path("command").path("exit_code").asInt(-1)).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"zsh > bash", "bash > zsh", "fish > bash", "bash > fish", "bash > sh", "zsh > su"})
  @DisplayName("In a shell inside the shell nothing is lost, and outside it is exact again")
  void inside(String shells) {
    var both = shells.split(" > ");
    var session = shell(both[0]).field("session");
    say(session, both[1]);
    assertThat(say(session, "echo inside").output()).isEqualTo("inside\n");
    var open = say(session, "printf abc");
    assertThat(open.output() + open.prompt()).contains("abc");
    say(session, "exit");
    var outside = say(session, "printf out");
    assertThat(outside.output()).isEqualTo("out");
    assertThat(outside.state()).isEqualTo("ready");
  }

  @Test
  @DisplayName("Without marks, text before the prompt on its line is in prompt and not lost")
  void withoutMarks() {
    var python =
        parley.call("session_start", "command", List.of("python3", "-q"), "timeout_ms", 30_000);
    var turn = say(python.field("session"), "print('abc', end='')");
    assertThat(turn.output() + turn.prompt()).isEqualTo("abc>>> ");
  }

  // --- the service ----------------------------------------------------------------------------

  @Nested
  class Service {
    @Test
    @DisplayName("CreateSession, SendCommand, GetSessionOutput, CloseSession")
    void service() {
      var session = sessions.start(Launch.shell("bash").named("build"));
      var response = session.run("echo one; (exit 3)", LONG);
      assertThat(response.output()).isEqualTo("one\n");
      assertThat(response.exitCode()).hasValue(3);
      assertThat(session.read(0, View.everything()).text()).contains("one");
      session.close();
      assertThat(session.ending()).isPresent();
    }

    @Test
    @DisplayName("A session has an id, its working directory, when it was created and last used")
    void fields() {
      try (var session = sessions.start(Launch.shell("bash"))) {
        var before = session.run("cd /tmp", LONG);
        assertThat(before.directory()).isEqualTo("/tmp");
        assertThat(session.id().value()).isNotEmpty();
        assertThat(session.age()).isPositive();
        assertThat(session.idle()).isLessThanOrEqualTo(session.age());
      }
    }

    @Test
    @DisplayName("Sessions persist until explicitly closed")
    void persist() {
      try (var session = sessions.start(Launch.shell("bash"))) {
        var pid = session.run("echo $$", LONG).output();
        assertThat(session.run("echo $$", LONG).output()).isEqualTo(pid);
      }
    }

    @Test
    @DisplayName("Reading has a timeout")
    void timeout() {
      try (var session = sessions.start(Launch.shell("bash"))) {
        session.run("true", LONG);
        var late = session.run("echo begun; sleep 600", Duration.ofMillis(500));
        assertThat(late.finished()).isFalse();
        assertThat(late.output()).isEqualTo("begun\n");
      }
    }
  }

  // --- true shell behaviour -------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("Aliases, functions and variables persist")
  void features(String shell) {
    try (var session = sessions.start(Launch.shell(shell))) {
      var fish = shell.equals("fish");
      session.run("alias hi='echo alias'", LONG);
      session.run(fish ? "function twice; echo $argv $argv; end" : "twice() { echo $1 $1; }", LONG);
      session.run(fish ? "set -gx KEPT here" : "export KEPT=here", LONG);
      session.run("cd /tmp", LONG);
      assertThat(session.run("hi", LONG).output()).isEqualTo("alias\n");
      assertThat(session.run("twice x", LONG).output()).isEqualTo("x x\n");
      assertThat(session.run("sh -c 'echo $KEPT $PWD'", LONG).output()).isEqualTo("here /tmp\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("Completion works")
  void completion(String shell) {
    try (var session = sessions.start(Launch.shell(shell))) {
      session.run("true", LONG);
      session.send(Input.text("echo /etc/hostna"), Expectation.turn());
      var completed = session.send(Input.keys(List.of("tab")), Expectation.turn());
      assertThat(completed.screen().text()).contains("echo /etc/hostname");
      assertThat(session.send(Input.keys(List.of("enter")), Expectation.turn()).output())
          .isEqualTo("/etc/hostname\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  @DisplayName("History works")
  void history(String shell) {
    try (var session = sessions.start(Launch.shell(shell))) {
      session.run("echo remembered", LONG);
      assertThat(session.run("fc -l -1", LONG).output()).contains("echo remembered");
    }
  }

  @Test
  @DisplayName("Interactive commands are supported")
  void interactive() {
    var session = shell("bash").field("session");
    var asks = say(session, "read -p 'name? ' name; echo hello $name");
    assertThat(asks.state()).isEqualTo("waiting");
    assertThat(asks.prompt()).isEqualTo("name? ");
    assertThat(say(session, "Ada").output()).isEqualTo("hello Ada\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("Job control and signal handling")
  void jobs(String shell) {
    try (var session = sessions.start(Launch.shell(shell))) {
      session.run("true", LONG);
      var unused = session.send(Input.line("sleep 600"), Expectation.none());
      until(
          () -> session.foreground().map(program -> program.name().equals("sleep")).orElse(false));
      var stopped = session.send(Input.keys(List.of("ctrl+z")), Expectation.turn().within(LONG));
      assertThat(stopped.state().wire()).isEqualTo("ready");
      assertThat(session.run("jobs", LONG).output()).contains("sleep 600");
      var front = session.send(Input.line("fg"), Expectation.none());
      until(
          () -> session.foreground().map(program -> program.name().equals("sleep")).orElse(false));
      assertThat(front).isNotNull();
      assertThat(session.signal(Signal.TERM, Signal.To.FOREGROUND)).isTrue();
      assertThat(session.await(Expectation.command().within(LONG)).state().wire())
          .isEqualTo("ready");
    }
  }

  @Test
  @DisplayName("One shell process per session, and none more per command")
  void oneProcess() {
    try (var session = sessions.start(Launch.shell("bash"))) {
      var first = session.run("echo $BASHPID $$", LONG).output().strip().split(" ");
      assertThat(first[0]).isEqualTo(first[1]).isEqualTo(Long.toString(session.pid()));
    }
  }

  @Test
  @DisplayName("Streaming output is possible, in real time")
  void streaming() {
    try (var session = sessions.start(Launch.of("sh", "-c", "echo one; read x; echo two"));
        var watch = session.watch(0)) {
      var seen = new StringBuilder();
      until(
          () -> {
            watch
                .next(Duration.ofMillis(100))
                .ifPresent(piece -> seen.append(new String(piece.bytes(), StandardCharsets.UTF_8)));
            return seen.indexOf("one") >= 0;
          });
      assertThat(seen.toString()).doesNotContain("two");
    }
  }

  // --- considerations -------------------------------------------------------------------------

  @Nested
  class Considerations {
    @Test
    @DisplayName("Automatic cleanup after inactivity, and why is told")
    void idle() {
      var start =
          parley.call(
              "session_start", "command", List.of("cat"), "idle_timeout_s", 1, "timeout_ms", 0);
      var session = start.field("session");
      until(() -> !desk.run("list").contains(session));
      var end = parley.call("session_read", "session", session);
      assertThat(end.state()).isEqualTo("exited");
      assertThat(end.field("ended_by")).isEqualTo("idle");
    }

    @Test
    @DisplayName("Sessions are isolated from one another")
    void isolated() {
      try (var one = sessions.start(Launch.shell("bash"));
          var two = sessions.start(Launch.shell("bash"))) {
        one.run("X=one; cd /tmp", LONG);
        assertThat(two.run("echo \"[$X]\"", LONG).output()).isEqualTo("[]\n");
        assertThat(two.run("pwd", LONG).output()).isNotEqualTo("/tmp\n");
      }
    }

    @Test
    @DisplayName("Resource limits per session: processes, for root too, and of this session alone")
    void processes() {
      var limits =
          new Limits(
              OptionalLong.empty(),
              OptionalLong.of(8),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty());
      var many = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 30 & done; echo all";
      try (var session = sessions.start(Launch.of("dash", "-c", many).limited(limits));
          var other = sessions.start(Launch.of("dash", "-c", many))) {
        var refused = session.await(Expectation.exit().within(LONG), View.text(), 0);
        assertThat(refused.output()).contains("fork").doesNotContain("all");
        assertThat(other.await(Expectation.exit().within(LONG), View.text(), 0).output())
            .isEqualTo("all\n");
      }
    }

    @Test
    @DisplayName("Resource limits per session: processor time, and why it ended is told")
    void cpu() {
      var start =
          parley.call(
              "session_start",
              "command",
              "while :; do :; done",
              "limits",
              Map.of("cpu_seconds", 1),
              "until",
              List.of("exit"),
              "timeout_ms",
              45_000);
      assertThat(start.state()).isEqualTo("exited");
      assertThat(start.field("ended_by")).isEqualTo("cpu");
    }

    @Test
    @DisplayName("Who closed a session is told")
    void closed() {
      var session =
          parley.call("session_start", "command", List.of("cat"), "timeout_ms", 0).field("session");
      var close = parley.call("session_close", "session", session);
      assertThat(close.field("ended_by")).startsWith("closed");
      assertThat(parley.call("session_read", "session", session).field("ended_by"))
          .startsWith("closed");
    }

    @Test
    @DisplayName("A program's own end has no such reason")
    void ownEnd() {
      var end = parley.call("session_start", "command", "exit 4", "timeout_ms", 30_000);
      assertThat(end.fields().path("exit_code").asInt()).isEqualTo(4);
      assertThat(end.fields().has("ended_by")).isFalse();
    }

    @Test
    @DisplayName("Output history is a bounded buffer, and what fell out of it is named")
    void bounded() throws Exception {
      try (var own = Desk.open(Map.of("PARLEY_JOURNAL_BYTES", "1048576"))) {
        var client = own.client();
        var end = client.call("session_start", "command", "seq 1 400000", "timeout_ms", 30_000);
        assertThat(end.state()).isEqualTo("exited");
        assertThat(end.text()).contains("no longer kept");
        assertThat(end.fields().path("from").asLong()).isPositive();
      }
    }

    @Test
    @DisplayName("ANSI escape sequences are handled")
    void ansi() {
      var turn =
          parley.call(
              "session_start",
              "command",
              "printf '\\033[31mred\\033[0m\\n10%%\\r20%%\\n'",
              "timeout_ms",
              30_000);
      assertThat(turn.output()).isEqualTo("red\n20%\n");
    }

    @Test
    @DisplayName("Output has a size limit; the middle is left out, named, and can be read")
    void sizeLimit() {
      var turn = parley.call("session_start", "command", "seq 1 20000", "timeout_ms", 30_000);
      assertThat(turn.output().length()).isLessThan(9_000);
      var omitted = turn.fields().path("omitted");
      assertThat(turn.text())
          .contains(
              "read from %d to %d"
                  .formatted(omitted.path("from").asLong(), omitted.path("to").asLong()));
      var middle =
          parley.call(
              "session_read",
              "session",
              turn.field("session"),
              "from",
              omitted.path("from").asLong(),
              "to",
              omitted.path("to").asLong(),
              "max_tokens",
              100_000);
      assertThat(middle.fields().path("to").asLong()).isEqualTo(omitted.path("to").asLong());
      var marker = turn.output().indexOf("[…");
      var rest = turn.output().indexOf('\n', marker) + 1;
      assertThat(
              turn.output().substring(0, marker) + middle.output() + turn.output().substring(rest))
          .isEqualTo(
              String.join(
                      "\n",
                      java.util.stream.IntStream.rangeClosed(1, 20000)
                          .mapToObj(Integer::toString)
                          .toList())
                  + "\n");
    }

    @Test
    @DisplayName("The death of a shell is noticed")
    void death() {
      var session = shell("bash").field("session");
      var end = say(session, "kill -9 $$");
      assertThat(end.state()).isEqualTo("exited");
      assertThat(end.field("signal")).isEqualTo("SIGKILL");
      assertThat(end.fields().has("ended_by")).isFalse();
    }

    @Test
    @DisplayName("Terminal errors are refusals that say what to do")
    void errors() {
      assertThat(parley.call("session_send", "session", "nobody", "text", "x").code())
          .isEqualTo("not_found");
      var missing = parley.call("session_start", "command", List.of("no-such-program"));
      assertThat(missing.refused()).isTrue();
      assertThat(missing.text()).contains("no-such-program").doesNotContain("/usr/bin");
      var empty = parley.call("session_start", "command", "");
      assertThat(empty.refused()).isTrue();
      assertThat(empty.text()).contains("Leave command out");
    }

    @Test
    @DisplayName("A command that still runs has no exit code yet")
    void running() {
      var session = shell("bash").field("session");
      say(session, "false");
      var running =
          parley.call("session_send", "session", session, "text", "sleep 600", "timeout_ms", 300);
      assertThat(running.state()).isEqualTo("working");
      assertThat(running.fields().path("command").has("exit_code")).isFalse();
      assertThat(running.text()).doesNotContain("exit code");
    }

    @Test
    @DisplayName("Directories are the client's: relative ones and ~ too")
    void directories() throws Exception {
      var folder = Files.createTempDirectory(desk.home(), "cwd").toRealPath();
      var sub = Files.createDirectories(folder.resolve("sub"));
      var client = desk.clientIn(folder);
      for (var expected :
          Map.of(".", folder, "sub", sub, "~", desk.home(), sub.toString(), sub).entrySet()) {
        var turn =
            client.call(
                "session_start", "command", "pwd", "cwd", expected.getKey(), "timeout_ms", 30_000);
        assertThat(turn.output()).isEqualTo(expected.getValue() + "\n");
      }
    }

    @Test
    @DisplayName("Where a reader is belongs to that reader, whoever else reads")
    void readers() {
      var session = shell("bash").field("session");
      say(session, "echo one-$((0 + 1))");
      var other = desk.client();
      other.call("session_send", "session", session, "text", "echo two-$((1 + 1))");
      other.call("session_send", "session", session, "text", "echo three-$((1 + 2))");
      assertThat(parley.call("session_read", "session", session).output())
          .contains("two-2")
          .contains("three-3")
          .doesNotContain("one-1");
    }
  }
}
