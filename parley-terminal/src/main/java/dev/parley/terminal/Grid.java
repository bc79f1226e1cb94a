package dev.parley.terminal;

import dev.parley.terminal.image.ImageBand;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one screen, primary or alternate: lines that can be written, erased, shifted and
 * scrolled. It knows nothing of a cursor.
 *
 * <p>A wide character occupies two cells and is never left in halves: whatever touches one half
 * blanks the other.
 */
final class Grid {
  /** So many pictures side by side; older ones are not seen any more. */
  private static final int MOST_IMAGES = 8;

  final int columns;
  final int rows;
  private final Line[] lines;

  /** For each row the place of its line, so that scrolling moves numbers. */
  private final int[] order;

  /** For each row the revision in which it last changed. */
  final long[] stamps;

  private final int[] empty;
  private final long[] plain;
  private final @Nullable Row[] pictures;

  Grid(int columns, int rows) {
    this(columns, rows, new int[columns], new long[columns]);
  }

  private Grid(int columns, int rows, int[] empty, long[] plain) {
    this.columns = columns;
    this.rows = rows;
    this.empty = empty;
    this.plain = plain;
    lines = new Line[rows];
    order = new int[rows];
    stamps = new long[rows];
    pictures = new Row[rows];
    for (int row = 0; row < rows; row++) {
      lines[row] = new Line(empty, plain);
      order[row] = row;
    }
  }

  /** Another screen of this size; what is blank on both is there once. */
  Grid blankTwin() {
    return new Grid(columns, rows, empty, plain);
  }

  /** The line at a row, to be looked at. */
  Line line(int row) {
    return lines[order[row]];
  }

  /** The line at a row, to be written now. */
  Line write(int row, long stamp) {
    stamps[row] = stamp;
    Line line = line(row);
    line.own();
    return line;
  }

  /** Makes the cells from {@code from} up to {@code to} empty. */
  void erase(int row, int from, int to, long style, long stamp) {
    Line line = line(row);
    stamps[row] = stamp;
    if (from == 0 && to == columns && style == 0) {
      boolean wrapped = line.wrapped;
      boolean doubled = line.doubled;
      line.clear(empty, plain);
      line.wrapped = wrapped;
      line.doubled = doubled;
      return;
    }
    if (!line.images.isEmpty()) {
      line.images =
          line.images.stream().filter(one -> one.column() < from || one.column() >= to).toList();
    }
    line.own();
    if (style == 0) {
      int last = Math.min(to, line.used);
      if (from < last) {
        Arrays.fill(line.content, from, last, Cells.EMPTY);
        Arrays.fill(line.style, from, last, 0);
      }
      if (to >= line.used) {
        line.used = Math.min(line.used, from);
      }
    } else {
      Arrays.fill(line.content, from, to, Cells.EMPTY);
      Arrays.fill(line.style, from, to, style);
      line.used = Math.max(line.used, to);
    }
  }

  /** As {@link #erase}, but cells written as protected stay as they are. */
  boolean eraseUnprotected(int row, int from, int to, long style, long stamp) {
    boolean all = true;
    Line line = line(row);
    int start = from;
    for (int column = from; column < to; column++) {
      if ((line.style[column] & Cells.PROTECTED) != 0) {
        all = false;
        if (start < column) {
          erase(row, start, column, style, stamp);
          line = line(row);
        }
        start = column + 1;
      }
    }
    if (start < to) {
      erase(row, start, to, style, stamp);
    }
    return all;
  }

  /** Blanks a wide character that lies across the boundary before {@code column}. */
  void cut(int row, int column, long style, long stamp) {
    if (column > 0 && column < columns && line(row).content[column] == Cells.TAIL) {
      erase(row, column - 1, column + 1, style, stamp);
    }
  }

