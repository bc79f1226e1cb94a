package dev.parley.terminal;

/**
 * Writes what a program has set and no picture shows: margins, modes and the pen. After the picture
 * they let another Terminal go on as this one would.
 */
final class StateSequences {
  private StateSequences() {}

  static String of(Display display) {
    var out = new StringBuilder();
    set(out, !display.wrap, "\033[?7l");
    set(out, display.reverseWrap, "\033[?45h");
    set(out, display.insert, "\033[4h");
    margins(display, out);
    Style pen = display.pen.style();
    set(out, !pen.equals(Style.PLAIN), "\033[0" + SgrCodes.codes(pen) + "m");
    return out.toString();
  }

  private static void margins(Display display, StringBuilder out) {
    boolean lines = display.top > 0 || display.bottom < display.rows - 1;
    if (display.sideMargins) {
      out.append("\033[?69h\033[%d;%ds".formatted(display.left + 1, display.right + 1));
    }
    set(out, lines, "\033[%d;%dr".formatted(display.top + 1, display.bottom + 1));
    set(out, display.origin, "\033[?6h");
    if (lines || display.sideMargins || display.origin) {
      // All of these move the cursor, and with DECOM its place counts from the margins.
      int row = display.origin ? display.row - display.top : display.row;
      int column = display.origin ? display.column - display.left : display.column;
      out.append("\033[%d;%dH".formatted(row + 1, column + 1));
    }
  }

  private static void set(StringBuilder out, boolean wanted, String sequence) {
    if (wanted) {
      out.append(sequence);
    }
  }
}
