package dev.parley.terminal.parser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes {@code widths.txt} anew: the code points that do not take one cell. Run it with the path
 * of Unicode's {@code EastAsianWidth.txt} (in Debian's package unicode-data) and that of the table.
 *
 * <p>Wide and full-width characters take two cells; marks and format characters none; all else,
 * ambiguous width included, one. Where that differs from the C library, by which programs count,
 * the C library is followed.
 */
final class WidthTable {
  private WidthTable() {}

  public static void main(String[] arguments) throws IOException {
    var widths = new int[Character.MAX_CODE_POINT + 1];
    Arrays.fill(widths, 1);
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] fields = line.replaceFirst("#.*", "").strip().split("\\s*;\\s*");
      if (fields.length == 2 && (fields[1].equals("W") || fields[1].equals("F"))) {
        String[] range = fields[0].split("\\.\\.");
        fill(widths, hex(range[0]), hex(range[range.length - 1]), 2);
      }
    }
    for (int codePoint = 0; codePoint < widths.length; codePoint++) {
      int type = Character.getType(codePoint);
      if (type == Character.NON_SPACING_MARK
          || type == Character.ENCLOSING_MARK
          || type == Character.FORMAT) {
        widths[codePoint] = 0;
      }
    }
    widths[0xad] = 1;
    // Signs that enclose the digits after them have a place of their own.
    for (int sign : new int[] {0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd}) {
      widths[sign] = 1;
    }
    fill(widths, 0x600, 0x605, 1);
    // Vowels and finals of Hangul that are written as single letters join the first letter.
    fill(widths, 0x1160, 0x11ff, 0);
    fill(widths, 0xd7b0, 0xd7c6, 0);
    fill(widths, 0xd7cb, 0xd7fb, 0);
    fill(widths, 0x3248, 0x324f, 2);
    fill(widths, 0x4dc0, 0x4dff, 2);

    var table = new StringBuilder();
    int start = 0;
    for (int codePoint = 1; codePoint <= widths.length; codePoint++) {
      if (codePoint == widths.length || widths[codePoint] != widths[start]) {
        if (widths[start] != 1) {
          table.append("%x-%x %d%n".formatted(start, codePoint - 1, widths[start]));
        }
        start = codePoint;
      }
    }
    Files.writeString(Path.of(arguments[1]), table);
  }

  private static void fill(int[] widths, int from, int to, int width) {
    Arrays.fill(widths, from, to + 1, width);
  }

  private static int hex(String digits) {
    return Integer.parseInt(digits, 16);
  }
}
