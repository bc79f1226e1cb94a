package dev.parley.terminal;

import dev.parley.terminal.parser.EightBytes;
import dev.parley.terminal.parser.Utf8;
import dev.parley.terminal.parser.Widths;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A line as few bytes: its text, then its styles as runs.
 *
 * <p>The first byte holds flags, then the number of cells follows, then one byte for each cell of a
 * line of ASCII, as nearly all are, two for one of the basic plane, four for any other: the code
 * point, zero for an empty cell, all bits set for the right half of a wide character. A cluster is
 * a smaller number still, and its text follows after the cells. A line that never was in cells is
 * kept as UTF-8, with its bytes in place of cells. A styled line goes on with runs: the number of
 * cells, a byte that says which parts of the style are set, and those parts. Numbers are written
 * seven bits a byte, the lowest first. Nothing in it refers to the tables of the Terminal, which
 * may be swept in the meantime.
 */
final class PackedLine {
  private static final int WRAPPED = 1;
  private static final int STYLED = 2;
  private static final int TWO_BYTES = 4;
  private static final int FOUR_BYTES = 8;
  private static final int UTF8 = 16;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INTS =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int FOREGROUND = 1;
  private static final int BACKGROUND = 2;
  private static final int UNDERLINE_COLOR = 4;
  private static final int ATTRIBUTES = 8;
  private static final int LINK = 16;

