package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What holds for any input; a failure names its seed. */
class TerminalPropertiesTest {
  @Test
  void anyBytesAreSurvivedAndTheScreenStaysWhole() {
    Streams.rounds(
        3000,
        streams -> {
          var terminal = new Terminal(streams.between(1, 20), streams.between(1, 8));
          terminal.feed(streams.stream());

          checkWhole(terminal.screen());
        });
  }

  @Test
  void whereTheStreamIsCutMakesNoDifference() {
    Streams.rounds(
        4000,
        streams -> {
          byte[] stream = streams.between(0, 1) == 0 ? streams.stream() : streams.drawing();
          int chunk = streams.between(1, 9);
          var whole = new Terminal(12, 5);
          whole.feed(stream);
          var cut = new Terminal(12, 5);
          for (int at = 0; at < stream.length; at += chunk) {
            cut.feed(stream, at, Math.min(stream.length, at + chunk));
          }

          assertThat(cut.screen()).isEqualTo(whole.screen());
          assertThat(cut.takeEvents()).isEqualTo(whole.takeEvents());
          assertThat(cut.scrollback().text(0, 1000)).isEqualTo(whole.scrollback().text(0, 1000));
        });
  }

  @Test
  void aScreenWrittenOutAndFedAgainIsTheSameScreen() {
    Streams.rounds(
        2000,
        streams -> {
          int columns = streams.between(2, 20);
          int rows = streams.between(1, 8);
          var terminal = new Terminal(columns, rows);
          terminal.feed(streams.stream());
          var again = new Terminal(columns, rows);
          again.feed(terminal.screen().toBytes());

          assertThat(again.screen()).isEqualTo(terminal.screen());
        });
  }

  @Test
  void anySizeFollowsAnyOther() {
    Streams.rounds(
        1000,
        streams -> {
          byte[] stream = streams.stream();
          var terminal = new Terminal(10, 4);
          for (int times = streams.between(0, 4); times > 0; times--) {
            terminal.feed(stream);
            terminal.resize(streams.between(1, 30), streams.between(1, 30));
            checkWhole(terminal.screen());
          }
        });
  }

  private static void checkWhole(Screen screen) {
    assertThat(screen.cursor().column()).isBetween(0, screen.columns() - 1);
    assertThat(screen.cursor().row()).isBetween(0, screen.rows() - 1);
    for (int number = 0; number < screen.rows(); number++) {
      Row row = screen.row(number);
      assertThat(row.length()).isEqualTo(screen.columns());
      int cells = 0;
      for (int column = 0; column < row.length(); column++) {
        cells += row.width(column);
        row.style(column);
      }
      assertThat(cells).as("cells of row %d, %s", number, row).isEqualTo(screen.columns());
    }
    screen.highlights();
  }
}
