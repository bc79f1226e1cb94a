package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors on screens of real coding agents at rest, and what only looks like one. */
class FailureShownTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claude-401 | Please run /login · API Error: 401 The script says so
          claude-500 | API Error: 500 The script says so. This is a server-side issue
          claude-529 | API Error: 529 The script says so. This is a server-side issue
          codex-401  | unexpected status 401 Unauthorized: The script says so
          gemini-400 | [API Error: {"type":"error","error":{"code":400,
          gemini-401 | [API Error: {"type":"error","error":{"code":401,
          qwen-400   | [API Error: 400 The script says so]
          """)
  void anErrorIsQuoted(String screen, String said) throws IOException {
    assertThat(FailureShown.in(recorded(screen)))
        .hasValueSatisfying(error -> assertThat(error).startsWith(said));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-failed-tool",
        "claude-talks-of-errors",
        "claude-well-again",
        "codex-failed-tool",
        "codex-talks-of-errors",
        "codex-tries-again",
        "codex-well-again",
        "gemini-failed-tool",
        "gemini-talks-of-errors",
        "gemini-well-again",
        "qwen-failed-tool"
      })
  void whatIsSaidAfterItOrAboutItIsNone(String screen) throws IOException {
    assertThat(FailureShown.in(recorded(screen))).isEmpty();
  }

  /** A box with a footer below; the cursor goes back into it. */
  private static final String BOX = "\r\n\r\n────\r\n> \0337\r\nF1 help\0338";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[31mError: no model",
        "\033[91mrequest refused",
        "\033[33mFehler: keine Verbindung",
        "\033[38;5;160m✖ request failed",
        "\033[38;2;255;107;128m● server overloaded",
        "\033[31m[Error 500]\033[90m (press r to try again)",
        "\033[31m请求失败",
        "\033[31mError at the top, the box at the bottom\033[30;1H"
      })
  void colourAndWordsTogetherMakeAnError(String text) {
    assertThat(FailureShown.in(drawn("all well so far\r\n\r\n" + text + "\033[m" + BOX)))
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error: no model",
        "\033[32mno error found",
        "\033[31mred is all I say",
        "\033[31mError: no model\033[m\r\n\r\nI have mended it.",
        "\033[31m- error: old line",
        "\033[31m│ Error: exit code 1",
        "\033[1;31m# Error",
        "a tool says\r\n\033[31mError: exit code 1",
        "\033[38;2;215;175;255mError in violet",
        "\033[90mError in fine print"
      })
  void oneAloneDoesNot(String text) {
    assertThat(FailureShown.in(drawn("all well so far\r\n\r\n" + text + "\033[m" + BOX))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$ make\r\n\033[31mmake: error\033[m\r\n$ ",
        "$ make\r\n\r\n\033[31mmake: error\033[m\r\n\r\n$ ",
        "$ pytest\r\n\r\n\033[31mFAILED tests/test_a.py\033[m\r\n\033[31m1 failed\033[m\r\n\r\n$ ",
        "$ npm test\r\n\r\n\033[31mnpm error code 1\033[m\r\n\r\n> "
      })
  void aPromptIsNoInputBox(String text) {
    assertThat(FailureShown.in(drawn(text))).isEmpty();
  }

  /** The bar of a terminal multiplexer stands below every prompt. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$ make\r\n\033[31mmake: error\033[m\r\n$ \0337\033[40;1H[0] 0:bash\0338",
        "$ make\r\n\r\n\033[31mmake: error\033[m\r\n$ \0337\033[40;1H[0] 0:bash\0338",
        "$ make\r\n\033[31mmake: error\033[m\r\n\r\n$ \0337\033[40;1H[0] 0:bash\0338",
        "$ make\r\n\r\n\033[31mmake: error\033[m\r\n\r\n$ \0337\033[40;1H[0] 0:bash\0338"
      })
  void norIsAPromptAboveABar(String text) {
    assertThat(FailureShown.in(drawn(text))).isEmpty();
  }

  private static Screen recorded(String name) throws IOException {
    try (var file = FailureShownTest.class.getResourceAsStream("screens/" + name + ".screen")) {
      return drawn(Objects.requireNonNull(file).readAllBytes());
    }
  }

  private static Screen drawn(String text) {
    return drawn(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Screen drawn(byte[] bytes) {
    var terminal = new Terminal(120, 40);
    terminal.feed(bytes);
    return terminal.screen();
  }
}
