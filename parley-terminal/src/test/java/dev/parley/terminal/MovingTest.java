package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.assertThat;
import static dev.parley.terminal.TerminalAssert.terminal;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MovingTest {
  /** The cursor starts in the middle of a screen of nine columns and five rows. */
  @ParameterizedTest(name = "{0} goes to column {1}, row {2}")
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "A 4 1",
        "2A 4 0",
        "99A 4 0",
        "B 4 3",
        "99B 4 4",
        "C 5 2",
        "99C 8 2",
        "D 3 2",
        "99D 0 2",
        "E 0 3",
        "2F 0 0",
        "3G 2 2",
        "99G 8 2",
        "H 0 0",
        "2;3H 2 1",
        ";3f 2 0",
        "99;99H 8 4",
        "3` 2 2",
        "2a 6 2",
        "d 4 0",
        "2d 4 1",
        "e 4 3",
        "I 8 2",
        "Z 0 2",
        "0;0H 0 0",
      })
  void movements(String sequence, int column, int row) {
    var fed = terminal(9, 5).feed("\033[3;5H\033[" + sequence);

    Assertions.assertThat(fed.terminal().screen().cursor())
        .isEqualTo(new Cursor(column, row, true));
  }

  @Test
  void carriageReturnGoesBackToTheFirstColumn() {
    assertThat(terminal(4, 2).feed("abc\rd")).shows("d|bc");
  }

  @Test
  void lineFeedStaysInItsColumn() {
    assertThat(terminal(4, 2).feed("ab\nc")).shows("ab\n  c|");
  }

  @Test
  void inNewLineModeLineFeedReturnsToo() {
    assertThat(terminal(4, 2).feed("\033[20hab\nc")).shows("ab\nc|");
  }

  @Test
  void backspaceStopsAtTheFirstColumn() {
    assertThat(terminal(4, 2).feed("ab\b\b\bc")).shows("c|b");
  }

  @Test
  void withReverseWrapBackspaceGoesToTheLineAbove() {
    assertThat(terminal(4, 2).feed("\033[?45habcdef\b\b\bX")).shows("abc|X\nef");
  }

  @Test
  void tabsStopEveryEightColumns() {
    assertThat(terminal(20, 1).feed("a\tb\tc")).shows("a       b       c|");
  }

  @Test
  void tabStopsCanBeSetAndCleared() {
    assertThat(terminal(20, 1).feed("\033[3g\033[1;4H\033H\ra\tb\tc"))
        .shows("a  b               |c");
    assertThat(terminal(20, 1).feed("\033[1;9H\033[g\ra\tb")).shows("a               b|");
  }

  @Test
  void indexScrollsAtTheBottomAndReverseIndexAtTheTop() {
    assertThat(terminal(4, 2).feed("a\r\nb\033D")).shows("b\n |");
    assertThat(terminal(4, 2).feed("a\r\nb\033[H\033M")).shows("|\na");
    assertThat(terminal(4, 2).feed("a\033Eb")).shows("a\nb|");
  }

  @Test
  void originModeCountsFromTheMargins() {
    assertThat(terminal(5, 5).feed("\033[2;4r\033[?6h\033[1;1Hx\033[99;1Hy")).shows("\nx\n\ny|");
  }

  @Test
  void theCursorIsSavedWithPositionAndStyle() {
    var fed = terminal(8, 3).feed("\033[2;3H\033[1m\0337\033[H\033[0mx\0338y");

    assertThat(fed).shows("x\n  y|");
    Assertions.assertThat(fed.terminal().screen().row(1).style(2).bold()).isTrue();
  }

  @Test
  void restoringWhatWasNeverSavedGoesHome() {
    assertThat(terminal(8, 3).feed("abc\0338x")).shows("x|bc");
  }

  @Test
  void controlsInsideASequenceActAndTheSequenceGoesOn() {
    assertThat(terminal(8, 3).feed("ab\033[1\nCx")).shows("ab\n   x|");
  }

  @Test
  void cancelDropsASequence() {
    assertThat(terminal(8, 1).feed("a\033[2\030Cb\033[3\032Dc")).shows("aCbDc|");
  }

  @Test
  void theCursorCanBeHiddenAndShown() {
    assertThat(terminal(4, 1).feed("a\033[?25l")).shows("a");
    assertThat(terminal(4, 1).feed("a\033[?25l\033[?25h")).shows("a|");
  }
}
