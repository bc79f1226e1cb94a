package dev.parley.cli;

import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.Screen;

/**
 * The part of a session's screen that a person's terminal shows: all of it, or, where that terminal
 * is smaller, the part with the cursor. Columns and rows count from zero.
 */
record Viewport(int left, int top, int columns, int rows) {
  static final Viewport NONE = new Viewport(0, 0, 0, 0);

  /** What is shown of a screen after this: no more has moved than the cursor asks for. */
  Viewport following(Screen screen, Size window) {
    var columns = Math.min(screen.columns(), window.columns());
    // One row says that this is not all.
    var room = fits(screen, window) ? window.rows() : Math.max(1, window.rows() - 1);
    var rows = Math.min(screen.rows(), room);
    var cursor = screen.cursor();
    if (!cursor.visible()) {
      return new Viewport(0, Math.min(top, screen.rows() - rows), columns, rows);
    }
    var first = Math.clamp(top, cursor.row() - rows + 1, cursor.row());
    return new Viewport(
        Math.max(0, cursor.column() - columns + 1),
        Math.clamp(first, 0, screen.rows() - rows),
        columns,
        rows);
  }

  static boolean fits(Screen screen, Size window) {
    return screen.columns() <= window.columns() && screen.rows() <= window.rows();
  }

  boolean isAllOf(Screen screen) {
    return columns == screen.columns() && rows == screen.rows();
  }

  boolean shows(int column, int row) {
    return column >= left && column < left + columns && row >= top && row < top + rows;
  }

  /** Which part it is, in words. */
  String of(Screen screen) {
    return "parley: this shows columns %d-%d and rows %d-%d of %d columns and %d rows"
        .formatted(left + 1, left + columns, top + 1, top + rows, screen.columns(), screen.rows());
  }
}
