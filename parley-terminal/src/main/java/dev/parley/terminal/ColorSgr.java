package dev.parley.terminal;

import dev.parley.terminal.parser.EightBytes;

/**
 * The short way for SGR that says nothing but colours of the palette and true ones, as programs
 * write it that colour each cell.
 */
final class ColorSgr {
  private static final int ESC = 0x1b;
  private static final long FIVE_BYTES = (1L << 40) - 1;
  private static final long INDEXED_TEXT = kind("38;5;");
  private static final long INDEXED_BEHIND = kind("48;5;");
  private static final long TRUE_TEXT = kind("38;2;");
  private static final long TRUE_BEHIND = kind("48;2;");

  /** So many bytes may be looked at to find a colour and what is after it. */
  private static final int LONGEST = 24;

  /** The style after what was read. */
  private long look;

  private static long kind(String text) {
    long kind = 0;
    for (int at = text.length() - 1; at >= 0; at--) {
      kind = kind << 8 | text.charAt(at);
    }
    return kind;
  }

  long look() {
    return look;
  }

  /**
   * Reads what is said of this style; returns where it ends, or {@code from} if it is of another
   * kind.
   */
  int read(byte[] bytes, int from, int to, long before) {
    if (from > to - LONGEST || bytes[from] != ESC || bytes[from + 1] != '[') {
      return from;
    }
    long now = before;
    int at = from + 2;
    while (at <= to - LONGEST) {
      long eight = EightBytes.get(bytes, at);
      long kind = eight & FIVE_BYTES;
      long color;
      if (kind == INDEXED_TEXT || kind == INDEXED_BEHIND) {
        color = indexed(eight, at);
      } else if (kind == TRUE_TEXT || kind == TRUE_BEHIND) {
        color = trueColor(bytes, at + 5);
      } else {
        return from;
      }
      if (color < 0) {
        return from;
      }
      now =
          kind == INDEXED_TEXT || kind == TRUE_TEXT
              ? Styles.withForeground(now, (int) color)
              : Styles.withBackground(now, (int) color);
      at = (int) (color >>> 32);
      if (bytes[at] == 'm') {
        look = now;
        return at + 1;
      }
      if (bytes[at] != ';') {
        return from;
      }
      at++;
    }
    return from;
  }

  /** The colour, and above it where it ends; less than zero if it is none. */
  private static long indexed(long eight, int at) {
    int digits = EightBytes.place(EightBytes.noDigits(eight >>> 40));
    int index = EightBytes.number(eight, 5, digits);
    return digits == 0 || index > 0xff
        ? -1
        : (long) (at + 5 + digits) << 32 | Styles.INDEXED | index;
  }

  private static long trueColor(byte[] bytes, int from) {
    long eight = EightBytes.get(bytes, from);
    long others = EightBytes.noDigits(eight);
    int redEnd = EightBytes.place(others);
    int greenEnd = EightBytes.place(others & (others - 1));
    boolean apart = EightBytes.at(eight, redEnd) == ';' && EightBytes.at(eight, greenEnd) == ';';
    long last = EightBytes.get(bytes, from + greenEnd + 1);
    int blueDigits = EightBytes.place(EightBytes.noDigits(last));
    boolean lengths = isLength(redEnd) && isLength(greenEnd - redEnd - 1) && isLength(blueDigits);
    int red = EightBytes.number(eight, 0, redEnd);
    int green = EightBytes.number(eight, redEnd + 1, greenEnd - redEnd - 1);
    int blue = EightBytes.number(last, 0, blueDigits);
    if (!apart || !lengths || (red | green | blue) > 0xff) {
      return -1;
    }
    int end = from + greenEnd + 1 + blueDigits;
    return (long) end << 32 | Styles.RGB | red << 16 | green << 8 | blue;
  }

  private static boolean isLength(int digits) {
    return digits >= 1 && digits <= 3;
  }
}
