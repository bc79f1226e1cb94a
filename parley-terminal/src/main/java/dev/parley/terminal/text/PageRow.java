package dev.parley.terminal.text;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of a {@link Page} while it can still be rewritten: a character for each column.
 *
 * <p>A tab fills the columns it spans and comes out as a tab again, unless something is written
 * into it.
 */
final class PageRow {
  /** Nothing was written here, or it was erased. */
  static final int EMPTY = 0;

  /** The second half of a wide character. */
  static final int TAIL = -1;

  /** A column that belongs to the tab before it. */
  static final int TABBED = -2;

  /** Smaller numbers are characters with marks on them, in a list the page keeps. */
  static final int FIRST_CLUSTER = -3;

  private static final int[] NONE = {};

  private int[] cells = NONE;

  /** The bytes of each cell, as {@link Span}s; null when nobody wants to know. */
  private long @Nullable [] spans;

  private int used;

  /** Whether the text goes on in the next row because it did not fit. */
  boolean wrapped;

  /**
   * Whether more was done than to write from left to right; then blanks at the end mean nothing.
   */
  private boolean edited;

  /** Whether the row is part of the text; a row the cursor only passed through is not. */
  boolean real;

  /** Whether the row began before the text did, so that what is empty at its start is unknown. */
  boolean begunBefore;

  /** The bytes of the line feed after this row, as a {@link Span}. */
  long lineFeed = Span.NONE;

  /** Where the text of this row ends, as far as it was written. */
  int end;

  PageRow(boolean traced) {
    spans = traced ? new long[0] : null;
  }

  int used() {
    return used;
  }

  int cell(int column) {
    return column < used ? cells[column] : EMPTY;
  }

  void put(int column, int cell, int width, long span) {
    real = true;
    edited |= column != used;
    reserve(column + width);
    breakUp(column);
    breakUp(column + width - 1);
    cells[column] = cell;
    trace(column, span);
    if (width == 2) {
      cells[column + 1] = TAIL;
      trace(column + 1, Span.NONE);
    }
    used = Math.max(used, column + width);
  }

  /** Writes ASCII, which needs no more than a column each; {@code offset} is that of the first. */
  void put(int column, byte[] bytes, int from, int to, long offset) {
    real = true;
    int end = column + to - from;
    reserve(end);
    if (column != used) {
      edited = true;
      breakUp(column);
      breakUp(end - 1);
    }
    for (int at = from; at < to; at++) {
      cells[column + at - from] = bytes[at];
    }
    if (spans != null) {
      for (int at = column; at < end; at++) {
        spans[at] = Span.of(offset + at - column, offset + at - column + 1);
      }
    }
    used = Math.max(used, end);
  }

  /** A tab at the end of the row. */
  void tab(int column, int next, long span) {
    put(column, '\t', 1, span);
    reserve(next);
    Arrays.fill(cells, column + 1, next, TABBED);
    untrace(column + 1, next);
    used = next;
  }

  /** Changes a character in place, for a mark that joins it. */
  void replace(int column, int cell, long span) {
    cells[column] = cell;
    if (spans != null) {
      long before = spans[column];
      trace(column, Span.exists(before) ? Span.of(Span.from(before), Span.to(span)) : span);
    }
  }

  private void trace(int column, long span) {
    if (spans != null) {
      spans[column] = span;
    }
  }

  private void untrace(int from, int to) {
    if (spans != null) {
      Arrays.fill(spans, from, to, Span.NONE);
    }
  }

  private void move(int from, int to, int count) {
    System.arraycopy(cells, from, cells, to, count);
    if (spans != null) {
      System.arraycopy(spans, from, spans, to, count);
    }
  }

  void insert(int column, int count, int columns) {
    if (column >= used) {
      return;
    }
    edited = true;
    breakUp(column);
    int end = Math.min(used + count, columns);
    reserve(end);
    if (end - count > column) {
      breakUp(end - count); // a wide character must not be pushed half over the edge
    }
    if (column + count < end) {
      move(column, column + count, end - column - count);
    }
    Arrays.fill(cells, column, Math.min(column + count, end), ' ');
    untrace(column, Math.min(column + count, end));
    used = end;
  }

  void delete(int column, int count) {
    if (column >= used) {
      return;
    }
    edited = true;
    breakUp(column);
    int gone = Math.min(count, used - column);
    breakUp(column + gone);
    move(column + gone, column, used - column - gone);
    Arrays.fill(cells, used - gone, used, EMPTY);
    untrace(used - gone, used);
    used -= gone;
  }

  void erase(int from, int to) {
    int end = Math.min(to, used);
    if (from >= end) {
      return;
    }
    edited = true;
    breakUp(from);
    breakUp(end - 1);
    Arrays.fill(cells, from, end, EMPTY);
    untrace(from, end);
    if (end == used) {
      used = from;
    }
  }

  boolean blank() {
    return blankFrom(0);
  }

  boolean blankFrom(int column) {
    for (int at = column; at < used; at++) {
      if (cells[at] != EMPTY && cells[at] != ' ') {
        return false;
      }
    }
    return true;
  }

  /** Says that blanks at the end mean nothing. */
  void trim() {
    edited = true;
  }

  /** Adds the text of this row; blanks at the end of an edited one count up to {@code kept}. */
  void write(TracedText text, int kept, List<String> clusters) {
    int end = used;
    if (edited && !wrapped) {
      int least = Math.min(kept, used);
      while (end > least && (cells[end - 1] == ' ' || cells[end - 1] == EMPTY)) {
        end--;
      }
    }
    int start = 0;
    while (begunBefore && start < end && cells[start] == EMPTY) {
      start++;
    }
    for (int at = start; at < end; at++) {
      int cell = cells[at];
      long span = spans == null ? Span.NONE : spans[at];
      if (cell > 0) {
        text.append(cell, span);
      } else if (cell == EMPTY) {
        text.append(' ', Span.NONE);
      } else if (cell <= FIRST_CLUSTER) {
        text.append(clusters.get(FIRST_CLUSTER - cell), span);
      }
    }
  }

  /** Makes sure that writing into this column leaves no half of a wide character or of a tab. */
  private void breakUp(int column) {
    if (column >= used) {
      return;
    }
    if (cells[column] == TAIL) {
      cells[column - 1] = ' ';
      cells[column] = ' ';
    } else if (column + 1 < used && cells[column + 1] == TAIL) {
      cells[column] = ' ';
      cells[column + 1] = ' ';
    } else if (cells[column] == TABBED || cells[column] == '\t') {
      int at = column;
      while (cells[at] == TABBED) {
        at--;
      }
      do {
        cells[at++] = ' ';
      } while (at < used && cells[at] == TABBED);
    }
  }

  private void reserve(int length) {
    if (length > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(length, Math.max(32, cells.length * 2)));
      if (spans != null) {
        spans = Arrays.copyOf(spans, cells.length);
      }
    }
  }
}
