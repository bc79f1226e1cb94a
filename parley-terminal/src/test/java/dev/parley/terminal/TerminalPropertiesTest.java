package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** What holds for any input; jqwik prints the seed of a run that fails. */
class TerminalPropertiesTest {
  private static final String[] PIECES = {
    "a",
    "hello",
    "\r",
    "\n",
    "\b",
    "\t",
    "漢",
    "e\u0301",
    "🙂",
    "👩\u200d👧",
    "│",
    "\u3000",
    "\033[H",
    "\033[2J",
    "\033[K",
    "\033[1K",
    "\033[J",
    "\033[3;2H",
    "\033[5C",
    "\033[2D",
    "\033[A",
    "\033[2B",
    "\033[3@",
    "\033[2P",
    "\033[2X",
    "\033[L",
    "\033[2M",
    "\033[S",
    "\033[T",
    "\033[2;4r",
    "\033[r",
    "\033[?69h",
    "\033[2;5s",
    "\033[?69l",
    "\033[?6h",
    "\033[?6l",
    "\033[?7l",
    "\033[?7h",
    "\033[?45h",
    "\033[4h",
    "\033[4l",
    "\0337",
    "\0338",
    "\033D",
    "\033M",
    "\033[?1049h",
    "\033[?1049l",
    "\033[?47h",
    "\033[?47l",
    "\033[1;31m",
    "\033[44m",
    "\033[0m",
    "\033[38;2;1;2;3m",
    "\033[4:3;58:5:7m",
    "\033[7m",
    "\033[8m",
    "\033(0",
    "\033(B",
    "\033#8",
    "\033#6",
    "\033[3b",
    "\033[2'}",
    "\033[2'~",
    "\033[1\"q",
    "\033[?2J",
    "\033V",
    "\033W",
    "\033[65;1;1;3;3$x",
    "\033[1;1;2;2;1;2;3$v",
    "\033[1;1;3;3;7$r",
    "\033]2;title\007",
    "\033]8;;http://a.b\033\\",
    "\033]8;;\033\\",
    "\033[5 q",
    "\033[?25l",
    "\033[?25h",
    "\033[?5h",
    "\033[?2027h",
    "\033[?2027l",
    "❤\ufe0f",
    "🇩🇪",
    "\033[",
    "\033]",
    "\033P",
    "\030",
    "\033c",
    "\033[!p",
    "x".repeat(30)
  };

  @Provide
  Arbitrary<byte[]> streams() {
    Arbitrary<byte[]> pieces =
        Arbitraries.of(PIECES)
            .list()
            .ofMaxSize(60)
            .map(list -> String.join("", list).getBytes(StandardCharsets.UTF_8));
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
    return Arbitraries.frequencyOf(Tuple.of(4, pieces), Tuple.of(1, noise));
  }

  @Property(tries = 3000)
  void anyBytesAreSurvivedAndTheScreenStaysWhole(
      @ForAll("streams") byte[] stream,
      @ForAll @IntRange(min = 1, max = 20) int columns,
      @ForAll @IntRange(min = 1, max = 8) int rows) {
    var terminal = new Terminal(columns, rows);
    terminal.feed(stream);

    checkWhole(terminal.screen());
  }

  @Property(tries = 2000)
  void whereTheStreamIsCutMakesNoDifference(
      @ForAll("streams") byte[] stream, @ForAll @IntRange(min = 1, max = 9) int chunk) {
    var whole = new Terminal(12, 5);
    whole.feed(stream);
    var cut = new Terminal(12, 5);
    for (int at = 0; at < stream.length; at += chunk) {
      cut.feed(stream, at, Math.min(stream.length, at + chunk));
    }

    assertThat(cut.screen()).isEqualTo(whole.screen());
    assertThat(cut.takeEvents()).isEqualTo(whole.takeEvents());
    assertThat(cut.scrollback().text(0, 1000)).isEqualTo(whole.scrollback().text(0, 1000));
  }

  @Property(tries = 2000)
  void aScreenWrittenOutAndFedAgainIsTheSameScreen(
      @ForAll("streams") byte[] stream,
      @ForAll @IntRange(min = 2, max = 20) int columns,
      @ForAll @IntRange(min = 1, max = 8) int rows) {
    var terminal = new Terminal(columns, rows);
    terminal.feed(stream);
    var again = new Terminal(columns, rows);
    again.feed(terminal.screen().toBytes());

    assertThat(again.screen()).isEqualTo(terminal.screen());
  }

  @Property(tries = 1000)
  void anySizeFollowsAnyOther(
      @ForAll("streams") byte[] stream, @ForAll List<@IntRange(min = 1, max = 30) Integer> sizes) {
    var terminal = new Terminal(10, 4);
    for (int at = 0; at + 1 < Math.min(sizes.size(), 8); at += 2) {
      terminal.feed(stream);
      terminal.resize(sizes.get(at), sizes.get(at + 1));
      checkWhole(terminal.screen());
    }
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
