package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shell with marks printed, to the letter, and what its editor holds. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class ShellOutputTest {
  private static final Expectation TURN = Expectation.turn().within(Duration.ofSeconds(60));

  private static Sessions sessions;

  @TempDir static Path home;

  @BeforeAll
  static void open() {
    sessions = Sessions.inProcess();
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  private static Session shell(String shell) {
    var session =
        sessions.start(
            Launch.shell(shell)
                .with(Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", home.toString())));
    assertThat(session.await(TURN).state()).isInstanceOf(SessionState.Ready.class);
    return session;
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void outputIsExactlyWhatWasPrintedWithOrWithoutALineEnd(String shell) throws Exception {
    var wide = "x".repeat(Launch.DEFAULT_COLUMNS);
    try (var session = shell(shell)) {
      var prompt = session.send(Input.line("true"), TURN).state().prompt();
      for (var text :
          List.of("abc", "", "a\n", "a\nb", ">>> ", "% ", "tab\tend ", wide, wide + "y", "⏎")) {
        var file = Files.createTempFile(home, "text", "");
        Files.writeString(file, text);
        var turn = session.send(Input.line("cat " + file), TURN);
        assertThat(turn.output()).isEqualTo(text);
        assertThat(turn.state()).isEqualTo(new SessionState.Ready(prompt));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void outputWithoutALineEndStaysOnTheScreen(String shell) {
    try (var session = shell(shell)) {
      var turn = session.send(Input.line("printf 'left-%s' over"), TURN);
      assertThat(turn.screen().text()).contains("left-over");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void aLineThatIsNotEmptyIsNotReady(String shell) {
    try (var session = shell(shell)) {
      var half = session.send(Input.text("echo half"), TURN);
      assertThat(half.state()).isInstanceOf(SessionState.Waiting.class);
      assertThat(half.state().prompt()).endsWith("echo half");
      assertThat(half.hint()).contains(Advice.Step.RUN_OR_DROP_LINE);
      assertThat(session.send(Input.line(" and whole"), TURN).output())
          .isEqualTo("half and whole\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void anOpenQuoteWaitsForItsEnd(String shell) {
    try (var session = shell(shell)) {
      var open = session.send(Input.line("echo 'one"), TURN);
      assertThat(open.state()).isInstanceOf(SessionState.Waiting.class);
      assertThat(open.hint()).contains(Advice.Step.FINISH_COMMAND);
      var whole = session.send(Input.line("two'"), TURN);
      assertThat(whole.output()).isEqualTo("one\ntwo\n");
      assertThat(whole.state()).isInstanceOf(SessionState.Ready.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void nothingIsAppendedToALineThatTheShellRefusedAndKept(String shell) {
    try (var session = shell(shell)) {
      var wrong = session.send(Input.line("echo one )"), TURN);
      if (wrong.state() instanceof SessionState.Waiting) {
        assertThatThrownBy(() -> session.send(Input.line("echo two"), TURN))
            .isInstanceOf(Refusal.class)
            .hasMessageContaining("refused the last line");
        assertThat(session.send(Input.keys(List.of("ctrl+c")), TURN).state())
            .isInstanceOf(SessionState.Ready.class);
      }
      assertThat(session.send(Input.line("echo fine"), TURN).output()).isEqualTo("fine\n");
    }
  }
}
