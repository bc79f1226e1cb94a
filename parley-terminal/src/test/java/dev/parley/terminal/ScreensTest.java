package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreensTest {
  @Test
  void theAlternateScreenLeavesThePrimaryOneAsItWas() {
    var fed = terminal(8, 2).feed("shell\033[?1049h\033[Hvim");

    assertThat(fed.terminal().screen().alternate()).isTrue();
    TerminalAssert.assertThat(fed).shows("vim|");
    TerminalAssert.assertThat(fed.feed("\033[?1049l")).shows("shell|");
    assertThat(fed.terminal().screen().alternate()).isFalse();
  }

  @Test
  void mode47KeepsTheCursorAndTheText() {
    var fed = terminal(8, 2).feed("ab\033[?47hcd\033[?47le\033[?47h");

    TerminalAssert.assertThat(fed).shows("  cd |");
  }

  @Test
  void mode1047ClearsOnLeaving() {
    TerminalAssert.assertThat(terminal(8, 2).feed("ab\033[?1047hcd\033[?1047l\033[?1047h"))
        .shows("    |");
  }

  @Test
  void aScreenDoesNotChangeAnyMore() {
    var fed = terminal(8, 2).feed("before");
    Screen screen = fed.terminal().screen();
    fed.feed("\r\033[7mafter\033[2;1Hmore");

    assertThat(screen.lines()).containsExactly("before", "");
    assertThat(screen.row(0).style(0)).isEqualTo(Style.PLAIN);
  }

  @Test
  void unchangedRowsAreShared() {
    var fed = terminal(8, 3).feed("one\r\ntwo\r\n");
    Screen first = fed.terminal().screen();
    Screen second = fed.feed("three").terminal().screen();

    assertThat(second.row(0)).isSameAs(first.row(0));
    assertThat(second.row(2)).isNotSameAs(first.row(2));
  }

  @Test
  void theSameScreenIsGivenWhileNothingChanges() {
    var fed = terminal(8, 3).feed("one");
    Screen first = fed.terminal().screen();

    assertThat(fed.feed("\033[5n").terminal().screen()).isSameAs(first);
  }

  @Test
  void itSaysWhichRowsChangedSinceARevision() {
    var fed = terminal(8, 4).feed("one\r\ntwo\r\n");
    long before = fed.terminal().revision();
    fed.feed("\033[2;1Hx\033[4;1Hy");

    assertThat(fed.terminal().screen().changedSince(before)).containsExactly(1, 3);
  }

  @Test
  void scrollingChangesTheRowsOfItsRegion() {
    var fed = terminal(8, 4).feed("one\r\ntwo\r\nthree\r\nfour");
    long before = fed.terminal().revision();
    fed.feed("\033[2;3r\033[3;1H\n");

    assertThat(fed.terminal().screen().changedSince(before)).containsExactly(1, 2);
  }

  @Test
  void movingTheCursorIsAChangeButOfNoRow() {
    var fed = terminal(8, 4).feed("one");
    long before = fed.terminal().revision();
    fed.feed("\033[4;1H");

    assertThat(fed.terminal().revision()).isGreaterThan(before);
    assertThat(fed.terminal().screen().changedSince(before)).isEmpty();
  }

  @Test
  void theTitleIsKeptOnAStack() {
    var fed = terminal(8, 1).feed("\033]0;one\007\033[22;0t\033]2;two\033\\");

    assertThat(fed.terminal().screen().title()).isEqualTo("two");
    assertThat(fed.feed("\033[23;0t").terminal().screen().title()).isEqualTo("one");
  }

  @Test
  void aTitleInTheMannerOfScreenIsNotText() {
    TerminalAssert.assertThat(terminal(20, 1).feed("a\033kranger\033\\b")).shows("ab|");
  }

  @Test
  void theCursorHasAShape() {
    assertThat(terminal(8, 1).feed("\033[5 q").terminal().screen().cursorShape())
        .isEqualTo(CursorShape.BAR);
    assertThat(terminal(8, 1).feed("\033[4 q").terminal().screen().cursorShape())
        .isEqualTo(CursorShape.UNDERLINE);
  }

  @Test
  void highlightsAreReverseTextAndRareBackgrounds() {
    var fed =
        terminal(10, 6).feed("  File\r\n\033[7m> Open   \033[0m\r\n  Save\r\n\033[41m<Ok>\033[0m");

    assertThat(fed.terminal().screen().highlights())
        .containsExactly(new Highlight(1, 0, 9, "> Open"), new Highlight(3, 0, 4, "<Ok>"));
  }

  @Test
  void aBackgroundThatFillsTheScreenIsNoHighlight() {
    var fed = terminal(10, 6).feed("\033[44m\033[2J\033[3;3HHello\033[4;3H\033[47mOk\033[0m");

    assertThat(fed.terminal().screen().highlights()).containsExactly(new Highlight(3, 2, 2, "Ok"));
  }

  @Test
  void synchronizedOutputIsTold() {
    var fed = terminal(8, 1).feed("\033[?2026h");

    assertThat(fed.terminal().synchronizing()).isTrue();
    assertThat(fed.feed("\033[?2026l").terminal().synchronizing()).isFalse();
  }

  @Test
  void whatTheProgramAskedOfTheKeyboardIsTold() {
    var modes =
        terminal(8, 1)
            .feed("\033[?1h\033=\033[?2004h\033[?1004h\033[?1002h\033[?1006h\033[>5u\033[>4;2m")
            .feed("\033[20h\033[?67h")
            .terminal()
            .inputModes();

    assertThat(modes)
        .isEqualTo(
            new InputModes(true, true, true, true, InputModes.Mouse.DRAG, true, 5, 2, true, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[?2027h\033[?69h\033[;5s\t🇩🇪",
        "\033[?2027hK\033#6🇩🇪",
        "\033[?2027h12345678🇩🇪\033[H\033[P",
        "\033[?2027h\033[?69h\033[;2s\033[2G🇩🇪\033[?69l\033[H\033[P"
      })
  void aFlagInOneCellIsDrawnAgainInOneCell(String stream) {
    var terminal = new Terminal(9, 2);
    terminal.feed(stream.getBytes(StandardCharsets.UTF_8));
    var again = new Terminal(9, 2);
    again.feed(terminal.screen().toBytes());

    assertThat(again.screen()).isEqualTo(terminal.screen());
  }

  @Test
  void eachScreenHasItsOwnKeyboardFlags() {
    var fed = terminal(8, 1).feed("\033[>1u\033[?1049h");

    assertThat(fed.terminal().inputModes().kittyFlags()).isZero();
    assertThat(fed.feed("\033[=8;2u").terminal().inputModes().kittyFlags()).isEqualTo(8);
    assertThat(fed.feed("\033[?1049l").terminal().inputModes().kittyFlags()).isEqualTo(1);
    assertThat(fed.feed("\033[<u").terminal().inputModes().kittyFlags()).isZero();
  }
}
