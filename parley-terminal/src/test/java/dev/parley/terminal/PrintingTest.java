package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.assertThat;
import static dev.parley.terminal.TerminalAssert.terminal;

import org.junit.jupiter.api.Test;

class PrintingTest {
  @Test
  void textGoesWhereTheCursorIs() {
    assertThat(terminal(8, 2).feed("abc")).shows("abc|");
  }

  @Test
  void aFullLineDoesNotWrapUntilTheNextCharacter() {
    assertThat(terminal(4, 3).feed("abcd")).shows("abc|d");
    assertThat(terminal(4, 3).feed("abcd\r\nx"))
        .shows(
            """
            abcd
            x|
            """);
    assertThat(terminal(4, 3).feed("abcde"))
        .shows(
            """
            abcd
            e|
            """);
  }

  @Test
  void withoutAutowrapTheLastColumnIsOverwritten() {
    assertThat(terminal(4, 2).feed("\033[?7labcdefg")).shows("abc|g");
  }

  @Test
  void theLastLineScrollsTheScreen() {
    assertThat(terminal(4, 2).feed("a\r\nb\r\nc"))
        .shows(
            """
            b
            c|
            """);
  }

  @Test
  void aColourAfterTheTextLeavesNothingToRepeat() {
    assertThat(terminal(8, 1).feed("ab\033[2b")).shows("abbb|");
    assertThat(terminal(8, 1).feed("ab\033[1m\033[2b")).shows("ab|");
  }

  @Test
  void textBetweenColoursThatEndsInTheMiddleOfAWideCharacterErasesItsRightHalf() {
    assertThat(terminal(8, 1).feed("漢字\ra\033[1mb\033[0mc\033[1m")).shows("abc|");
  }

  @Test
  void insertModePushesTextToTheRight() {
    assertThat(terminal(8, 1).feed("abcd\r\033[4hxy\033[4lz")).shows("xyz|bcd");
  }

  @Test
  void aWideCharacterTakesTwoCells() {
    assertThat(terminal(8, 1).feed("漢字a")).shows("漢字a|");
  }

  @Test
  void aWideCharacterThatDoesNotFitGoesToTheNextLineWhole() {
    assertThat(terminal(4, 2).feed("abc漢"))
        .shows(
            """
            abc
            漢|
            """);
  }

  @Test
  void aWideCharacterAtTheMarginWithoutAutowrapIsNotShown() {
    assertThat(terminal(4, 2).feed("\033[?7labc漢")).shows("abc|");
  }

  @Test
  void overwritingHalfOfAWideCharacterBlanksTheOtherHalf() {
    assertThat(terminal(6, 1).feed("漢字\033[1;2Hx")).shows(" x|字");
    assertThat(terminal(6, 1).feed("漢字\033[1;1Hx")).shows("x| 字");
  }

  @Test
  void aCombiningMarkJoinsTheCharacterBefore() {
    assertThat(terminal(6, 1).feed("e\u0301x")).shows("e\u0301x|");
    assertThat(terminal(3, 2).feed("abe\u0301")).shows("ab|e\u0301");
  }

  @Test
  void aFamilyOfEmojiKeepsItsJoiners() {
    assertThat(terminal(12, 1).feed("👩\u200d👧")).shows("👩\u200d👧|");
  }

  @Test
  void withClustersOnAFamilyTakesTwoCells() {
    assertThat(terminal(12, 1).feed("\033[?2027h👩\u200d👧x\033[1;3H")).shows("👩\u200d👧|x");
  }

  @Test
  void withClustersOnAnEmojiSelectorWidens() {
    assertThat(terminal(12, 1).feed("\033[?2027h❤\ufe0fx\033[1;3H")).shows("❤\ufe0f|x");
    assertThat(terminal(12, 1).feed("❤\ufe0fx\033[1;2H")).shows("❤\ufe0f|x");
  }

  @Test
  void flagsAreTwoLettersJoined() {
    assertThat(terminal(12, 1).feed("\033[?2027h🇩🇪🇫🇷\033[1;3H")).shows("🇩🇪|🇫🇷");
  }

  @Test
  void lineDrawingComesAsBoxCharacters() {
    assertThat(terminal(8, 1).feed("\033(0lqqk\033(Bq")).shows("┌──┐q|");
    assertThat(terminal(8, 1).feed("\033)0\016x\017x")).shows("│x|");
  }

  @Test
  void aSingleShiftHoldsForOneCharacter() {
    assertThat(terminal(8, 1).feed("\033*0\033Nqq\033+0\033Oxx")).shows("─q│x|");
  }

  @Test
  void theBritishSetHasAPound() {
    assertThat(terminal(8, 1).feed("\033(A#\033(B#")).shows("£#|");
  }

  @Test
  void repRepeatsTheLastCharacterIfNothingCameBetween() {
    assertThat(terminal(8, 1).feed("ab\033[3b")).shows("abbbb|");
    assertThat(terminal(8, 1).feed("ab\033[1C\033[3b")).shows("ab |");
  }

  @Test
  void repOfAnAbsurdNumberEndsWhereItShould() {
    assertThat(terminal(4, 2).feed("a\033[65535b")).shows("aaaa\naaa|a");
  }

  @Test
  void brokenUtf8GivesOneReplacementForEachBadPart() {
    assertThat(terminal(12, 1).feed(new byte[] {'a', (byte) 0xe6, (byte) 0xbc, 'b'}))
        .shows("a\ufffdb|");
    assertThat(terminal(12, 1).feed(new byte[] {(byte) 0x80, (byte) 0xff, 'b'}))
        .shows("\ufffd\ufffdb|");
    assertThat(terminal(12, 1).feed(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80, 'b'}))
        .shows("\ufffdb|");
  }

  @Test
  void eightBitControlsMeanNothingInUtf8() {
    assertThat(terminal(8, 1).feed("a\u009b1Cb\u0085c")).shows("a1Cbc|");
  }

  @Test
  void concealedTextIsNotShown() {
    assertThat(terminal(12, 1).feed("a\033[8msecret\033[28mb")).shows("a      b|");
  }

  @Test
  void doubleWidthLinesHaveHalfTheColumns() {
    assertThat(terminal(8, 2).feed("\033#6abcde"))
        .shows(
            """
            abcd
            e|
            """);
  }
}
