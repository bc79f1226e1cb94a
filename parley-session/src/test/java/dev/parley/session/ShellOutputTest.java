package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.testing.FreshHome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return shell(shell, home);
  }

  private static Session shell(String shell, Path home) {
    FreshHome.in(home);
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

  /** The program ends at the key; the line end behind it is an empty line for the shell. */
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void whatEndsAPagerLeavesNoPromptInTheOutput(String shell) throws Exception {
    try (var session = shell(shell)) {
      var file = Files.createTempFile(home, "long", "");
      Files.writeString(file, "line\n".repeat(300));
      assertThat(session.send(Input.line("less " + file), TURN).fullscreen()).isTrue();
      var quit = session.send(Input.line("q"), TURN);
      assertThat(quit.state()).isInstanceOf(SessionState.Ready.class);
      assertThat(quit.output()).isEmpty();
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

  /** A prompt that begins in the middle of a row goes on in the next. */
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void thePromptIsWholeWhereverItsRowEnds(String shell) {
    try (var session = shell(shell)) {
      var prompt = session.send(Input.line("true"), TURN).state().prompt();
      for (var width = Launch.DEFAULT_COLUMNS - 12; width < Launch.DEFAULT_COLUMNS + 2; width++) {
        var turn = session.send(Input.line("printf '%0" + width + "d' 7"), TURN);
        assertThat(turn.output()).isEqualTo("0".repeat(width - 1) + "7");
        assertThat(turn.state()).isEqualTo(new SessionState.Ready(prompt));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void aLineBehindTheCursorIsALineToo(String shell) {
    try (var session = shell(shell)) {
      session.send(Input.text("echo half"), TURN);
      var home = session.send(Input.keys(List.of("home")), TURN);
      assertThat(home.state()).isInstanceOf(SessionState.Waiting.class);
      assertThat(home.hint()).contains(Advice.Step.RUN_OR_DROP_LINE);
    }
  }

  /** At the bottom of the screen the rest of a line begins in the row where the prompt was. */
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void anUnfinishedLineWaitsAlsoWhereTheScreenHasScrolled(String shell) {
    try (var session = shell(shell)) {
      session.send(Input.line("seq 100"), TURN);
      var open = session.send(Input.line("echo a\\"), TURN);
      assertThat(open.state()).isInstanceOf(SessionState.Waiting.class);
      assertThat(open.hint()).contains(Advice.Step.FINISH_COMMAND);
      assertThat(session.send(Input.line("b"), TURN).output()).isEqualTo("ab\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void aLineThatIsGivenUpIsGoneBeforeTheAnswer(String shell) {
    try (var session = shell(shell)) {
      for (var round = 0; round < 20; round++) {
        session.send(round % 2 == 0 ? Input.text("echo half") : Input.line("echo 'open"), TURN);
        var stopped = session.send(Input.keys(List.of("ctrl+c")), TURN);
        assertThat(stopped.state()).isInstanceOf(SessionState.Ready.class);
        assertThat(stopped.output()).isEmpty();
        assertThat(session.send(Input.line("echo " + round), TURN).output())
            .isEqualTo(round + "\n");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void aLineThatRunsNothingPrintsNothing(String shell) {
    try (var session = shell(shell)) {
      assertThat(session.send(Input.line(""), TURN).output()).isEmpty();
      assertThat(session.send(Input.keys(List.of("ctrl+c")), TURN).output()).isEmpty();
    }
  }

  /** A shell suggests the rest of a line; nobody has printed that. */
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void whatAShellDrawsForALineIsNoOutput(String shell) {
    try (var session = shell(shell)) {
      session.send(Input.line("echo half and whole"), TURN);
      for (var typed : List.of("echo", " ha", "lf")) {
        assertThat(session.send(Input.text(typed), TURN).output()).isEmpty();
      }
      assertThat(session.await(Expectation.none()).output()).isEmpty();
      assertThat(session.send(Input.keys(List.of("ctrl+c")), TURN).state())
          .isInstanceOf(SessionState.Ready.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void theCommandIsTheLineThatTheShellHad(String shell) {
    try (var session = shell(shell)) {
      assertThat(text(session.send(Input.line("echo one"), TURN))).contains("echo one");
      session.send(Input.text("echo t"), TURN);
      assertThat(text(session.send(Input.line("wo"), TURN))).contains("echo two");
      session.send(Input.text("echo three"), TURN);
      assertThat(text(session.send(Input.keys(List.of("enter")), TURN))).contains("echo three");
      session.send(Input.line("echo 'four"), TURN);
      assertThat(text(session.send(Input.line("five'"), TURN))).contains("echo 'four\nfive'");
      // What the history brings back only the shell knows.
      assertThat(text(session.send(Input.keys(List.of("up", "enter")), TURN))).contains("");
    }
  }

  private static Optional<String> text(Turn turn) {
    return turn.command().map(CommandResult::command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void nothingIsAppendedToALineThatAPersonHasBegun(String shell) {
    try (var session = shell(shell)) {
      session.floor().take("Ada");
      session.typeByHand("Ada", "rm -r ".getBytes(StandardCharsets.UTF_8));
      assertThat(session.await(TURN).state()).isInstanceOf(SessionState.Waiting.class);
      session.floor().handBack("Ada");

      assertThatThrownBy(() -> session.send(Input.line("echo two"), TURN))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("A person has typed");
      session.send(Input.keys(List.of("ctrl+c")), TURN);
      assertThat(session.send(Input.line("echo fine"), TURN).output()).isEqualTo("fine\n");
    }
  }

  /** Menus and monitors draw on the primary screen; what they send is a picture all the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dialog --menu Choose 15 40 4 1 One 2 Two",
        "top -d 100",
        "stty -icanon -echo; printf '\\033[3;9Hone\\033[5;9H\\033[7mtwo\\033[0m'; head -c 1"
      })
  void aProgramThatDrawsHasTheWholeScreen(String command) {
    try (var session = shell("bash")) {
      var drawn = session.send(Input.line(command), TURN);
      assertThat(drawn.fullscreen()).isTrue();
      assertThat(drawn.output()).isEmpty();
      if (!command.startsWith("top")) {
        assertThat(drawn.screen().highlights()).isNotEmpty();
      }
      session.send(Input.keys(List.of("q", "ctrl+c")), TURN);
      var after = session.send(Input.line("stty sane; clear; echo after"), TURN);
      assertThat(after.fullscreen()).isFalse();
      assertThat(after.output()).endsWith("after\n");
    }
  }

  /** Shells draw at the right of a line too, and a user may change how zsh ends an output. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zsh RPROMPT='[right]'",
        "zsh setopt prompt_sp",
        "fish function fish_right_prompt; echo RIGHT; end",
        "bash PS1='one\\n$ '"
      })
  void whatAShellDrawsAroundItsPromptIsNoOutput(String shellAndSetting) {
    var words = shellAndSetting.split(" ", 2);
    try (var session = shell(words[0])) {
      session.send(Input.line(words[1]), TURN);
      assertThat(session.send(Input.line("printf abc"), TURN).output()).isEqualTo("abc");
      assertThat(session.send(Input.keys(List.of("ctrl+l")), TURN).output()).isEmpty();
      session.send(Input.text("echo half"), TURN);
      assertThat(session.send(Input.keys(List.of("ctrl+c")), TURN).output()).isEmpty();
      assertThat(session.send(Input.line("echo fine"), TURN).output()).isEqualTo("fine\n");
    }
  }

  /**
   * Hooks print before the prompt, whichever way and whenever a user has set them; no command did.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zsh precmd() { print hook $? }",
        "zsh unsetopt prompt_sp; precmd() { print hook $? }",
        "zsh PROMPT_EOL_MARK=''; precmd() { print hook $? }",
        "bash PROMPT_COMMAND='echo hook $?'",
        "bash PROMPT_COMMAND+=('echo hook $?')",
        "fish function hook --on-event fish_postexec; echo hook $status; end",
        "fish function fish_prompt; echo hook $status; echo -n '> '; end"
      })
  void whatAHookPrintsIsNoOutput(String shellAndHook) {
    var words = shellAndHook.split(" ", 2);
    try (var session = shell(words[0])) {
      session.send(Input.line(words[1]), TURN);
      hookPrintsNoOutput(session);
    }
  }

  private static void hookPrintsNoOutput(Session session) {
    for (var text : List.of("abc", "abc\\n", "")) {
      var turn = session.send(Input.line("printf '" + text + "'"), TURN);
      assertThat(turn.output()).isEqualTo(text.replace("\\n", "\n"));
      assertThat(turn.state()).isInstanceOf(SessionState.Ready.class);
    }
    var failed = session.send(Input.line("sh -c 'exit 3'"), TURN);
    assertThat(failed.output()).isEmpty();
    assertThat(failed.command().orElseThrow().exitCode()).hasValue(3);
    assertThat(failed.screen().text()).contains("hook 3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zsh .zshrc precmd() { print hook $? }",
        "zsh .zshrc unsetopt prompt_sp; precmd() { print hook $? }",
        "bash .bashrc PROMPT_COMMAND=('echo hook $?' 'true')",
        "fish fish/config.fish function hook --on-event fish_postexec; echo hook $status; end"
      })
  void whatAHookOfTheUsersOwnFilesPrintsIsNoOutput(String shellFileAndHook, @TempDir Path own)
      throws Exception {
    var words = shellFileAndHook.split(" ", 3);
    Files.createDirectories(own.resolve("fish"));
    Files.writeString(own.resolve(words[1]), words[2] + "\n");
    try (var session = shell(words[0], own)) {
      hookPrintsNoOutput(session);
    }
  }

  /** A user who replaces all prompt commands costs one command its code, and no other. */
  @ParameterizedTest
  @ValueSource(
      strings = {"PROMPT_COMMAND=(true)", "unset PROMPT_COMMAND; PROMPT_COMMAND=true", "set -u"})
  void promptCommandsThatWereReplacedComeBack(String replacing) {
    try (var session = shell("bash")) {
      session.send(Input.line(replacing), TURN);
      session.send(Input.line("true"), TURN);
      var failed = session.send(Input.line("printf abc; (exit 3)"), TURN);
      assertThat(failed.output()).isEqualTo("abc");
      assertThat(failed.command().orElseThrow().exitCode()).hasValue(3);
    }
  }
}
