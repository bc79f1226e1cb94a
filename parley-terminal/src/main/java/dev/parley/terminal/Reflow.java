package dev.parley.terminal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits the primary screen into another size: lines that were wrapped are joined and wrapped anew,
 * the scrollback gives lines back when the screen grows, and takes them when it shrinks.
 */
final class Reflow {
  /** How far back a wrapped line is followed into the scrollback. */
  private static final int MOST_ROWS_BACK = 1000;

  private final Grid grid;
  private final Scrollback scrollback;
  private final Styles styles;
  private final Clusters clusters;
  private int column;
  private int row;

  Reflow(Grid grid, Scrollback scrollback, Styles styles, Clusters clusters, int column, int row) {
    this.grid = grid;
    this.scrollback = scrollback;
    this.styles = styles;
    this.clusters = clusters;
    this.column = column;
    this.row = row;
  }

  /** Where the cursor is in the new size. */
  int column() {
    return column;
  }

  int row() {
    return row;
  }

  /** A screen of another size with what fits of this one, without its first rows. */
  static Grid cut(Grid grid, int first, int columns, int rows) {
    var cut = new Grid(columns, rows);
    for (int row = 0; row < Math.min(rows, grid.rows - first); row++) {
      put(cut, row, grid.line(first + row));
    }
    return cut;
  }

  private static void put(Grid grid, int row, Line line) {
    Line target = grid.write(row, 0);
    int used = Math.min(line.used, grid.columns);
    System.arraycopy(line.content, 0, target.content, 0, used);
    System.arraycopy(line.style, 0, target.style, 0, used);
    target.used = used;
    target.wrapped = line.wrapped;
    if (used > 0 && used < line.used && line.content[used] == Cells.TAIL) {
      target.content[used - 1] = Cells.EMPTY;
    }
  }

  Grid to(int columns, int rows) {
    var lines = new ArrayDeque<Line>();
    int last = grid.rows - 1;
    while (last > row && grid.line(last).used == 0) {
      last--;
    }
    for (int line = 0; line <= last; line++) {
      lines.add(grid.line(line));
    }
    takeBack(lines, rows - grid.rows);
    List<Line> wrapped = columns == grid.columns ? new ArrayList<>(lines) : wrap(lines, columns);
    int leave = Math.clamp(wrapped.size() - rows, 0, row);
    for (Line line : wrapped.subList(0, leave)) {
      scrollback.add(line, styles.entries(), clusters);
    }
    row -= leave;
    var result = new Grid(columns, rows);
    for (int line = leave; line < Math.min(wrapped.size(), leave + rows); line++) {
      put(result, line - leave, wrapped.get(line));
    }
    row = Math.min(row, rows - 1);
    return result;
  }

  private void takeBack(ArrayDeque<Line> lines, int growth) {
    int taken = 0;
    while (scrollback.size() > 0
        && (taken < growth || (scrollback.lastWrapped() && taken < MOST_ROWS_BACK))) {
      lines.addFirst(scrollback.removeLast(grid.columns, styles, clusters));
      row++;
      taken++;
    }
  }

  private List<Line> wrap(ArrayDeque<Line> lines, int columns) {
    var wrapped = new ArrayList<Line>();
    var paragraph = new Paragraph(columns, wrapped);
    int newRow = 0;
    int newColumn = 0;
    int at = 0;
    for (Line line : lines) {
      int start = paragraph.length;
      boolean goesOn = line.wrapped && at < lines.size() - 1;
      paragraph.append(line, goesOn);
      if (at == row) {
        paragraph.mark = start + column;
      }
      if (!goesOn) {
        int first = wrapped.size();
        paragraph.end();
        if (paragraph.mark >= 0) {
          newRow = first + paragraph.markRow;
          newColumn = paragraph.markColumn;
        }
        paragraph.clear();
      }
      at++;
    }
    row = newRow;
    column = newColumn;
    return wrapped;
  }

  /** The rows of one line of text, joined. */
  private static final class Paragraph {
    private final int columns;
    private final List<Line> into;
    private int[] content = new int[256];
    private long[] style = new long[256];
    int length;

    /** A place to follow, and where it went; negative for none. */
    int mark = -1;

    int markRow;
    int markColumn;

    Paragraph(int columns, List<Line> into) {
      this.columns = columns;
      this.into = into;
    }

    void clear() {
      length = 0;
      mark = -1;
    }

    void append(Line line, boolean goesOn) {
      int cells = goesOn ? line.content.length : line.used;
      // The last cell stayed empty when a wide character did not fit into it.
      while (goesOn && cells > line.used && cells > line.content.length - 1) {
        cells--;
      }
      if (length + cells > content.length) {
        content = Arrays.copyOf(content, (length + cells) * 2);
        style = Arrays.copyOf(style, content.length);
      }
      System.arraycopy(line.content, 0, content, length, cells);
      System.arraycopy(line.style, 0, style, length, cells);
      length += cells;
    }

    /** Cuts the text into rows of the new width. */
    void end() {
      int from = 0;
      int rows = 0;
      markRow = -1;
      do {
        int to = Math.min(length, from + columns);
        if (to < length && content[to] == Cells.TAIL && to - 1 > from) {
          to--;
        }
        boolean last = to >= length;
        if (mark >= from && (mark < to || last)) {
          markRow = rows;
          markColumn = Math.min(mark - from, columns - 1);
        }
        into.add(row(from, to, !last));
        rows++;
        from = to;
      } while (from < length);
    }

    private Line row(int from, int to, boolean goesOn) {
      var line = new Line(new int[columns], new long[columns]);
      line.own();
      System.arraycopy(content, from, line.content, 0, to - from);
      System.arraycopy(style, from, line.style, 0, to - from);
      if (line.content[0] == Cells.TAIL) {
        line.content[0] = Cells.EMPTY;
      }
      line.used = to - from;
      line.wrapped = goesOn;
      return line;
    }
  }
}
