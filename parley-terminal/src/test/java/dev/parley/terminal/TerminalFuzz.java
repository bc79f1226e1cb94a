package dev.parley.terminal;

import dev.parley.terminal.text.CleanText;
import java.util.Arrays;

/**
 * The target of coverage-guided fuzzing; see the script {@code parley-terminal/fuzz}. The first
 * bytes choose the size and where the input is cut, the rest is the input.
 */
public final class TerminalFuzz {
  private static final int PIECE = 500;

  private TerminalFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length < 4) {
      return;
    }
    int columns = 2 + (input[0] & 0x1f);
    int rows = 1 + (input[1] & 0x0f);
    byte[] stream = Arrays.copyOfRange(input, 3, input.length);
    int cut = stream.length * (input[2] & 0xff) / 256;

    var whole = new Terminal(columns, rows);
    whole.feed(stream);
    Screen screen = whole.screen();
    check(screen);

    var parts = new Terminal(columns, rows);
    parts.feed(stream, 0, cut);
    parts.screen();
    parts.feed(stream, cut, stream.length);
    expect(parts.screen().equals(screen), "a cut makes a difference");

    // So short that no lines pass straight to the scrollback.
    var pieces = new Terminal(columns, rows);
    for (int at = 0; at < stream.length; at += PIECE) {
      pieces.feed(stream, at, Math.min(stream.length, at + PIECE));
    }
    expect(pieces.screen().equals(screen), "small pieces make a difference");
    expect(
        pieces
            .scrollback()
            .text(0, Long.MAX_VALUE)
            .equals(whole.scrollback().text(0, Long.MAX_VALUE)),
        "small pieces make a difference in the scrollback");

    var again = new Terminal(columns, rows);
    again.feed(screen.toBytes());
    expect(again.screen().equals(screen), "drawing again makes a difference");

    whole.resize(rows + 1, columns);
    check(whole.screen());
    CleanText.of(stream);
  }

  private static void check(Screen screen) {
    for (int number = 0; number < screen.rows(); number++) {
      Row row = screen.row(number);
      int cells = 0;
      for (int column = 0; column < row.length(); column++) {
        cells += row.width(column);
        row.style(column);
      }
      expect(cells == screen.columns(), "a row has " + cells + " cells");
    }
    Cursor cursor = screen.cursor();
    expect(
        cursor.column() < screen.columns() && cursor.row() < screen.rows(),
        "the cursor is outside");
    screen.highlights();
  }

  private static void expect(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