  /**
   * Moves the cells from {@code from} up to {@code to} right by {@code count}; what is pushed out
   * is lost.
   */
  void insert(int row, int from, int to, int count, long style, long stamp) {
    cut(row, from, style, stamp);
    cut(row, to - count, style, stamp);
    cut(row, to, style, stamp);
    Line line = write(row, stamp);
    System.arraycopy(line.content, from, line.content, from + count, to - from - count);
    System.arraycopy(line.style, from, line.style, from + count, to - from - count);
    if (line.used > from) {
      line.used = line.used >= to ? line.used : Math.min(to, line.used + count);
    }
    erase(row, from, from + count, style, stamp);
  }

  /** Moves the cells up to {@code to} left by {@code count}, over those at {@code from}. */
  void delete(int row, int from, int to, int count, long style, long stamp) {
    cut(row, from, style, stamp);
    cut(row, from + count, style, stamp);
    cut(row, to, style, stamp);
    Line line = write(row, stamp);
    System.arraycopy(line.content, from + count, line.content, from, to - from - count);
    System.arraycopy(line.style, from + count, line.style, from, to - from - count);
    erase(row, to - count, to, style, stamp);
  }

  /** Moves whole lines up within the rows from {@code top} to {@code bottom}, both included. */
  void scrollUp(int top, int bottom, int count, long style) {
    for (int done = 0; done < count; done++) {
      int line = order[top];
      System.arraycopy(order, top + 1, order, top, bottom - top);
      order[bottom] = line;
      wipe(lines[line], style);
    }
  }

  /** Moves whole lines down within the rows from {@code top} to {@code bottom}, both included. */
  void scrollDown(int top, int bottom, int count, long style) {
    for (int done = 0; done < count; done++) {
      int line = order[bottom];
      System.arraycopy(order, top, order, top + 1, bottom - top);
      order[top] = line;
      wipe(lines[line], style);
    }
  }

  private void wipe(Line line, long style) {
    line.clear(empty, plain);
    if (style != 0) {
      line.own();
      Arrays.fill(line.style, style);
      line.used = columns;
    }
  }

  /** Empties all lines. */
  void clear(long style, long stamp) {
    for (int row = 0; row < rows; row++) {
      wipe(line(row), style);
    }
    Arrays.fill(stamps, stamp);
  }

  /** Shows a part of a picture in a row, in front of what is there. */
  void show(int row, ImageBand band, long stamp) {
    stamps[row] = stamp;
    var images =
        Stream.concat(
                line(row).images.stream().filter(one -> one.column() != band.column()),
                Stream.of(band))
            .toList();
    line(row).images = images.subList(Math.max(0, images.size() - MOST_IMAGES), images.size());
  }

  /** Takes all pictures away. */
  void removeImages(long stamp) {
    for (int row = 0; row < rows; row++) {
      if (!line(row).images.isEmpty()) {
        line(row).images = List.of();
        stamps[row] = stamp;
      }
    }
  }

  /** Copies the cells of one row between two columns over those of another row. */
  void copy(int fromRow, int toRow, int from, int to, long style, long stamp) {
    cut(toRow, from, style, stamp);
    cut(toRow, to, style, stamp);
    Line source = line(fromRow);
    Line target = write(toRow, stamp);
    System.arraycopy(source.content, from, target.content, from, to - from);
    System.arraycopy(source.style, from, target.style, from, to - from);
    target.used = Math.max(target.used, to);
    if (from > 0 && target.content[from] == Cells.TAIL) {
      target.content[from] = Cells.EMPTY;
    }
    if (to < columns && source.content[to] == Cells.TAIL) {
      target.content[to - 1] = Cells.EMPTY;
    }
  }

  /** The row as it is now, for anyone to keep. */
  Row picture(int row, Styles.Entries styles, String[] clusters) {
    Row picture = pictures[row];
    if (picture == null || picture.revision() != stamps[row]) {
      line(row).shared = true;
      picture = new Row(line(row), stamps[row], styles, clusters);
      pictures[row] = picture;
    }
    return picture;
  }

  boolean changedIn(long stamp) {
    for (long changed : stamps) {
      if (changed == stamp) {
        return true;
      }
    }
    return false;
  }
}
