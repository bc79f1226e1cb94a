package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.finding.Evidence;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ShellRunTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Sessions sessions = Sessions.inProcess();

  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  Path folder;

  @AfterEach
  void end() {
    sessions.close();
  }

  private Session shell(String shell) {
    return sessions.start(Launch.shell(shell).in(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void outputAndExitCodeAreExact(String name) {
    var shell = shell(name);

    assertRuns(shell, "true", "", 0);
    assertRuns(shell, "false", "", 1);
    assertRuns(shell, "echo hello", "hello\n", 0);
    assertRuns(shell, "printf 'no line end'", "no line end", 0);
    assertRuns(shell, "printf 'a\\tb\\r\\nc\\n'", "a\tb\r\nc\n", 0);
    assertRuns(shell, "sh -c 'exit 42'", "", 42);
    assertExits(shell, "sh -c 'kill -9 $$'", 137);
    assertExits(shell, "no-such-command-here", 127);
    assertRuns(shell, "echo one; echo two", "one\ntwo\n", 0);
    assertRuns(shell, "printf '\\033[31mred\\033[0m\\n'", "\u001b[31mred\u001b[0m\n", 0);
    assertRuns(shell, "echo 'wow! it works'", "wow! it works\n", 0);
    assertRuns(shell, "seq 1 2000", lines(2000), 0);
    assertRuns(shell, "true | false", "", 1);
    assertRuns(shell, "echo \"tab\tinside\"", "tab\tinside\n", 0);
    assertRuns(shell, "echo ünï 漢字 🙂", "ünï 漢字 🙂\n", 0);
    assertExits(shell, "printf '\\033]133;D;99\\007'; echo real", 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void severalLinesAndHereDocumentsAreOneCommand(String name) {
    var shell = shell(name);

    assertRuns(shell, "for i in 1 2 3; do\n  echo $i\ndone", "1\n2\n3\n", 0);
    assertRuns(shell, "cat <<EOF\nfirst\nsecond\nEOF", "first\nsecond\n", 0);
    assertRuns(shell, "echo a\necho b\nfalse", "a\nb\n", 1);
    assertRuns(shell, "f() { return 9; }\nf", "", 9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void aCommandThatIsTooLongToTypeArrivesWhole(String name) {
    var shell = shell(name);
    var long1 = "x".repeat(100_000);

    assertRuns(shell, "echo " + long1, long1 + "\n", 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void theDirectoryIsTheOneTheShellIsIn(String name) {
    var shell = shell(name);
    shell.run("mkdir 'a b%c' && cd 'a b%c'", LONG);

    var result = shell.run("true", LONG);

    assertThat(result.directory()).isEqualTo(folder.resolve("a b%c").toString());
  }

  @Test
  void bytesThatAreNoTextAreKept() {
    var shell = shell("bash");

    var result = shell.run("printf '\\000\\001\\377\\033'", LONG);

    assertThat(shell.bytes(result.from(), result.to())).containsExactly(0, 1, 0xff, 0x1b);
  }

  @Test
  void aSyntaxErrorIsReportedAndTheShellGoesOn() {
    var shell = shell("bash");

    var result = shell.run("if then", LONG);

    assertThat(result.exitCode()).hasValue(2);
    assertThat(result.output()).contains("syntax error");
    assertRuns(shell, "echo fine", "fine\n", 0);
  }

  @Test
  void anUnfinishedQuoteIsAContinuationWithAWayOut() {
    var shell = shell("bash");

    var result = shell.run("echo 'unfinished", LONG);
    assertThat(result.finished()).isFalse();
    var verdict = shell.verdict();
    assertThat(verdict.state()).isInstanceOf(SessionState.Waiting.class);
    assertThat(verdict.evidence()).contains(Evidence.Mark.CONTINUATION);

    shell.send(Input.keys(List.of("ctrl+c")));
    assertRuns(shell, "echo fine", "fine\n", 0);
  }

  @Test
  void aSecondCommandIsRefusedWhileOneIsGoing() throws InterruptedException {
    var shell = shell("bash");
    var first = shell.run("read answer", Duration.ofSeconds(10));
    assertThat(first.finished()).isFalse();

    assertThatThrownBy(() -> shell.run("echo hello", Duration.ofMillis(200)))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.BUSY));

    shell.send(Input.line("an answer"));
    assertRuns(shell, "echo \"$answer\"", "an answer\n", 0);
  }

  @Test
  void interruptedAndStoppedCommandsHaveTheShellsCodes() {
    var shell = shell("bash");
    shell.await(Expectation.command());
    shell.send(Input.line("sleep 100"), Expectation.none());
    SessionTest.inFront(shell, "sleep");
    var stopped = shell.send(Input.keys(List.of("ctrl+z")));
    assertThat(stopped.command().orElseThrow().exitCode()).hasValue(148);
    assertThat(stopped.output()).contains("Stopped");
    assertThat(shell.run("kill %1; wait %1", LONG).finished()).isTrue();
    assertExits(shell, "sleep 100 & echo started; kill $!", 0);
  }

  @Test
  void theUsersOwnConfigurationStays() {
    var shell =
        sessions.start(
            Launch.shell("bash").in(folder).with(java.util.Map.of("HOME", folder.toString())));
    shell.run(
        "printf 'PS1=\"mine> \"\\n"
            + "alias hi=\"echo aliased\"\\n"
            + "PROMPT_COMMAND=\"true\"\\n"
            + "' > ~/.bashrc",
        LONG);
    var second =
        sessions.start(
            Launch.shell("bash").in(folder).with(java.util.Map.of("HOME", folder.toString())));

    assertRuns(second, "hi", "aliased\n", 0);
    assertThat(second.state()).isEqualTo(new SessionState.Ready("mine> "));
    assertRuns(second, "echo ${PARLEY_NONCE-gone}", "gone\n", 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "sh"})
  void aPlainShellRunsCommandsToo(String name) {
    var shell = shell(name);

    assertRuns(shell, "echo hello", "hello\n", 0);
    assertRuns(shell, "sh -c 'exit 3'", "", 3);
    assertRuns(shell, "cat <<EOF\nit's here\nEOF", "it's here\n", 0);
  }

  private static void assertRuns(Session shell, String command, String output, int exitCode) {
    assertThat(assertExits(shell, command, exitCode).output()).as(command).isEqualTo(output);
  }

  private static CommandResult assertExits(Session shell, String command, int exitCode) {
    var result = shell.run(command, LONG);
    assertThat(result.exitCode()).as(command).hasValue(exitCode);
    return result;
  }

  private static String lines(int count) {
    var lines = new StringBuilder();
    for (var line = 1; line <= count; line++) {
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  @Test
  void nothingOfTheNonceIsShown() {
    var shell = shell("bash");
    shell.run("echo hello", LONG);

    var bytes = new String(shell.bytes(0, shell.lastOffset()), StandardCharsets.UTF_8);
    var mark = Pattern.compile("\\e]133;[A-D].*?n=(\\w+)").matcher(bytes);
    assertThat(mark.find()).isTrue();
    assertThat(shell.read(0, View.text()).text()).doesNotContain(mark.group(1));
  }
}
