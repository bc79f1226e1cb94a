package dev.parley.terminal;

import java.util.function.IntFunction;

/** The line the cursor is on, which may have begun some rows above. */
final class CursorLine {
  /** No question is longer; of a longer line the end is taken. */
  private static final int LONGEST = 1000;

  private CursorLine() {}

  /** The text left of the cursor, with that of the rows above whose text goes on here. */
  static String left(IntFunction<Row> rows, int row, int column) {
    var text = new StringBuilder(rows.apply(row).text(0, column));
    for (var above = row - 1; above >= 0 && text.length() < LONGEST; above--) {
      var line = rows.apply(above);
      if (!line.wrapped()) {
        break;
      }
      text.insert(0, line.text(0, line.length()));
    }
    return text.substring(Math.max(0, text.length() - LONGEST));
  }
}
