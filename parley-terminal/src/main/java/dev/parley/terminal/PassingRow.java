package dev.parley.terminal;

import dev.parley.terminal.parser.EightBytes;
import dev.parley.terminal.parser.Utf8;
import dev.parley.terminal.parser.Widths;

/**
 * A row of {@link PassingLines} while it is read: its text as it came, and where its style changes.
 *
 * <p>No character takes more cells than it has bytes, so a row with no more bytes than columns
 * fits, whatever its characters are. Only in a longer one they are counted.
 */
final class PassingRow {
  private static final int MOST_RUNS = 512;

  private final int columns;
  private final byte[] text;
  private int length;
  private boolean beyondAscii;

  /** How many cells the text takes, if they are counted. */
  private int used;

  private boolean counted;

  /** Nothing is before the next character that could combine with it. */
  private boolean apart;

  private final int[] runEnds;
  private final long[] runLooks;
  private int runs;
  private int runStart;
  private long look;

  PassingRow(int columns) {
    this.columns = columns;
    text = new byte[4 * columns + Long.BYTES];
    int mostRuns = Math.min(2 * columns, MOST_RUNS);
    runEnds = new int[mostRuns];
    runLooks = new long[mostRuns];
  }

  /** Begins anew with text that looks so. */
  void begin(long nextLook) {
    length = 0;
    beyondAscii = false;
    counted = false;
    apart = true;
    runs = 0;
    runStart = 0;
    look = nextLook;
  }

  boolean isFull() {
    return counted ? used == columns : length == columns && !beyondAscii;
  }

  /** Whether it is ASCII without styles. */
  boolean isPlain() {
    return !beyondAscii && look == 0 && (runs == 0 || runEnds[0] == length);
  }

  /** What follows looks so; false if the style changed too often. */
  boolean look(long next) {
    if (next != look) {
      endRun();
      look = next;
    }
    return runs < runEnds.length - 1;
  }

  private void endRun() {
    if (length > runStart) {
      runStart = length;
      runEnds[runs] = length;
      runLooks[runs++] = look;
    }
  }

  /** What comes next combines with nothing before. */
  void interrupt() {
    apart = true;
  }

  /**
   * Takes the text that begins here; returns where it stopped: at a control character, or where the
   * row is full. Less than zero if it has to become cells, or if less than eight bytes are left.
   */
  int take(byte[] bytes, int from, int to) {
    if (from > to - Long.BYTES || (apart && joins(bytes, from))) {
      return -1;
    }
    apart = false;
    return counted ? count(bytes, from, to) : takeAll(bytes, from, to);
  }

  private static boolean joins(byte[] bytes, int at) {
    return bytes[at] < 0 && Widths.of(Utf8.character(Utf8.four(bytes, at))) == 0;
  }

  private int takeAll(byte[] bytes, int from, int to) {
    int room = columns - length;
    if (room == 0 && bytes[from] < 0) {
      return startCounting(bytes, from, to); // it may combine with the last character
    }
    int at = from;
    long state = Utf8.BETWEEN;
    boolean beyond = beyondAscii;
    int taken = Long.BYTES;
    while (taken == Long.BYTES && at - from < room) {
      if (at > to - Long.BYTES) {
        return -1;
      }
      long eight = EightBytes.get(bytes, at);
      EightBytes.set(text, length + at - from, eight);
      taken = EightBytes.text(eight);
      long read = EightBytes.first(eight, taken);
      beyond |= EightBytes.anyBeyondAscii(read);
      if (beyond) {
        state = Utf8.next(state, read);
      }
      at += taken;
    }
    if (beyond && (at - from > room || taken == Long.BYTES || !Utf8.isBetween(state))) {
      return startCounting(bytes, from, to);
    }
    beyondAscii = beyond;
    int end = Math.min(at, from + room);
    length += end - from;
    return end;
  }

  private int startCounting(byte[] bytes, int from, int to) {
    beyondAscii = true;
    counted = true;
    used = 0;
    int at = 0;
    while (at < length) {
      int character = text[at] < 0 ? Utf8.character(text, at, length) : text[at];
      used += Widths.of(character);
      at += character < 0x80 ? 1 : Utf8.bytesOf(character);
    }
    return count(bytes, from, to);
  }

  /** Takes one character after the other as far as there are cells. */
  private int count(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && length <= text.length - Long.BYTES) {
      int first = bytes[at];
      if (first >= 0 && (first < 0x20 || first == 0x7f)) {
        return at;
      }
      int character = first < 0 ? Utf8.character(bytes, at, to) : first;
      if (character == 0) {
        return -1;
      }
      int width = Widths.of(character);
      if (used + width > columns) {
        return at;
      }
      used += width;
      for (int left = first < 0 ? Utf8.bytesOf(character) : 1; left > 0; left--) {
        text[length++] = bytes[at++];
      }
    }
    return -1;
  }

  /** Makes a line of it. */
  void pack(PackedLine line, boolean wrapped, Styles.Entries styles) {
    line.pack(text, length, wrapped, beyondAscii);
    endRun();
    if (runs > 1 || (runs == 1 && runLooks[0] != 0)) {
      int start = 0;
      for (int run = 0; run < runs; run++) {
        line.run(runEnds[run] - start, runLooks[run], styles);
        start = runEnds[run];
      }
    }
  }
}
