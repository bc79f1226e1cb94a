package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether the primary screen is drawn, as menus and monitors do, or written as text is. */
class DrawingTest {
  private static boolean drawing(String text) {
    return terminal(20, 5).feed(text).terminal().drawing();
  }

  @Test
  void rowsInAnyOrderAreADrawing() {
    assertThat(drawing("\033[2;3Hone\033[4;3Htwo")).isTrue();
    assertThat(drawing("\033[2done\033[4dtwo")).isTrue();
  }

  @Test
  void aScreenWrittenAgainFromItsFirstPlaceIsOneWhereNoCursorIsShown() {
    assertThat(drawing("\033[?25l\033[H\033[2Jtop\r\n1\r\n")).isTrue();
    assertThat(drawing("\033[H\033[2J$ ")).as("a screen that was cleared").isFalse();
  }

  @Test
  void textIsNone() {
    assertThat(drawing("one\r\ntwo\033[A\033[5Gx")).isFalse();
    assertThat(drawing("\033[5;1Hprogress")).as("one row").isFalse();
  }

  @Test
  void whatIsDrawnOnTheAlternateScreenIsGoneWithIt() {
    assertThat(drawing("$ vi\r\n\033[?1049h\033[2;3Hone\033[4;3Htwo\033[?1049l$ ")).isFalse();
  }

  @Test
  void linesThatScrollMakeItTextAgain() {
    assertThat(drawing("\033[2;3Hone\033[4;3Htwo\033[5;1H\r\n$ ")).isFalse();
  }
}
