package dev.parley.terminal.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a {@link Page} and the text they make.
 *
 * <p>The text is written again from the first row that changed since it was last read, so that
 * reading it often costs no more than what is new. Rows before {@code clean} stand in the text as
 * they are now, each up to its {@code end}. The row of the cursor and the last row are written each
 * time, because blanks at the end of the one and the line feed after the other come and go. Rows
 * far above the cursor are dropped and only their text stays.
 */
final class PageRows {
  /** At least so many of the last rows can be rewritten. */
  private static final int WINDOW = 256;

  private static final int MOST_CLUSTERS = 1 << 16;

  private final boolean traced;
  private final TracedText text;
  private final List<PageRow> rows = new ArrayList<>();
  private final List<String> clusters = new ArrayList<>();
  private final Map<String, Integer> clusterIds = new HashMap<>();

  private int clean;

  /** How much of the text belongs to rows that are gone. */
  private int settled;

  /** Up to here the text is as it was when {@link #changed} was last asked. */
  private int unchanged;

  PageRows(boolean traced) {
    this.traced = traced;
    this.text = new TracedText(traced);
    add();
  }

  int size() {
    return rows.size();
  }

  /** A row that may be changed by whoever asked for it. */
  PageRow row(int at) {
    clean = Math.min(clean, at);
    return rows.get(at);
  }

  /** A row that is not part of the page yet. */
  PageRow newRow() {
    return new PageRow(traced);
  }

  PageRow add() {
    var row = newRow();
    rows.add(row);
    return row;
  }

  void add(PageRow row) {
    rows.add(row);
  }

  void insert(int at) {
    clean = Math.min(clean, at);
    rows.add(at, newRow());
  }

  void remove(int from, int to) {
    clean = Math.min(clean, from);
    rows.subList(from, to).clear();
  }

  /** Keeps a program that adds rows above others from adding them without end. */
  void trim() {
    if (rows.size() > 4 * WINDOW) {
      remove(4 * WINDOW, rows.size());
    }
  }

  /**
   * Drops rows that are far above the cursor, many at a time so that it costs little for each.
   *
   * @return how many are gone
   */
  int settle(int cursor) {
    if (rows.size() <= 2 * WINDOW) {
      return 0;
    }
    int count = Math.min(rows.size() - WINDOW, cursor);
    if (count > clean) {
      cut(clean);
      for (int at = clean; at < count; at++) {
        write(at, 0, false);
      }
      clean = count;
    }
    settled = endBefore(count);
    rows.subList(0, count).clear();
    clean -= count;
    trim();
    return count;
  }

  /** Drops the text so far; the rows stay as places that can be written. */
  void forget() {
    text.cut(0);
    clean = 0;
    settled = 0;
    unchanged = 0;
    for (int at = 0; at < rows.size(); at++) {
      var row = newRow();
      row.begunBefore = true;
      rows.set(at, row);
    }
  }

  /** Brings the text up to date; {@code cursor} is -1 when the cursor is elsewhere. */
  private void write(int cursor, int column) {
    int last = rows.size() - 1;
    int always = cursor < 0 ? last : Math.min(cursor, last);
    int first = Math.min(clean, always);
    cut(first);
    for (int at = first; at <= last; at++) {
      write(at, at == cursor ? column : 0, at == last);
    }
    clean = always;
  }

  private void cut(int row) {
    int end = endBefore(row);
    text.cut(end);
    unchanged = Math.min(unchanged, end);
  }

  private int endBefore(int row) {
    return row == 0 ? settled : rows.get(row - 1).end;
  }

  private void write(int at, int kept, boolean last) {
    PageRow row = rows.get(at);
    if (row.real) {
      row.write(text, kept, clusters);
      if (!last && !row.wrapped) {
        text.append('\n', row.lineFeed);
      }
    }
    row.end = text.length();
  }

  /** The text as it is now. */
  TracedText text(int cursor, int column) {
    write(cursor, column);
    return text;
  }

  /** The first position of the text that may have changed since this was last asked. */
  int changed(int cursor, int column) {
    write(cursor, column);
    int first = unchanged;
    unchanged = text.length();
    return first;
  }

  /** Drops the oldest text; what can still be rewritten stays. */
  void drop(int most) {
    int count = Math.min(most, settled);
    text.drop(count);
    settled -= count;
    unchanged = Math.max(0, unchanged - count);
    for (PageRow row : rows) {
      row.end -= count;
    }
  }

  // --- characters with marks on them
  // --------------------------------------------------------------

  String cluster(int cell) {
    return clusters.get(PageRow.FIRST_CLUSTER - cell);
  }

  /** The cell for a character with marks, or null when there are too many different ones. */
  @Nullable Integer clusterCell(String cluster) {
    Integer known = clusterIds.get(cluster);
    if (known == null && clusters.size() < MOST_CLUSTERS) {
      known = clusters.size();
      clusters.add(cluster);
      clusterIds.put(cluster, known);
    }
    return known == null ? null : PageRow.FIRST_CLUSTER - known;
  }
}
