package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.assertThat;
import static dev.parley.terminal.TerminalAssert.terminal;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class MarginsTest {
  private static TerminalAssert.Fed filled() {
    return terminal(5, 4).feed("abcdefghijklmnopqrst");
  }

  @Test
  void onlyTheRegionScrolls() {
    assertThat(filled().feed("\033[2;3r\033[3;1H\n")).shows("abcde\nklmno\n|\npqrst");
    assertThat(filled().feed("\033[2;3r\033[2;1H\033M")).shows("abcde\n|\nfghij\npqrst");
    assertThat(filled().feed("\033[2;3r\033[S")).shows("|abcde\nklmno\n\npqrst");
  }

  @Test
  void linesAreInsertedAndDeletedWithinTheRegionOnly() {
    assertThat(filled().feed("\033[2;3r\033[2H\033[L")).shows("abcde\n|\nfghij\npqrst");
    assertThat(filled().feed("\033[2;3r\033[4H\033[L")).shows("abcde\nfghij\nklmno\n|pqrst");
    assertThat(filled().feed("\033[2;3r\033[2H\033[M")).shows("abcde\n|klmno\n\npqrst");
  }

  @Test
  void textWrapsBetweenTheSideMargins() {
    assertThat(terminal(6, 3).feed("\033[?69h\033[2;4s\033[1;2Habcdef")).shows(" abc\n de|f");
  }

  @Test
  void theSideMarginsBoundScrolling() {
    assertThat(filled().feed("\033[?69h\033[2;4s\033[S")).shows("|aghie\nflmnj\nkqrso\np   t");
    assertThat(filled().feed("\033[?69h\033[2;4s\033[T")).shows("|a   e\nfbcdj\nkghio\nplmnt");
    assertThat(filled().feed("\033[?69h\033[2;4s\033[2;2H\033[L"))
        .shows("abcde\nf|   j\nkghio\nplmnt");
    assertThat(filled().feed("\033[?69h\033[2;4s\033[2;2H\033[M"))
        .shows("abcde\nf|lmnj\nkqrso\np   t");
  }

  @Test
  void columnsAreInsertedAndDeleted() {
    assertThat(filled().feed("\033[2;2H\033['}")).shows("a bcd\nf| ghi\nk lmn\np qrs");
    assertThat(filled().feed("\033[2;2H\033['~")).shows("acde\nf|hij\nkmno\nprst");
    assertThat(filled().feed("\033[2;2H\033[ @")).shows("bcde\ng|hij\nlmno\nqrst");
    assertThat(filled().feed("\033[2;2H\033[ A")).shows(" abcd\n |fghi\n klmn\n pqrs");
  }

  @Test
  void backAndForwardIndexScrollSideways() {
    assertThat(filled().feed("\033[2;1H\0336")).shows(" abcd\n| fghi\n klmn\n pqrs");
    assertThat(filled().feed("\033[2;5H\0339")).shows("bcde\nghij|\nlmno\nqrst");
  }

  @Test
  void rectanglesAreFilledErasedAndCopied() {
    assertThat(filled().feed("\033[88;2;2;3;4$x")).shows("abcde\nfXXXj\nkXXXo\npqrs|t");
    assertThat(filled().feed("\033[2;2;3;4$z")).shows("abcde\nf   j\nk   o\npqrs|t");
    assertThat(filled().feed("\033[1;1;2;2;1;3;4;1$v")).shows("abcde\nfghij\nklmab\npqrf|g");
    assertThat(filled().feed("\033[2;2;3;4${")).shows("abcde\nf   j\nk   o\npqrs|t");
  }

  @Test
  void attributesChangeInARectangle() {
    var screen = filled().feed("\033[2*x\033[2;2;3;4;7$r").terminal().screen();

    Assertions.assertThat(screen.highlights())
        .containsExactly(new Highlight(1, 1, 3, "ghi"), new Highlight(2, 1, 3, "lmn"));
  }
}
