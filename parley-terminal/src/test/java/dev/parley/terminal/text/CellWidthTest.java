package dev.parley.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CellWidthTest {
  @Test
  void wideLettersTakeTwoCellsAndAccentsNone() {
    assertThat(CellWidth.of("ab")).isEqualTo(2);
    assertThat(CellWidth.of("日本")).isEqualTo(4);
    assertThat(CellWidth.of("e\u0301")).isEqualTo(1);
    assertThat(CellWidth.of("🦀")).isEqualTo(2);
  }

  @Test
  void aTextThatIsTooLongIsCutBetweenLetters() {
    assertThat(CellWidth.cut("abc", 3, "…")).isEqualTo("abc");
    assertThat(CellWidth.cut("abcd", 3, "…")).isEqualTo("ab…");
    assertThat(CellWidth.cut("日本語", 4, "…")).isEqualTo("日…");
    assertThat(CellWidth.cut("abcd", 0, "")).isEmpty();
    assertThat(CellWidth.tail("ab日本", 5)).isEqualTo("b日本");
    assertThat(CellWidth.tail("ab日本", 3)).isEqualTo("本");
    assertThat(CellWidth.tail("ab", 9)).isEqualTo("ab");
  }
}
