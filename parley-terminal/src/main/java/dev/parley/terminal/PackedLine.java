package dev.parley.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A line as few bytes: its text, then its styles as runs.
 *
 * <p>The first byte holds flags, then the number of cells follows. A line of ASCII, as nearly all
 * are, has one byte a cell; any other has a number for each: zero for an empty cell, one for the
 * right half of a wide character, else two more than the code point, or for a cluster {@link
 * #CLUSTER} plus its length, and its bytes. A styled line goes on with runs: the number of cells, a
 * byte that says which parts of the style are set, and those parts. Numbers are written seven bits
 * a byte, the lowest first. Nothing in it refers to the tables of the Terminal, which may be swept
 * in the meantime.
 */
final class PackedLine {
  private static final int WRAPPED = 1;
  private static final int STYLED = 2;
  private static final int MIXED = 4;

  private static final int CLUSTER = Character.MAX_CODE_POINT + 3;

  private static final int FOREGROUND = 1;
  private static final int BACKGROUND = 2;
  private static final int UNDERLINE_COLOR = 4;
  private static final int ATTRIBUTES = 8;
  private static final int LINK = 16;

  private byte[] bytes = new byte[256];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /**
   * The short way for ASCII without styles, written straight to where it is to stay.
   *
   * @return where it ends, or where it began when the line is of another kind or room is short
   */
  static int packPlain(Line line, byte[] into, int start) {
    int used = line.used;
    if (used > 0x7f || start + used + 2 > into.length) {
      return start;
    }
    into[start] = (byte) (line.wrapped ? WRAPPED : 0);
    into[start + 1] = (byte) used;
    int at = start + 2;
    for (int column = 0; column < used; column++) {
      int cell = line.content[column];
      if (cell < 0 || cell > 0x7f || !plain(line.style[column])) {
        return start;
      }
      into[at++] = (byte) (cell == Cells.EMPTY ? ' ' : cell);
    }
    return at;
  }

  void pack(Line line, Styles.Entries styles, Clusters clusters) {
    length = 0;
    int[] content = line.content;
    int[] style = line.style;
    int used = line.used;
    while (used > 0 && content[used - 1] == Cells.EMPTY && plain(style[used - 1])) {
      used--;
    }
    reserve(used + 16);
    bytes[length++] = (byte) (line.wrapped ? WRAPPED : 0);
    number(used);
    int start = length;
    boolean styled = false;
    for (int column = 0; column < used; column++) {
      int cell = content[column];
      if (cell < 0 || cell > 0x7f) {
        length = start;
        bytes[0] |= MIXED;
        mixed(content, used, clusters);
        break;
      }
      bytes[length++] = (byte) (cell == Cells.EMPTY ? ' ' : cell);
    }
    for (int column = 0; column < used && !styled; column++) {
      styled = !plain(style[column]);
    }
    if (styled) {
      bytes[0] |= STYLED;
      runs(style, used, styles);
    }
  }

  private static boolean plain(int style) {
    return (style & Cells.STYLE_ID) == 0;
  }

  private void mixed(int[] content, int used, Clusters clusters) {
    for (int column = 0; column < used; column++) {
      int cell = content[column];
      if (cell == Cells.TAIL) {
        number(1);
      } else if (cell == Cells.EMPTY) {
        number(0);
      } else if (cell > 0) {
        number(cell + 2);
      } else {
        byte[] text = clusters.text(cell).getBytes(StandardCharsets.UTF_8);
        number(CLUSTER + text.length);
        append(text);
      }
    }
  }

  private void runs(int[] style, int used, Styles.Entries styles) {
    int column = 0;
    while (column < used) {
      int id = style[column] & Cells.STYLE_ID;
      int end = column + 1;
      while (end < used && (style[end] & Cells.STYLE_ID) == id) {
        end++;
      }
      number(end - column);
      style(styles, id);
      column = end;
    }
  }

  private void style(Styles.Entries styles, int id) {
    int foreground = styles.foreground(id);
    int background = styles.background(id);
    int underlineColor = styles.underlineColor(id);
    int attributes = styles.attributes(id);
    String link = styles.links[id];
    number(
        (foreground == 0 ? 0 : FOREGROUND)
            | (background == 0 ? 0 : BACKGROUND)
            | (underlineColor == 0 ? 0 : UNDERLINE_COLOR)
            | (attributes == 0 ? 0 : ATTRIBUTES)
            | (link.isEmpty() ? 0 : LINK));
    color(foreground);
    color(background);
    color(underlineColor);
    if (attributes != 0) {
      number(attributes);
    }
    if (!link.isEmpty()) {
      byte[] text = link.getBytes(StandardCharsets.UTF_8);
      number(text.length);
      append(text);
    }
  }

  /** The palette as even numbers, true colours as odd ones: short numbers for what is frequent. */
  private void color(int packed) {
    if (packed >= Styles.RGB) {
      number((packed & 0xffffff) << 1 | 1);
    } else if (packed != 0) {
      number((packed & 0xff) << 1);
    }
  }

  private void number(int value) {
    reserve(5);
    int rest = value;
    while (rest > 0x7f) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private void append(byte[] text) {
    reserve(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }

  static boolean wrapped(byte[] bytes, int start) {
    return (bytes[start] & WRAPPED) != 0;
  }

  static String text(byte[] bytes, int start) {
    String text = new Reader(bytes, start).text();
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  static Line unpack(byte[] bytes, int start, int columns, Styles styles, Clusters clusters) {
    return new Reader(bytes, start).line(columns, styles, clusters);
  }

  /** Reads a line back. */
  private static final class Reader {
    private final byte[] bytes;
    private final int flags;
    private final int used;
    private int at;

    Reader(byte[] bytes, int start) {
      this.bytes = bytes;
      at = start;
      flags = bytes[at++];
      used = number();
    }

    private int number() {
      int value = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        value |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      return value;
    }

    private String string(int length) {
      at += length;
      return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    String text() {
      if ((flags & MIXED) == 0) {
        return new String(bytes, at, used, StandardCharsets.ISO_8859_1);
      }
      var text = new StringBuilder(used);
      for (int column = 0; column < used; column++) {
        int cell = number();
        if (cell >= CLUSTER) {
          text.append(string(cell - CLUSTER));
        } else if (cell == 0) {
          text.append(' ');
        } else if (cell > 1) {
          text.appendCodePoint(cell - 2);
        }
      }
      return text.toString();
    }

    Line line(int columns, Styles styles, Clusters clusters) {
      var line = new Line(new int[Math.max(columns, used)]);
      line.own();
      line.used = used;
      line.wrapped = (flags & WRAPPED) != 0;
      for (int column = 0; column < used; column++) {
        line.content[column] = (flags & MIXED) == 0 ? bytes[at++] : cell(clusters);
      }
      if ((flags & STYLED) != 0) {
        int column = 0;
        while (column < used) {
          int end = column + number();
          Arrays.fill(line.style, column, end, style(styles));
          column = end;
        }
      }
      return line;
    }

    private int cell(Clusters clusters) {
      int cell = number();
      if (cell >= CLUSTER) {
        return clusters.cell(string(cell - CLUSTER));
      }
      return cell == 1 ? Cells.TAIL : Math.max(Cells.EMPTY, cell - 2);
    }

    private int style(Styles styles) {
      int parts = number();
      int foreground = (parts & FOREGROUND) == 0 ? 0 : color();
      int background = (parts & BACKGROUND) == 0 ? 0 : color();
      int underlineColor = (parts & UNDERLINE_COLOR) == 0 ? 0 : color();
      int attributes = (parts & ATTRIBUTES) == 0 ? 0 : number();
      String link = (parts & LINK) == 0 ? "" : string(number());
      return styles.id(foreground, background, underlineColor, attributes, link);
    }

    private int color() {
      int value = number();
      return (value & 1) == 0 ? Styles.INDEXED | value >> 1 : Styles.RGB | value >> 1;
    }
  }
}
