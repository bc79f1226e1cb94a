package dev.parley.terminal;

import dev.parley.terminal.parser.Widths;
import java.nio.charset.StandardCharsets;

/**
 * Writes a Screen as the escape sequences that draw it on a new Terminal of its size.
 *
 * <p>Text that did not fit its row is written without a movement in between, so that it wraps again
 * and a later resize can join it.
 */
final class Redraw {
  private final Screen screen;
  private final StringBuilder out = new StringBuilder();
  private Style pen = Style.PLAIN;

  private Redraw(Screen screen) {
    this.screen = screen;
  }

  static byte[] of(Screen screen) {
    return new Redraw(screen).draw().getBytes(StandardCharsets.UTF_8);
  }

  private String draw() {
    if (!screen.title().isEmpty()) {
      out.append("\033]2;").append(screen.title()).append("\033\\");
    }
    if (screen.alternate()) {
      out.append("\033[?1049h");
    }
    if (screen.reversed()) {
      out.append("\033[?5h");
    }
    for (int row = 0; row < screen.rows(); row++) {
      row(row);
    }
    cursor();
    return out.toString();
  }

  private void row(int number) {
    Row row = screen.row(number);
    boolean goesOn = number > 0 && goesOn(screen.row(number - 1)) && row.used() > 0;
    if (!goesOn) {
      moveTo(0, number);
    }
    for (int column = 0; column < row.used(); column++) {
      if (row.width(column) > 0) {
        cell(row, column, number);
      }
    }
  }

  /** Whether writing on after this row wraps: its last cell is written, and it did wrap. */
  private static boolean goesOn(Row row) {
    return row.wrapped() && row.used() == row.length();
  }

  private void cell(Row row, int column, int number) {
    String text = row.text(column);
    style(row.style(column));
    if (isNarrowFlag(text, row.width(column)) && column + 1 < row.length()) {
      narrowFlag(text, column, number);
    } else if (isCluster(text, row.width(column))) {
      // Moving first keeps it from joining what stands before it.
      moveTo(column, number);
      out.append("\033[?2027h").append(text).append("\033[?2027l");
    } else {
      out.append(text);
    }
  }

  /** Whether a character takes other cells than its code points would one by one (mode 2027). */
  private static boolean isCluster(String text, int width) {
    int first = text.codePointAt(0);
    return Widths.of(first) != width
        || (text.length() > 1
            && text.codePoints().skip(1).anyMatch(codePoint -> Widths.of(codePoint) > 0));
  }

  /** Whether a flag has one cell, because it was written where a margin left no room for two. */
  private static boolean isNarrowFlag(String text, int width) {
    return width == 1
        && text.length() > 1
        && text.codePoints().skip(1).anyMatch(Clusters::isRegional);
  }

  /** A margin needs two columns at least; what belongs in the first one is written beside it. */
  private void narrowFlag(String text, int column, int row) {
    int margin = Math.max(column, 1);
    out.append("\033[?69h\033[1;").append(margin + 1).append('s');
    moveTo(margin, row);
    out.append("\033[?2027h").append(text).append("\033[?2027l\033[?69l");
    if (margin > column) {
      moveTo(column, row);
      out.append("\033[P");
    }
    moveTo(column + 1, row);
  }

  private void moveTo(int column, int row) {
    out.append("\033[").append(row + 1).append(';').append(column + 1).append('H');
  }

  private void style(Style style) {
    if (!style.equals(pen)) {
      if (!style.link().equals(pen.link())) {
        out.append("\033]8;;").append(style.link()).append("\033\\");
      }
      out.append("\033[0").append(SgrCodes.codes(style)).append('m');
      pen = style;
    }
  }

  private void cursor() {
    Cursor cursor = screen.cursor();
    moveTo(cursor.column(), cursor.row());
    if (screen.pendingWrap() && cursor.column() == screen.columns() - 1) {
      // Only writing the last cell again leaves the cursor waiting to wrap.
      Row row = screen.row(cursor.row());
      int column = row.width(cursor.column()) == 0 ? cursor.column() - 1 : cursor.column();
      moveTo(column, cursor.row());
      cell(row, column, cursor.row());
    }
    style(Style.PLAIN);
    switch (screen.cursorShape()) {
      case BLOCK -> {}
      case UNDERLINE -> out.append("\033[3 q");
      case BAR -> out.append("\033[5 q");
    }
    if (!cursor.visible()) {
      out.append("\033[?25l");
    }
  }
}
