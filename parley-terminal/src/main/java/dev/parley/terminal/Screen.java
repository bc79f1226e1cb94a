package dev.parley.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a person would see now: an immutable picture of the Terminal. It shares the rows that did
 * not change with the pictures before and after it.
 */
public final class Screen {
  private final int columns;
  private final List<Row> rows;
  private final Cursor cursor;
  private final CursorShape cursorShape;
  private final String title;
  private final boolean alternate;
  private final boolean reversed;
  private final boolean pendingWrap;
  private final Map<Integer, Integer> colors;
  private final long revision;

  Screen(
      int columns,
      List<Row> rows,
      Cursor cursor,
      CursorShape cursorShape,
      String title,
      boolean alternate,
      boolean reversed,
      boolean pendingWrap,
      Map<Integer, Integer> colors,
      long revision) {
    this.columns = columns;
    this.rows = rows;
    this.cursor = cursor;
    this.cursorShape = cursorShape;
    this.title = title;
    this.alternate = alternate;
    this.reversed = reversed;
    this.pendingWrap = pendingWrap;
    this.colors = colors;
    this.revision = revision;
  }

  public int columns() {
    return columns;
  }

  public int rows() {
    return rows.size();
  }

  public Row row(int row) {
    return rows.get(row);
  }

  /** The text left of the cursor on its line, of which a part may be in the rows above. */
  public String leftOfCursor() {
    // A full row, after which nothing has made the terminal go on in the next.
    var column = pendingWrap ? cursor.column() + 1 : cursor.column();
    return alternate
        ? row(cursor.row()).text(0, column)
        : CursorLine.left(rows::get, cursor.row(), column);
  }

  /** The text of each row, without the blanks at its end. */
  public List<String> lines() {
    return rows.stream().map(Row::text).toList();
  }

  /** The text of all rows, each ended by a line feed, without the empty rows at the end. */
  public String text() {
    var text = new StringBuilder();
    int blank = 0;
    for (String line : lines()) {
      if (line.isEmpty()) {
        blank++;
      } else {
        text.repeat('\n', blank).append(line).append('\n');
        blank = 0;
      }
    }
    return text.toString();
  }

  /** The text of {@link #text} with its colours as escape sequences. */
  public String ansi() {
    return AnsiText.of(this);
  }

  /** One row of {@link #ansi}, without a line end. */
  public String ansi(int row) {
    var ansi = new StringBuilder();
    AnsiText.line(row(row), ansi);
    return ansi.substring(0, ansi.length() - 1);
  }

  /** The columns of a row from {@code from} up to {@code to}, as {@link #ansi(int)} has them. */
  public String ansi(int row, int from, int to) {
    var ansi = new StringBuilder();
    AnsiText.line(row(row), from, to, ansi);
    return ansi.toString();
  }

  public Cursor cursor() {
    return cursor;
  }

  public CursorShape cursorShape() {
    return cursorShape;
  }

  public String title() {
    return title;
  }

  /** Whether a full-screen program has taken the screen over. */
  public boolean alternate() {
    return alternate;
  }

  /** Whether foreground and background have changed places on the whole screen (DECSCNM). */
  public boolean reversed() {
    return reversed;
  }

  /**
   * The colours that the program has changed, each {@code 0xRRGGBB}, by their place in the palette;
   * 256 is that of text, 257 of what is behind it, 258 of the cursor.
   */
  public Map<Integer, Integer> colors() {
    return colors;
  }

  /** Whether the last column was just written, so that the next character begins a new row. */
  boolean pendingWrap() {
    return pendingWrap;
  }

  /** The state of the Terminal this is a picture of; it grows when the picture changes. */
  public long revision() {
    return revision;
  }

  /** The same picture under another revision, for one that was drawn anew from its bytes. */
  public Screen withRevision(long other) {
    return new Screen(
        columns, rows, cursor, cursorShape, title, alternate, reversed, pendingWrap, colors, other);
  }

  /** The rows that changed after the given revision. */
  public List<Integer> changedSince(long revision) {
    var changed = new ArrayList<Integer>();
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).revision() > revision) {
        changed.add(row);
      }
    }
    return changed;
  }

  /** What a program made stand out: text in reverse video and bars of another background. */
  public List<Highlight> highlights() {
    return Highlights.of(this);
  }

  /** Escape sequences that draw this screen on a new Terminal of its size. */
  public byte[] toBytes() {
    return Redraw.of(this);
  }

  /** Two screens are equal when they look the same, whatever their revisions. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Screen other
        && columns == other.columns
        && rows.equals(other.rows)
        && cursor.equals(other.cursor)
        && cursorShape == other.cursorShape
        && title.equals(other.title)
        && alternate == other.alternate
        && reversed == other.reversed;
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
