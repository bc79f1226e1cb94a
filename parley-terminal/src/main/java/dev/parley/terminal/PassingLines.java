package dev.parley.terminal;

import dev.parley.terminal.parser.Parameters;

/**
 * Lines that come and go within one call: most lines of a flood leave the screen before anyone can
 * look at it. They go into the {@link Scrollback} straight from the input and never become cells.
 *
 * <p>That holds for rows which are written from their first column on at the bottom of a screen
 * that scrolls as a whole, and which hold nothing but text, SGR and EL. So many of them are read as
 * there are, each is packed, and the last ones are taken back: those that would still be on the
 * screen. From the first of these on the input is read once more in the ordinary way, on an empty
 * screen; what it looks like in the end is the same.
 */
final class PassingLines {
  /** Less input is not worth the trouble. */
  static final int LEAST_BYTES = 1 << 10;

  private static final int LEAST_BYTES_A_ROW = 32;

  /** However often it was no use, it is tried again after so many screens. */
  private static final int LONGEST_PAUSE = 64;

  private static final int ESC = 0x1b;

  private final Display display;
  private final Scrollback scrollback;
  private final Parameters sequence;

  /** How many screens have to scroll in the ordinary way before the next trial. */
  private int pause;

  /** The number of the line before which it is not tried. */
  private long resume = -1;

  PassingLines(Display display, Parameters sequence) {
    this.display = display;
    this.scrollback = display.scrollback;
    this.sequence = sequence;
  }

  /**
   * Reads the lines that begin here and do not stay; returns where one begins that does, or {@code
   * from} if there are none.
   */
  int read(byte[] bytes, int from, int to) {
    boolean enough = to - from >= display.rows * LEAST_BYTES_A_ROW;
    if (!enough || scrollback.last() < resume || !begins()) {
      return from;
    }
    sequence.clear();
    var trial = new Trial();
    int at = trial.read(bytes, from, to);
    boolean worthwhile = trial.rows >= 2 * display.rows;
    pause = worthwhile ? 0 : Math.min(LONGEST_PAUSE, 2 * pause + 1);
    resume = scrollback.last() + (long) pause * display.rows;
    return at;
  }

  /** Whether the cursor is on a new line at the bottom, with nothing unusual chosen. */
  private boolean begins() {
    if (display.column > 0 || display.row < display.rows - 1) {
      return false;
    }
    Line line = display.grid.line(display.row);
    return display.rows > 1
        && display.columns > 1
        && display.scrollsWhole()
        && display.printsSimply()
        && display.wrap
        && !display.pendingWrap
        && scrollback.mostLines > 0
        && line.used == 0
        && !line.wrapped
        && !line.doubled
        && line.images.isEmpty()
        && Styles.isSimple(display.pen.id())
        && Styles.isWithoutBackground(display.pen.id());
  }

  /** Reads rows as far as they may pass, and finds out whether that was far enough. */
  private final class Trial {
    private final PassingRow row = new PassingRow(display.columns);

    /** Where each of the last rows began, and with which style. */
    private final int[] starts = new int[display.rows];

    private final long[] looks = new long[display.rows];
    private final KnownSgr known = new KnownSgr();
    private final long firstLook = display.pen.id();

    /** What the pen would be like; it takes no part in the trial. */
    private long look = firstLook;

    int rows;

    int read(byte[] bytes, int from, int to) {
      for (int shown = 0; shown < display.rows - 1; shown++) {
        scrollback.append(display.grid.line(shown), display.styles.entries(), display.clusters);
      }
      int slot = readRows(bytes, from, to);
      if (rows < display.rows) {
        scrollback.retract(display.rows - 1 + rows);
        display.pen.take(firstLook);
        return from;
      }
      scrollback.retract(display.rows - 1);
      scrollback.settle();
      // The oldest of the rows that are kept is the first to stay.
      int first = slot + 1 == display.rows ? 0 : slot + 1;
      display.pen.take(looks[first]);
      display.beginAnew();
      return starts[first];
    }

    /** Returns the slot of the row that could not be read to its end. */
    private int readRows(byte[] bytes, int from, int to) {
      int columns = display.columns;
      int slot = 0;
      int at = from;
      boolean plain = look == 0;
      while (true) {
        starts[slot] = at;
        looks[slot] = look;
        int next = plain ? scrollback.appendPlain(bytes, at, to, columns) : at;
        if (next == at) {
          next = readRow(bytes, at, to);
          if (next < 0) {
            return slot;
          }
          plain = look == 0 && row.isPlain();
        }
        at = next;
        rows++;
        slot = slot + 1 == starts.length ? 0 : slot + 1;
      }
    }

    /** Returns where the next row begins, or less than zero if this one cannot pass. */
    private int readRow(byte[] bytes, int from, int to) {
      row.begin(look);
      int at = from;
      while (at < to) {
        int next = bytes[at];
        int after;
        if (next == ESC) {
          after = sequence(bytes, at, to);
        } else if (next == '\r') {
          boolean ends = at + 1 < to && bytes[at + 1] == '\n';
          return ends && endRow(false) ? at + 2 : -1;
        } else if (next == 0x7f || (next >= 0 && next < 0x20)) {
          return -1;
        } else {
          after = row.take(bytes, at, to);
          if (after == at) {
            return endRow(true) ? at : -1; // the row is full
          }
        }
        if (after < 0) {
          return -1;
        }
        at = after;
      }
      return -1;
    }

    /** SGR, and EL where nothing is. */
    private int sequence(byte[] bytes, int from, int to) {
      int end = known.read(bytes, from, to);
      if (end > from) {
        look = known.change(look);
        return row.look(look) ? end : -1;
      }
      Pen pen = display.pen;
      pen.take(look);
      if (sequence.read(bytes, from, to, 'm')) {
        pen.select(sequence);
        look = pen.id();
        known.learn(sequence);
        return Styles.isSimple(look) && row.look(look) ? sequence.end() : -1;
      }
      end = sequence.end();
      boolean erases = end > from && bytes[end - 1] == 'K' && sequence.get(0, 0) == 0;
      row.interrupt();
      return erases && !row.isFull() && Styles.isWithoutBackground(look) ? end : -1;
    }

    /** The next row is blank only if the pen has no background. */
    private boolean endRow(boolean wrapped) {
      if (!Styles.isWithoutBackground(look)) {
        return false;
      }
      row.pack(scrollback.packed, wrapped, display.styles.entries());
      scrollback.append(scrollback.packed);
      return true;
    }
  }
}