  /** The most bytes a run takes, its link aside. */
  private static final int LONGEST_RUN = 32;

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
      into[at++] = (byte) cell;
    }
    return at;
  }

  /**
   * The short way for text that was never in cells: writes the printable ASCII that begins here to
   * where it is to stay.
   *
   * @return how long it is, or less than zero when that is more than {@code columns} or room is
   *     short
   */
  static int packPlain(byte[] input, int from, int to, int columns, byte[] into, int start) {
    int most = Math.min(columns, 0x7f);
    if (into.length - start < most + 3) {
      return -1;
    }
    int used = EightBytes.copy(input, from, Math.min(to, from + most + 1), into, start + 2);
    into[start] = 0;
    into[start + 1] = (byte) used;
    return used <= most ? used : -1;
  }

  /** A line of text as it came; {@link #run} counts its bytes then, not its cells. */
  void pack(byte[] text, int textLength, boolean wrapped, boolean utf8) {
    begin(textLength, wrapped);
    bytes[0] |= (byte) (utf8 ? UTF8 : 0);
    append(text, 0, textLength);
  }

  /** So many cells have this style. */
  void run(int cells, long look, Styles.Entries styles) {
    bytes[0] |= STYLED;
    reserve(LONGEST_RUN);
    put(cells);
    if (Styles.isListed(look)) {
      listed(styles, look);
    } else {
      style(Styles.foregroundOf(look), Styles.backgroundOf(look), 0, Styles.attributesOf(look), 0);
    }
  }

  private void begin(int used, boolean wrapped) {
    length = 0;
    reserve(used * 4 + 16);
    put(wrapped ? WRAPPED : 0);
    put(used);
  }

  void pack(Line line, Styles.Entries styles, Clusters clusters) {
    int[] content = line.content;
    long[] style = line.style;
    int used = line.used;
    while (used > 0 && content[used - 1] == Cells.EMPTY && plain(style[used - 1])) {
      used--;
    }
    begin(used, line.wrapped);
    int largest = 0;
    int smallest = 0;
    long styled = 0;
    for (int column = 0; column < used; column++) {
      largest = Math.max(largest, content[column]);
      smallest = Math.min(smallest, content[column]);
      styled |= style[column];
    }
    if (largest < 0x80 && smallest == 0) {
      ascii(content, used);
    } else if (largest < 0xffff && smallest >= Cells.TAIL) {
      bytes[0] |= TWO_BYTES;
      twoBytes(content, used);
    } else {
      bytes[0] |= FOUR_BYTES;
      fourBytes(content, used);
      if (smallest < Cells.TAIL) {
        clusters(content, used, clusters);
      }
    }
    if (!plain(styled)) {
      runs(style, used, styles);
    }
  }

  private void ascii(int[] content, int used) {
    for (int column = 0; column < used; column++) {
      bytes[length + column] = (byte) content[column];
    }
    length += used;
  }

  private void twoBytes(int[] content, int used) {
    for (int column = 0; column < used; column++) {
      SHORTS.set(bytes, length + column * 2, (short) content[column]);
    }
    length += used * 2;
  }

  private void fourBytes(int[] content, int used) {
    MemorySegment.copy(content, 0, MemorySegment.ofArray(bytes), INTS, length, used);
    length += used * 4;
  }

  private void clusters(int[] content, int used, Clusters clusters) {
    for (int column = 0; column < used; column++) {
      if (Cells.isCluster(content[column])) {
        byte[] text = clusters.text(content[column]).getBytes(StandardCharsets.UTF_8);
        number(text.length);
        append(text, 0, text.length);
      }
    }
  }

  private static boolean plain(long style) {
    return (style & Cells.LOOK) == 0;
  }

  private void runs(long[] style, int used, Styles.Entries styles) {
    int column = 0;
    while (column < used) {
      long look = style[column] & Cells.LOOK;
      int end = column + 1;
      while (end < used && (style[end] & Cells.LOOK) == look) {
        end++;
      }
      run(end - column, look, styles);
      column = end;
    }
  }

  private void listed(Styles.Entries styles, long look) {
    String link = styles.link(look);
    style(
        styles.foreground(look),
        styles.background(look),
        styles.underlineColor(look),
        styles.attributes(look),
        link.isEmpty() ? 0 : LINK);
    if (!link.isEmpty()) {
      byte[] text = link.getBytes(StandardCharsets.UTF_8);
      number(text.length);
      append(text, 0, text.length);
    }
  }

  private void style(int foreground, int background, int underlineColor, int attributes, int link) {
    bytes[length++] =
        (byte)
            ((foreground == 0 ? 0 : FOREGROUND)
                | (background == 0 ? 0 : BACKGROUND)
                | (underlineColor == 0 ? 0 : UNDERLINE_COLOR)
                | (attributes == 0 ? 0 : ATTRIBUTES)
                | link);
    color(foreground);
    color(background);
    color(underlineColor);
    if (attributes != 0) {
      put(attributes);
    }
  }

  /** The palette as even numbers, true colours as odd ones: short numbers for what is frequent. */
  private void color(int packed) {
    if (packed >= Styles.RGB) {
      put((packed & 0xffffff) << 1 | 1);
    } else if (packed != 0) {
      put((packed & 0xff) << 1);
    }
  }

  private void number(int value) {
    reserve(5);
    put(value);
  }

  /** A number for which there is room. */
  private void put(int value) {
    int rest = value;
    while (rest > 0x7f) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private void append(byte[] text, int from, int to) {
    reserve(to - from);
    System.arraycopy(text, from, bytes, length, to - from);
    length += to - from;
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

    /** How many cells there are, or bytes of UTF-8. */
    private final int size;

    private int at;

    Reader(byte[] bytes, int start) {
      this.bytes = bytes;
      at = start;
      flags = bytes[at++];
      size = number();
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
      var clusters = new Clusters();
      int[] cells = cells(clusters);
      var text = new StringBuilder(size);
      for (int cell : cells) {
        if (cell == Cells.EMPTY) {
          text.append(' ');
        } else if (cell != Cells.TAIL) {
          text.append(clusters.text(cell));
        }
      }
      return text.toString();
    }

    private int[] cells(Clusters clusters) {
      if ((flags & UTF8) != 0) {
        return utf8(clusters);
      }
      var cells = new int[size];
      if ((flags & FOUR_BYTES) != 0) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), INTS, at, cells, 0, size);
        at += size * 4;
        for (int column = 0; column < size; column++) {
          if (Cells.isCluster(cells[column])) {
            cells[column] = clusters.cell(string(number()));
          }
        }
      } else if ((flags & TWO_BYTES) != 0) {
        for (int column = 0; column < size; column++) {
          char cell = (char) (short) SHORTS.get(bytes, at + column * 2);
          cells[column] = cell == 0xffff ? Cells.TAIL : cell;
        }
        at += size * 2;
      } else {
        for (int column = 0; column < size; column++) {
          cells[column] = bytes[at + column];
        }
        at += size;
      }
      return cells;
    }

    private int[] utf8(Clusters clusters) {
      int end = at + size;
      var cells = new int[cellsOf(at, end)];
      int next = 0;
      int last = 0;
      while (at < end) {
        int character = character(at, end);
        int width = Widths.of(character);
        if (width > 0) {
          last = next;
          cells[next] = character;
          next += width;
        } else if (character != Cells.BYTE_ORDER_MARK) {
          cells[last] = clusters.add(cells[last], character);
        }
        if (width == 2) {
          cells[last + 1] = Cells.TAIL;
        }
        at += bytesOf(character);
      }
      return cells;
    }

    private int cellsOf(int from, int to) {
      int cells = 0;
      for (int next = from; next < to; next += bytesOf(character(next, to))) {
        cells += Widths.of(character(next, to));
      }
      return cells;
    }

    private int character(int from, int to) {
      return bytes[from] < 0 ? Utf8.character(bytes, from, to) : bytes[from];
    }

    private static int bytesOf(int character) {
      return character < 0x80 ? 1 : Utf8.bytesOf(character);
    }

    Line line(int columns, Styles styles, Clusters clusters) {
      int textStart = at;
      int[] cells = cells(clusters);
      int used = cells.length;
      var line = new Line(new int[Math.max(columns, used)], new long[Math.max(columns, used)]);
      line.own();
      line.used = used;
      line.wrapped = (flags & WRAPPED) != 0;
      System.arraycopy(cells, 0, line.content, 0, used);
      int column = 0;
      int read = 0;
      while ((flags & STYLED) != 0 && read < size) {
        int run = number();
        int start = textStart + read;
        int end = column + ((flags & UTF8) != 0 ? cellsOf(start, start + run) : run);
        Arrays.fill(line.style, column, end, style(styles));
        column = end;
        read += run;
      }
      return line;
    }

    private long style(Styles styles) {
      int parts = number();
      int foreground = (parts & FOREGROUND) == 0 ? 0 : color();
      int background = (parts & BACKGROUND) == 0 ? 0 : color();
      int underlineColor = (parts & UNDERLINE_COLOR) == 0 ? 0 : color();
      int attributes = (parts & ATTRIBUTES) == 0 ? 0 : number();
      String link = (parts & LINK) == 0 ? "" : string(number());
      return styles.number(foreground, background, underlineColor, attributes, link);
    }

    private int color() {
      int value = number();
      return (value & 1) == 0 ? Styles.INDEXED | value >> 1 : Styles.RGB | value >> 1;
    }
  }
}
