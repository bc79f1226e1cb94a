package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScrollbackTest {
  private static Terminal fed(int columns, int rows, int lines, String text) {
    var terminal = new Terminal(columns, rows, Terminal.Options.DEFAULT.withScrollback(lines));
    terminal.feed(text.getBytes(StandardCharsets.UTF_8));
    return terminal;
  }

  private static String numbered(int count) {
    var text = new StringBuilder();
    for (int line = 0; line < count; line++) {
      text.append("line ").append(line).append("\r\n");
    }
    return text.toString();
  }

  @Test
  void linesThatLeaveTheScreenAreNumbered() {
    var scrollback = fed(20, 3, 100, numbered(10)).scrollback();

    assertThat(scrollback.first()).isZero();
    assertThat(scrollback.last()).isEqualTo(7);
    assertThat(scrollback.text(6, 100)).containsExactly("line 6", "line 7");
  }

  @Test
  void theOldestLinesAreDroppedAndNumbersStay() {
    var scrollback = fed(20, 3, 1000, numbered(50_000)).scrollback();

    assertThat(scrollback.size()).isEqualTo(1000);
    assertThat(scrollback.last()).isEqualTo(49_997);
    assertThat(scrollback.text(0, 50_000))
        .containsExactlyElementsOf(numbered(49_998).lines().skip(48_998).toList());
  }

  @Test
  void theBytesAreBoundedToo() {
    var terminal = new Terminal(100, 3, new Terminal.Options(1_000_000, 1 << 20, false));
    terminal.feed(("x".repeat(100) + "\r\n").repeat(50_000).getBytes(StandardCharsets.US_ASCII));

    assertThat(terminal.scrollback().size()).isBetween(9_000, 11_000);
  }

  @Test
  void wideAndCombinedCharactersSurvive() {
    assertThat(fed(20, 1, 10, "漢字 e\u0301 🙂\r\n").scrollback().text(0, 1))
        .containsExactly("漢字 e\u0301 🙂");
  }

  @Test
  void theAlternateScreenLeavesNothingBehind() {
    assertThat(fed(20, 2, 10, "\033[?1049ha\r\nb\r\nc\r\nd").scrollback().size()).isZero();
  }

  @Test
  void aRegionBelowTheTopLeavesNothingBehind() {
    assertThat(fed(20, 4, 10, "\033[2;4r\033[4;1Ha\n\n\n").scrollback().size()).isZero();
  }

  @Test
  void itCanBeErased() {
    var scrollback = fed(20, 2, 100, numbered(10) + "\033[3J").scrollback();

    assertThat(scrollback.size()).isZero();
    assertThat(scrollback.first()).isEqualTo(9);
  }

  @Test
  void aNarrowerScreenWrapsAndAWiderOneJoins() {
    var terminal = fed(10, 3, 100, "abcdefghij");
    terminal.resize(4, 3);
    assertThat(terminal.screen().lines()).containsExactly("abcd", "efgh", "ij");
    terminal.resize(10, 3);
    assertThat(terminal.screen().lines()).containsExactly("abcdefghij", "", "");
  }

  @Test
  void theCursorStaysWithItsText() {
    var terminal = fed(10, 4, 100, "$ echo hello world");
    terminal.resize(6, 4);
    assertThat(terminal.screen().lines()).containsExactly("$ echo", " hello", " world", "");
    assertThat(terminal.screen().cursor()).isEqualTo(new Cursor(5, 2, true));
  }

  @Test
  void aLowerScreenGivesLinesToTheScrollbackAndAHigherOneTakesThemBack() {
    var terminal = fed(10, 4, 100, "a\r\nb\r\nc\r\nd");
    terminal.resize(10, 2);
    assertThat(terminal.screen().lines()).containsExactly("c", "d");
    assertThat(terminal.scrollback().text(0, 9)).containsExactly("a", "b");
    terminal.resize(10, 4);
    assertThat(terminal.screen().lines()).containsExactly("a", "b", "c", "d");
    assertThat(terminal.scrollback().size()).isZero();
  }

  @Test
  void wideCharactersAreNotCutByANewWidth() {
    var terminal = fed(8, 4, 100, "漢字漢字");
    terminal.resize(5, 4);
    assertThat(terminal.screen().lines()).containsExactly("漢字", "漢字", "", "");
    terminal.resize(8, 4);
    assertThat(terminal.screen().lines().getFirst()).isEqualTo("漢字漢字");
  }

  @Test
  void stylesComeBackFromTheScrollback() {
    var terminal =
        fed(20, 2, 100, "\033[1;38;2;1;2;3;44mbold\033]8;;http://a\033\\link\033[0m\r\nb\r\nc");
    Terminal same =
        fed(20, 3, 100, "\033[1;38;2;1;2;3;44mbold\033]8;;http://a\033\\link\033[0m\r\nb\r\nc");
    terminal.resize(20, 3);

    assertThat(terminal.screen().row(0)).isEqualTo(same.screen().row(0));
  }

  @Test
  void theAlternateScreenIsCutAndThePrimaryOneReflowsBehindIt() {
    var terminal = fed(10, 3, 100, "abcdefghij\033[?1049h\033[Hfullscreen");
    terminal.resize(4, 3);
    assertThat(terminal.screen().lines()).containsExactly("full", "", "");
    terminal.feed("\033[?1049l".getBytes(StandardCharsets.US_ASCII));
    assertThat(terminal.screen().lines()).containsExactly("abcd", "efgh", "ij");
  }
}
