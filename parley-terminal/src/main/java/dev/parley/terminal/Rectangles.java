package dev.parley.terminal;

import dev.parley.terminal.parser.Parameters;
import dev.parley.terminal.parser.Widths;

/** The functions of the VT420 that change a rectangle of cells. */
final class Rectangles {
  private final Display display;
  private final QueryReplies replies;

  /** Whether the child may ask for checksums (DECRQCRA), as only test suites need. */
  private final boolean checksums;

  /**
   * DECSACE: attributes change in the rectangle itself, not in the stream of text between corners.
   */
  private boolean exact;

  Rectangles(Display display, QueryReplies replies, boolean checksums) {
    this.display = display;
    this.replies = replies;
    this.checksums = checksums;
  }

  void extent(int which) {
    exact = which == 2;
  }

  /** Corners counted from zero, the last ones not included; in origin mode within the margins. */
  private record Area(int top, int left, int bottom, int right) {}

  private Area area(Parameters parameters, int first) {
    int firstRow = display.origin ? display.top : 0;
    int firstColumn = display.origin ? display.left : 0;
    int lastRow = display.origin ? display.bottom + 1 : display.rows;
    int lastColumn = display.origin ? display.right + 1 : display.columns;
    int top = parameters.amount(first) + firstRow - 1;
    int left = parameters.amount(first + 1) + firstColumn - 1;
    int bottom = parameters.get(first + 2, 0);
    int right = parameters.get(first + 3, 0);
    bottom = bottom == 0 ? lastRow : Math.min(bottom + firstRow, lastRow);
    right = right == 0 ? lastColumn : Math.min(right + firstColumn, lastColumn);
    return new Area(top, left, bottom, right);
  }

  private static boolean isEmpty(Area area) {
    return area.top >= area.bottom || area.left >= area.right;
  }

  void edit(Parameters parameters, int function) {
    Area area = area(parameters, function == 'x' ? 1 : 0);
    if (isEmpty(area)) {
      return;
    }
    switch (function) {
      case 'r', 't' -> attributes(area, parameters, function == 't');
      case 'v' -> copy(area, parameters);
      case 'x' -> fill(area, parameters.get(0, 0));
      case 'z' -> erase(area, false);
      case '{' -> erase(area, true);
      default -> {}
    }
  }

  private void cut(Area area, int row) {
    display.grid.cut(row, area.left, display.pen.blank(), display.stamp);
    display.grid.cut(row, area.right, display.pen.blank(), display.stamp);
  }

  /** DECFRA. */
  private void fill(Area area, int character) {
    boolean printable = (character >= 0x20 && character < 0x7f) || character >= 0xa0;
    if (!printable || !Character.isValidCodePoint(character) || Widths.of(character) != 1) {
      return;
    }
    boolean hidden = display.pen.invisible();
    for (int row = area.top; row < area.bottom; row++) {
      cut(area, row);
      Line line = display.grid.write(row, display.stamp);
      for (int column = area.left; column < area.right; column++) {
        line.content[column] = hidden ? ' ' : character;
        line.style[column] = display.pen.id();
      }
      line.used = Math.max(line.used, area.right);
    }
  }

  /** DECERA and DECSERA. */
  private void erase(Area area, boolean selective) {
    boolean sparing = selective && display.protection == Display.Protection.DEC;
    for (int row = area.top; row < area.bottom; row++) {
      cut(area, row);
      if (sparing) {
        display.grid.eraseUnprotected(
            row, area.left, area.right, display.pen.blank(), display.stamp);
      } else {
        display.grid.erase(row, area.left, area.right, display.pen.blank(), display.stamp);
      }
    }
  }

