package dev.parley.terminal;

/** Deletes cells of a line, and shifts columns of all lines between the margins. */
final class Shifting {
  private final Display display;

  Shifting(Display display) {
    this.display = display;
  }

  /** DCH. */
  void deleteCells(int count) {
    if (display.inSideMargins()) {
      display.forgetWrap();
      int end = display.rightMargin() + 1;
      int amount = Math.min(count, end - display.column);
      display.grid.delete(
          display.row, display.column, end, amount, display.pen.blank(), display.stamp);
      display.grid.line(display.row).wrapped = false;
    }
  }

  /** DECIC, DECDC, SL and SR: shifts all lines between the margins at a column. */
  void shiftColumns(int at, int count, boolean toLeft) {
    if (!display.inMargins()) {
      return;
    }
    int end = display.rightMargin() + 1;
    int amount = Math.min(count, end - at);
    for (int line = display.top; line <= display.bottom; line++) {
      if (toLeft) {
        display.grid.delete(line, at, end, amount, display.pen.blank(), display.stamp);
        display.grid.line(line).wrapped = false;
      } else {
        display.grid.insert(line, at, end, amount, display.pen.blank(), display.stamp);
      }
    }
  }

  /** DECBI. */
  void backIndex() {
    if (display.inSideMargins() && display.column == display.leftMargin()) {
      shiftColumns(display.column, 1, false);
    } else {
      display.back(1);
    }
  }

  /** DECFI. */
  void forwardIndex() {
    if (display.inSideMargins() && display.column == display.rightMargin()) {
      shiftColumns(display.leftMargin(), 1, true);
    } else {
      display.forward(1);
    }
  }
}
