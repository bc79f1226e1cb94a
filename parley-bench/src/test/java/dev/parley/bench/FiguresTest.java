package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void rowsAreReadByTheNamesOfTheirColumns() {
    var rows =
        Figures.parse(
            """
            # What was measured.
            # run: parley-bench/run session
            program,way,p50_us
            python3,Parley,322.5
            cat,,140
            """);

    assertThat(rows).hasSize(2);
    assertThat(rows.getFirst().text("program")).isEqualTo("python3");
    assertThat(rows.getFirst().number("p50_us")).isEqualTo(322.5);
    assertThat(rows.getLast().has("way", "")).isTrue();
    assertThatThrownBy(() -> rows.getFirst().text("p99_us")).hasMessageContaining("p99_us");
  }

  @Test
  void aRowHasACellForEachColumnAndNoCommas() {
    var figures = Figures.of("some", "What was measured.", "program", "way");

    assertThatThrownBy(() -> figures.row("python3")).hasMessageContaining("2 columns");
    assertThatThrownBy(() -> figures.row("python3", "tmux, settled")).hasMessageContaining("comma");
  }
}