  /** DECCRA. */
  private void copy(Area area, Parameters parameters) {
    int firstRow = display.origin ? display.top : 0;
    int firstColumn = display.origin ? display.left : 0;
    int top = parameters.amount(5) - 1 + firstRow;
    int left = parameters.amount(6) - 1 + firstColumn;
    int bottom =
        Math.min(top + area.bottom - area.top, display.origin ? display.bottom + 1 : display.rows);
    int right =
        Math.min(
            left + area.right - area.left, display.origin ? display.right + 1 : display.columns);
    if (top >= bottom || left >= right) {
      return;
    }
    int width = right - left;
    int height = bottom - top;
    var content = new int[height][];
    var style = new long[height][];
    for (int row = 0; row < height; row++) {
      Line line = display.grid.line(area.top + row);
      content[row] = java.util.Arrays.copyOfRange(line.content, area.left, area.left + width);
      style[row] = java.util.Arrays.copyOfRange(line.style, area.left, area.left + width);
      int next = area.left + width;
      if (content[row][0] == Cells.TAIL) {
        content[row][0] = Cells.EMPTY;
      }
      if (next < display.columns && line.content[next] == Cells.TAIL) {
        content[row][width - 1] = Cells.EMPTY;
      }
    }
    var target = new Area(top, left, bottom, right);
    for (int row = 0; row < height; row++) {
      cut(target, top + row);
      Line line = display.grid.write(top + row, display.stamp);
      System.arraycopy(content[row], 0, line.content, left, width);
      System.arraycopy(style[row], 0, line.style, left, width);
      line.used = Math.max(line.used, right);
    }
  }

  /**
   * DECCARA and DECRARA, concealing aside: concealed text is not kept, so it could not come back.
   */
  private void attributes(Area area, Parameters parameters, boolean reverse) {
    for (int row = area.top; row < area.bottom; row++) {
      int from = exact || row == area.top ? area.left : 0;
      int to = exact || row == area.bottom - 1 ? area.right : display.columns;
      Line line = display.grid.write(row, display.stamp);
      // Both halves of a wide character look the same.
      from = line.content[from] == Cells.TAIL ? from - 1 : from;
      to = to < display.columns && line.content[to] == Cells.TAIL ? to + 1 : to;
      for (int column = from; column < to; column++) {
        line.style[column] = changed(line.style[column], parameters, reverse);
      }
      line.used = Math.max(line.used, to);
    }
  }

  private long changed(long style, Parameters parameters, boolean reverse) {
    Styles.Entries styles = display.styles.entries();
    int attributes = styles.attributes(style);
    for (int at = 4; at < Math.max(5, parameters.count()); at++) {
      int code = parameters.get(at, 0);
      int bits = bits(code % 20);
      if (reverse) {
        attributes ^= code < 20 ? bits : 0;
      } else if (code == 0) {
        attributes &= ~(bits(1) | bits(4) | bits(5) | bits(7));
      } else if (code < 20) {
        attributes |= bits;
      } else {
        attributes &= ~(code == 22 ? bits(1) : bits);
      }
    }
    return (style & Cells.PROTECTED)
        | display.styles.number(
            styles.foreground(style),
            styles.background(style),
            styles.underlineColor(style),
            attributes,
            styles.link(style));
  }

  private static int bits(int code) {
    return switch (code) {
      case 1 -> Styles.BOLD;
      case 4 -> 1 << Styles.UNDERLINE_SHIFT;
      case 5 -> Styles.BLINK;
      case 7 -> Styles.INVERSE;
      default -> 0;
    };
  }

  /** DECRQCRA. */
  void checksum(Parameters parameters) {
    if (!checksums) {
      return;
    }
    Area area = area(parameters, 2);
    int sum = 0;
    for (int row = area.top; row < area.bottom; row++) {
      Line line = display.grid.line(row);
      for (int column = area.left; column < area.right; column++) {
        int cell = line.content[column];
        sum +=
            Cells.isCluster(cell)
                ? display.clusters.text(cell).codePointAt(0)
                : Math.max(cell, ' ');
      }
    }
    replies.dcs("%d!~%04X".formatted(parameters.get(0, 0), -sum & 0xffff));
  }
}
