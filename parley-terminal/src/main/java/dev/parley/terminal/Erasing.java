package dev.parley.terminal;

/**
 * Erases parts of a line and of the screen (ECH, EL, ED), also selectively, so that protected cells
 * stay.
 */
final class Erasing {
  private final Display display;

  Erasing(Display display) {
    this.display = display;
  }

  private boolean spares(boolean selective) {
    return display.protection == Display.Protection.ISO
        || (selective && display.protection == Display.Protection.DEC);
  }

  private boolean erase(int atRow, int from, int to, boolean sparing) {
    if (sparing) {
      return display.grid.eraseUnprotected(atRow, from, to, display.pen.blank(), display.stamp);
    }
    display.grid.erase(atRow, from, to, display.pen.blank(), display.stamp);
    return true;
  }

  /** ECH, and EL 0 with as many cells as there are. */
  void eraseRight(int count, boolean selective) {
    int end = (int) Math.min((long) display.column + count, display.columns);
    display.grid.cut(display.row, display.column, display.pen.blank(), display.stamp);
    display.grid.cut(display.row, end, display.pen.blank(), display.stamp);
    erase(display.row, display.column, end, spares(selective));
    display.grid.line(display.row).wrapped = false;
    display.forgetWrap();
  }

  /** EL 1. */
  void eraseLeft(boolean selective) {
    display.grid.cut(display.row, display.column + 1, display.pen.blank(), display.stamp);
    erase(display.row, 0, display.column + 1, spares(selective));
    display.forgetWrap();
  }

  /** EL 2. */
  void eraseLine(boolean selective) {
    erase(display.row, 0, display.columns, spares(selective));
    display.forgetWrap();
  }

  /** ED 0. */
  void eraseBelow(boolean selective) {
    if (display.row == 0 && display.column == 0) {
      eraseAll(selective);
      return;
    }
    eraseRight(display.columns, selective);
    eraseRows(display.row + 1, display.rows, selective);
  }

  /** ED 1. */
  void eraseAbove(boolean selective) {
    if (display.row == display.rows - 1 && display.column == display.columns - 1) {
      eraseAll(selective);
      return;
    }
    eraseRows(0, display.row, selective);
    eraseLeft(selective);
  }

  private boolean eraseRows(int from, int to, boolean selective) {
    boolean sparing = spares(selective);
    boolean all = true;
    for (int line = from; line < to; line++) {
      all &= erase(line, 0, display.columns, sparing);
      if (!sparing) {
        display.grid.line(line).wrapped = false;
        display.grid.line(line).doubled = false;
      }
    }
    return all;
  }

  /** ED 2. */
  void eraseAll(boolean selective) {
    boolean sparing = spares(selective);
    boolean all = eraseRows(0, display.rows, selective);
    if (sparing && all) {
      display.protection = Display.Protection.OFF;
    }
    display.forgetWrap();
  }
}
