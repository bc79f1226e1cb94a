package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.parser.Parameters;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassingLinesTest {
  private static final int ROWS = 4;

  /** How many of a hundred such lines go straight to the scrollback. */
  private static int passing(String line, Consumer<Display> before) {
    var display = new Display(20, ROWS, new Scrollback(1000, 1 << 20));
    display.moveTo(0, ROWS - 1);
    before.accept(display);
    byte[] bytes = (line.repeat(100) + "and so on").getBytes(StandardCharsets.UTF_8);
    new PassingLines(display, new Parameters()).read(bytes, 0, bytes.length);
    return Math.max(0, display.scrollback.size() - (ROWS - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y\r\n",
        "\r\n",
        "exactly twenty cells\r\n",
        "漢字 and wörds\r\n",
        "🙂 e\u0301\r\n",
        "\033[31mred\033[0m and plain\r\n",
        "\033[1mbold\033[m\033[K, erased\r\n",
        "\033[44mblue\033[49m\r\n"
      })
  void linesOfTextPass(String line) {
    assertThat(passing(line, _ -> {})).isEqualTo(100 - (ROWS - 1));
  }

  @Test
  void aLineLongerThanTheScreenPassesAsRows() {
    assertThat(passing("x".repeat(50) + "\r\n", _ -> {})).isEqualTo(300 - (ROWS - 1));
    assertThat(passing("漢".repeat(15) + "\r\n", _ -> {})).isEqualTo(200 - (ROWS - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n",
        "a\tb\r\n",
        "a\r",
        "\033[Ha\r\n",
        "\033[44ma\r\n",
        "\033[8ma\033[0m\r\n",
        "\033[4;58;5;1ma\033[0m\r\n",
        "\033[?2004h\r\n",
        "\u0301\r\n",
        "\u0080\r\n"
      })
  void otherLinesDoNot(String line) {
    assertThat(passing(line, _ -> {})).isZero();
  }

  @Test
  void nothingPassesWhereTheScreenDoesNotSimplyScroll() {
    List<Consumer<Display>> settings =
        List.of(
            display -> display.moveTo(0, 1),
            display -> display.moveTo(1, ROWS - 1),
            display -> display.setMargins(1, 3),
            display -> display.allowSideMargins(true),
            display -> display.insert = true,
            display -> display.clustering = true,
            display -> display.wrap = false,
            display -> display.charsets.designate(0, '0'),
            display -> display.showAlternate(true),
            display -> display.doubleWidth(true),
            display -> display.pen.link("http://a.b"),
            display -> {
              display.print('x');
              display.carriageReturn();
            });

    for (Consumer<Display> setting : settings) {
      assertThat(passing("a\r\n", setting)).isZero();
    }
  }

  @Test
  void whatPassedAndWhatIsShownAreTheSameAsByteByByte() {
    Streams.rounds(
        1000,
        streams -> {
          int columns = streams.between(2, 30);
          int rows = streams.between(1, 8);
          byte[] stream = streams.flood();
          var whole = new Terminal(columns, rows, Terminal.Options.DEFAULT.withScrollback(150));
          var single = new Terminal(columns, rows, Terminal.Options.DEFAULT.withScrollback(150));
          for (int part = 0; part < 2; part++) {
            whole.feed(stream);
            for (int at = 0; at < stream.length; at++) {
              single.feed(stream, at, at + 1);
            }
            compare(single, whole);
            int newColumns = streams.between(2, 30);
            int newRows = streams.between(1, 8);
            whole.resize(newColumns, newRows);
            single.resize(newColumns, newRows);
            compare(single, whole);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exactly twenty cells\u0301\r\n",
        "exactly twenty cells\u0301 and more\r\n",
        "exactly twenty cells\033[31m\u0301 and more\033[0m\r\n",
        "nineteen cells and 漢 and more\r\n",
        "exactly twenty cells\033[K\u0301\r\n",
        "a\033[K\u0301b\r\n",
        "a\033[31m\u0301b\033[0m\r\n",
        "\u0301a\r\n",
        "\ufeffa\ufeff漢\r\n",
        "漢字漢字漢字漢字漢字\u0301漢\r\n",
        "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030d\u030e\u030f\u0310\u0311\r\n",
        "\033[1;44m \033[0m\033[38;5;200m漢\033[4m字\033[0m\r\n",
        "\uffe9 \udbc0\udc00\r\n"
      })
  void cornersAreTheSameAsByteByByte(String line) {
    byte[] stream = ("\r\n".repeat(ROWS) + line.repeat(200)).getBytes(StandardCharsets.UTF_8);
    var whole = new Terminal(20, ROWS);
    var single = new Terminal(20, ROWS);
    whole.feed(stream);
    for (int at = 0; at < stream.length; at++) {
      single.feed(stream, at, at + 1);
    }
    compare(single, whole);
    whole.resize(11, ROWS);
    single.resize(11, ROWS);
    compare(single, whole);
  }

  private static void compare(Terminal one, Terminal other) {
    assertThat(other.screen()).isEqualTo(one.screen());
    assertThat(wrapped(other.screen())).isEqualTo(wrapped(one.screen()));
    assertThat(other.scrollback().first()).isEqualTo(one.scrollback().first());
    assertThat(other.scrollback().last()).isEqualTo(one.scrollback().last());
    assertThat(other.scrollback().text(0, Long.MAX_VALUE))
        .isEqualTo(one.scrollback().text(0, Long.MAX_VALUE));
    assertThat(other.scrollback().ansi(150)).isEqualTo(one.scrollback().ansi(150));
    assertThat(Arrays.toString(other.settings())).isEqualTo(Arrays.toString(one.settings()));
    assertThat(other.drawing()).isEqualTo(one.drawing());
    assertThat(other.takeEvents()).isEqualTo(one.takeEvents());
  }

  private static List<Boolean> wrapped(Screen screen) {
    return IntStream.range(0, screen.rows()).mapToObj(row -> screen.row(row).wrapped()).toList();
  }
}
