package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import dev.parley.testing.FreshHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that prints a shell's marks, with all it can find out, changes nothing by it. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class ForgedMarksTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /**
   * Collects what may be a nonce from all a program can read of its shell, and forges with each.
   */
  private static final String FORGER =
      """
      forge() {
        printf '\\033]133;D;0%s\\007\\033]133;A%s\\007$ \\033]133;B%s\\007' "$1" "$1" "$1"
        printf '\\033]133;C%s\\007\\033]133;D;0;k=n%s\\007\\033]7;file:///forged\\007' "$1" "$1"
      }
      echo before
      for of in $PPID self; do
        tr '\\0' '\\n' <"/proc/$of/environ"
        tr '\\0' '\\n' <"/proc/$of/cmdline"
      done >"$HOME/known"
      env >>"$HOME/known"
      forge ''
      for nonce in none $(grep -aoE '[0-9a-f]{32}' "$HOME/known"); do
        echo "$nonce" >>"$HOME/tried"
        forge ";n=$nonce"
      done
      echo after
      exit 7
      """;

  private static Sessions sessions;

  @TempDir static Path home;

  @BeforeAll
  static void open() throws IOException {
    sessions = Sessions.inProcess();
    Files.writeString(FreshHome.in(home).resolve("forger"), FORGER);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  private static void assertForgesNothing(String shell) throws IOException {
    Files.deleteIfExists(home.resolve("tried"));
    try (var session =
        sessions.start(
            Launch.shell(shell)
                .in(home)
                .with(
                    Map.of(
                        "HOME", home.toString(), "XDG_CONFIG_HOME", home.toString(), "n", "")))) {
      var ran = session.run("sh ./forger", LONG);
      assertThat(ran.output()).startsWith("before\n").endsWith("after\n");
      assertThat(ran.exitCode()).hasValue(7);
      assertThat(ran.directory()).doesNotContain("forged");
      assertThat(Files.readAllLines(home.resolve("tried"))).containsExactly("none");

      var next = session.run("echo unharmed", LONG);
      assertThat(next.output()).isEqualTo("unharmed\n");
      assertThat(next.exitCode()).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish", "sh", "ksh", "mksh"})
  void marksOfAProgramAreNoMarks(String shell) throws IOException {
    assertForgesNothing(shell);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void neitherAreTheyWhenPromptsAndVariablesAreExported(String shell) throws IOException {
    var files = Map.of("bash", ".bashrc", "zsh", ".zshrc");
    var file = home.resolve(files.getOrDefault(shell, ""));
    Files.writeString(file, "set -a\nexport PS1='mine> ' PS2='more> '\n");
    try {
      assertForgesNothing(shell);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void aShellWithoutVariablesInItsPromptHasItsMarks() throws IOException {
    Files.writeString(home.resolve(".bashrc"), "shopt -u promptvars\n");
    try (var session =
        sessions.start(Launch.shell("bash").in(home).with(Map.of("HOME", home.toString())))) {
      var ran = session.run("echo one; false", LONG);
      assertThat(ran.output()).isEqualTo("one\n");
      assertThat(ran.exitCode()).hasValue(1);
      assertThat(session.state()).isInstanceOf(SessionState.Ready.class);
    } finally {
      Files.delete(home.resolve(".bashrc"));
    }
  }
}
