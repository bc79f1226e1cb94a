package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.assertThat;
import static dev.parley.terminal.TerminalAssert.terminal;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ErasingTest {
  private static TerminalAssert.Fed filled() {
    return terminal(4, 3).feed("abcdefghijkl\033[2;2H");
  }

  @Test
  void eraseInDisplay() {
    assertThat(filled().feed("\033[J")).shows("abcd\ne|");
    assertThat(filled().feed("\033[1J")).shows("\n | gh\nijkl");
    assertThat(filled().feed("\033[2J")).shows("\n |");
  }

  @Test
  void eraseInLine() {
    assertThat(filled().feed("\033[K")).shows("abcd\ne|\nijkl");
    assertThat(filled().feed("\033[1K")).shows("abcd\n | gh\nijkl");
    assertThat(filled().feed("\033[2K")).shows("abcd\n |\nijkl");
  }

  @Test
  void eraseCharacters() {
    assertThat(filled().feed("\033[2X")).shows("abcd\ne|  h\nijkl");
    assertThat(filled().feed("\033[999999999X")).shows("abcd\ne|\nijkl");
  }

  @Test
  void insertAndDeleteCharacters() {
    assertThat(filled().feed("\033[@")).shows("abcd\ne| fg\nijkl");
    assertThat(filled().feed("\033[999999999@")).shows("abcd\ne|\nijkl");
    assertThat(filled().feed("\033[2P")).shows("abcd\ne|h\nijkl");
  }

  @Test
  void insertAndDeleteLines() {
    assertThat(filled().feed("\033[L")).shows("abcd\n|\nefgh");
    assertThat(filled().feed("\033[M")).shows("abcd\n|ijkl");
  }

  @Test
  void scrollUpAndDown() {
    assertThat(filled().feed("\033[S")).shows("efgh\ni|jkl");
    assertThat(filled().feed("\033[T")).shows("\na|bcd\nefgh");
    assertThat(filled().feed("\033[2^")).shows("\n |\nabcd");
  }

  @Test
  void wideCharactersAreNeverLeftInHalves() {
    assertThat(terminal(6, 1).feed("漢字漢\033[1;2H\033[X")).shows(" | 字漢");
    assertThat(terminal(6, 1).feed("漢字漢\033[1;2H\033[P")).shows(" |字漢");
    assertThat(terminal(6, 1).feed("漢字漢\033[1;2H\033[@")).shows(" |  字");
    assertThat(terminal(6, 1).feed("漢字漢\033[1;4H\033[K")).shows("漢 |");
    assertThat(terminal(6, 1).feed("漢字漢\033[1;3H\033[1K")).shows("  |  漢");
  }

  @Test
  void erasedCellsKeepTheBackground() {
    var row = terminal(4, 1).feed("\033[44mab\033[K").terminal().screen().row(0);

    Assertions.assertThat(row.style(3).background()).isEqualTo(new Color.Indexed(4));
  }

  @Test
  void selectiveEraseSparesProtectedText() {
    assertThat(terminal(8, 1).feed("a\033[1\"qbc\033[0\"qd\033[?2K")).shows(" bc |");
    assertThat(terminal(8, 1).feed("a\033[1\"qbc\033[0\"qd\033[2K")).shows("    |");
    assertThat(terminal(8, 1).feed("a\033[1\"qbc\033[0\"qd\033[?2J")).shows(" bc |");
  }

  @Test
  void guardedAreasSurviveEveryErase() {
    assertThat(terminal(8, 1).feed("a\033Vbc\033Wd\033[2K")).shows(" bc |");
  }

  @Test
  void alignmentFillsTheScreen() {
    assertThat(terminal(3, 2).feed("\033#8")).shows("|EEE\nEEE");
  }

  @Test
  void softResetKeepsTextAndHardResetDoesNot() {
    assertThat(terminal(6, 2).feed("ab\033[4h\033[?25l\033[!p\rx")).shows("x|b");
    assertThat(terminal(6, 2).feed("ab\033[?25l\033cx")).shows("x|");
  }
}
