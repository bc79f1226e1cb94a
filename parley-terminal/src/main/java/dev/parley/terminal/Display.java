package dev.parley.terminal;

import dev.parley.terminal.image.ImageBand;
import dev.parley.terminal.parser.Charsets;
import dev.parley.terminal.parser.Parameters;
import dev.parley.terminal.parser.Utf8;
import dev.parley.terminal.parser.Widths;
import java.util.Arrays;
import java.util.List;

/**
 * The screens of a Terminal with the cursor, the margins and all that moves, prints and erases.
 *
 * <p>It does what xterm does, down to the corners: the cursor may stand outside the margins, and
 * then the margins do not hold for it; a full line does not wrap until the next character arrives;
 * which functions forget that pending wrap, and which do not, is part of the contract with
 * programs.
 */
final class Display {
  /** Whether erasing spares protected cells: never, in selective erase (DEC), or always (ISO). */
  enum Protection {
    OFF,
    DEC,
    ISO
  }

  private static final int TABLE_LIMIT = 8192;

  final Styles styles = new Styles();
  final Clusters clusters = new Clusters();
  final Pen pen = new Pen(styles);
  final Charsets charsets = new Charsets();
  final TabStops tabs = new TabStops();
  final Scrollback scrollback;

  Grid grid;
  private Grid primary;
  private Grid other;
  private boolean alternate;

  int columns;
  int rows;
  int column;
  int row;

  /**
   * The last column was written and the next character goes to the next line (DECAWM). Until then
   * the cursor stays, so that "eighty characters, CR, LF" leaves no blank line behind.
   */
  boolean pendingWrap;

  /** Whether rows were addressed in any order since the screen last scrolled. */
  boolean drawn;

  /** Whether the cursor was sent to the first place since then. */
  boolean homed;

  private int addressed;

  int top;
  int bottom;
  int left;
  int right;

  boolean wrap = true;
  boolean reverseWrap;
  boolean insert;
  boolean origin;
  boolean sideMargins;
  boolean newLine;
  boolean clustering;
  Protection protection = Protection.OFF;

  /** The revision that changes made now will belong to. */
  long stamp = 1;

  private int movedFrom = Integer.MAX_VALUE;
  private int movedTo = -1;

  /** Where the last character went, for what combines with it; the row is -1 after a movement. */
  private int writtenRow = -1;

  private int writtenColumn;
  private int lastPrinted;

  private int mostStyles = TABLE_LIMIT;
  private int mostClusters = TABLE_LIMIT;

  private Saved savedPrimary;
  private Saved savedAlternate;

  Display(int columns, int rows, Scrollback scrollback) {
    this.columns = columns;
    this.rows = rows;
    this.scrollback = scrollback;
    primary = new Grid(columns, rows);
    other = primary.blankTwin();
    grid = primary;
    savedPrimary = new Saved();
    savedAlternate = new Saved();
    resetMargins();
  }

  /** What DECSC keeps; a new one is what DECRC gives when nothing was saved. */
  private final class Saved {
    int column;
    int row;
    boolean pendingWrap;
    boolean origin;
    Pen pen = new Pen(styles);
    Charsets charsets = new Charsets();
  }

  // Printing

  /**
   * Writes the text that begins here and selects the colours between it (SGR), up to the end of the
   * line or to what is not simply put into the next cells; returns where that is. If it is a
   * control sequence that was read on the way, {@code sequence} holds it.
   */
  int print(byte[] bytes, int from, int to, Parameters sequence) {
    if (pendingWrap && bytes[from] >= 0) {
      pendingWrap = false;
      if (wrap) {
        wrapLine();
      }
    }
    Line line = grid.line(row);
    int end = end(line);
    boolean special = !printsSimply() || pendingWrap || column >= end;
    if (special || line.content[column] == Cells.TAIL) {
      return printSingly(bytes, from, to);
    }
    grid.write(row, stamp);
    int[] content = line.content;
    long[] styles = line.style;
    long look = pen.id();
    int at = from;
    int cell = column;
    int selected = from;
    while (at < to && !pen.invisible()) {
      int ascii = bytes[at] < 0 ? 0 : line.writeAscii(cell, end, look, bytes, at, to);
      at += ascii;
      cell += ascii;
      if (at < to && bytes[at] < 0) {
        int character = Utf8.character(bytes, at, to);
        int width = character == 0 ? 0 : Widths.of(character);
        if (width == 0 || width > end - cell) {
          break;
        }
        content[cell] = character;
        styles[cell] = look;
        if (width == 2) {
          content[cell + 1] = Cells.TAIL;
          styles[cell + 1] = look;
        }
        cell += width;
        at += Utf8.bytesOf(character);
      } else {
        removeHalf(line, cell);
        int next = select(bytes, at, to, sequence);
        if (next == at) {
          break;
        }
        look = pen.id();
        at = next;
        selected = next;
      }
    }
    if (at == from) {
      return printSingly(bytes, from, to);
    }
    removeHalf(line, cell);
    wrote(line, cell, end);
    if (at == selected) {
      forgetLast();
    }
    return at;
  }

  /** SGR; returns where it ends, or {@code from} for anything else. */
  private int select(byte[] bytes, int from, int to, Parameters sequence) {
    int end = pen.selectColors(bytes, from, to);
    if (end == from && sequence.read(bytes, from, to, 'm')) {
      pen.select(sequence);
      end = sequence.end();
    }
    return end;
  }

  /** Whether characters stand for themselves and change nothing but the cells they take. */
  boolean printsSimply() {
    return !insert && !clustering && charsets.plain() && !pen.invisible();
  }

  /** Writes the ASCII that begins here to the cursor's place; returns where it ends. */
  int printAscii(byte[] bytes, int from, int to, long look) {
    Line line = grid.line(row);
    int end = end(line);
    if (column >= end || line.content[column] == Cells.TAIL) {
      return from;
    }
    grid.write(row, stamp);
    int count = line.writeAscii(column, end, look, bytes, from, to);
    removeHalf(line, column + count);
    wrote(line, column + count, end);
    return from + count;
  }

  /** Erases the right half of a wide character whose left half was written over. */
  private void removeHalf(Line line, int cell) {
    if (cell < columns && line.content[cell] == Cells.TAIL) {
      grid.erase(row, cell, cell + 1, pen.blank(), stamp);
    }
  }

  /** The cells from the cursor up to {@code stop} were written; none is beyond {@code end}. */
  private void wrote(Line line, int stop, int end) {
    line.used = Math.max(line.used, stop);
    writtenRow = row;
    writtenColumn = line.content[stop - 1] == Cells.TAIL ? stop - 2 : stop - 1;
    lastPrinted = line.content[writtenColumn];
    column = stop;
    if (stop == end) {
      column = end - 1;
      pendingWrap = true;
    }
  }

  /** The long way: a run of ASCII, or one whole character beyond it. */
  private int printSingly(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] >= 0x20 && bytes[at] != 0x7f) {
      print(charsets.map(bytes[at++]));
    }
    int character = at > from ? 0 : Utf8.character(bytes, at, to);
    if (character == 0) {
      return at;
    }
    print(character);
    return at + Utf8.bytesOf(character);
  }

  /** Writes one character of any kind. */
  void print(int codePoint) {
    int width = Widths.of(codePoint);
    if (width == 0 || (clustering && joins(codePoint))) {
      combine(codePoint);
      return;
    }
    put(codePoint, width);
    lastPrinted = codePoint;
  }

  private void put(int codePoint, int width) {
    if (pendingWrap) {
      pendingWrap = false;
      if (wrap) {
        wrapLine();
      }
    }
    Line line = grid.line(row);
    int end = line.doubled || column > right ? end() : right + 1;
    if (width > end - column) {
      // A wide character does not fit into the last column: it goes to the next line whole.
      if (!wrap || column <= leftMargin() || end <= column) {
        return;
      }
      wrapLine();
      end = end();
      if (width > end - column) {
        return;
      }
    }
    if (insert) {
      insertCells(width);
    }
    line = grid.write(row, stamp);
    int stop = column + width;
    if (line.content[column] == Cells.TAIL
        || (stop < columns && line.content[stop] == Cells.TAIL)) {
      grid.cut(row, column, pen.blank(), stamp);
      grid.cut(row, stop, pen.blank(), stamp);
    }
    line.write(column, codePoint, width, pen.id());
    if (pen.invisible()) {
      Arrays.fill(line.content, column, stop, ' ');
    }
    line.used = Math.max(line.used, stop);
    writtenRow = row;
    writtenColumn = column;
    column = stop;
    if (stop == end) {
      column = end - 1;
      pendingWrap = true;
    }
  }

  /** One past the last column that text may reach from the cursor. */
  private int end() {
    return end(grid.line(row));
  }

  private int end(Line line) {
    if (line.doubled) {
      return (column > right / 2 ? lastColumn() : right / 2) + 1;
    }
    return column > right ? columns : right + 1;
  }

  /** The last column of the line the cursor is on. */
  private int lastColumn() {
    return grid.line(row).doubled ? (columns - 1) / 2 : columns - 1;
  }

  /** DECDWL, DECDHL and DECSWL: characters of twice the width, and back. */
  void doubleWidth(boolean doubled) {
    Line line = grid.line(row);
    if (!sideMargins && line.doubled != doubled) {
      line.doubled = doubled;
      grid.stamps[row] = stamp;
      column = doubled ? Math.min(column, columns / 2) : column;
    }
  }

  private void singleWidth() {
    for (int line = 0; line < rows; line++) {
      grid.line(line).doubled = false;
    }
  }

  private void wrapLine() {
    grid.line(row).wrapped = true;
    index();
    column = leftMargin();
  }

  /** Adds a character without width to the one before it, or to the one under the cursor. */
  private void combine(int codePoint) {
    int toRow = writtenRow >= 0 ? writtenRow : row;
    int toColumn = writtenRow >= 0 ? writtenColumn : column;
    Line line = grid.line(toRow);
    if (toColumn > 0 && line.content[toColumn] == Cells.TAIL) {
      toColumn--;
    }
    int base = line.content[toColumn];
    boolean alone = base == Cells.EMPTY;
    if (codePoint == Cells.BYTE_ORDER_MARK || (alone && Widths.isFormat(codePoint))) {
      return;
    }
    line = grid.write(toRow, stamp);
    line.content[toColumn] = clusters.add(alone ? ' ' : base, codePoint);
    line.used = Math.max(line.used, toColumn + 1);
    if (clustering && (codePoint == 0xfe0f || Clusters.isRegional(codePoint))) {
      widen(toRow, toColumn);
    }
  }

  /** Whether a character belongs to the one before it by the rules of UAX 29 (mode 2027). */
  private boolean joins(int codePoint) {
    if (writtenRow < 0) {
      return false;
    }
    int base = grid.line(writtenRow).content[writtenColumn];
    return clusters.joins(base, codePoint);
  }

  /** Gives a character that became an emoji or a flag its second cell. */
  private void widen(int atRow, int atColumn) {
    Line line = grid.line(atRow);
    boolean there = atRow == row && column == atColumn + 1 && !pendingWrap && column < columns;
    if (there && line.content[column] != Cells.TAIL) {
      grid.cut(row, column + 1, pen.blank(), stamp);
      line.content[column] = Cells.TAIL;
      line.style[column] = line.style[atColumn];
      line.used = Math.max(line.used, column + 1);
      // The cursor may be beyond the end already, on a line that has become double-width.
      if (++column >= end()) {
        column--;
        pendingWrap = true;
      }
    }
  }

  /** REP: the last character again, if nothing came after it. */
  void repeat(int count) {
    int width = lastPrinted == 0 ? 0 : Widths.of(lastPrinted);
    // Beyond a full screen, whole lines would only write the same again.
    int line = Math.max(1, (rightMargin() - leftMargin() + 1) / Math.max(1, width));
    int screen = line * (rows + 1);
    int most = count <= screen ? count : screen + (count - screen) % line;
    for (int done = 0; width > 0 && done < most; done++) {
      put(lastPrinted, width);
    }
  }

  /** A control or a sequence came: there is nothing REP could repeat. */
  void forgetLast() {
    lastPrinted = 0;
  }

  // Moving

  int leftMargin() {
    return sideMargins ? left : 0;
  }

  int rightMargin() {
    return sideMargins ? right : columns - 1;
  }

  boolean inSideMargins() {
    return column >= left && column <= right;
  }

  boolean inMargins() {
    return row >= top && row <= bottom && inSideMargins();
  }

  void forgetWrap() {
    pendingWrap = false;
    writtenRow = -1;
  }

  /** Moves the cursor to a place that the child names, as a program does that draws a screen. */
  void address(int toColumn, int toRow) {
    if (!alternate && toRow > 0) {
      drawn |= addressed > 0 && addressed != toRow;
      addressed = toRow;
    } else if (!alternate && toColumn == 0) {
      homed = true;
    }
    moveTo(toColumn, toRow);
  }

  /** CUP: counted from the margins in origin mode, where the cursor also stays between them. */
  void moveTo(int toColumn, int toRow) {
    int lastColumn = columns - 1;
    int lastRow = rows - 1;
    int atColumn = toColumn;
    int atRow = toRow;
    if (origin) {
      atColumn += left;
      lastColumn = right;
      atRow += top;
      lastRow = bottom;
    }
    column = Math.max(0, Math.min(atColumn, lastColumn));
    row = Math.max(0, Math.min(atRow, lastRow));
    forgetWrap();
  }

  /** The column as the program counts it. */
  int reportedColumn() {
    return origin ? Math.max(0, column - leftMargin()) : column;
  }

  /** The row as the program counts it. */
  int reportedRow() {
    return origin ? Math.max(0, row - top) : row;
  }

  /** CUU: stops at the top margin unless it started above. */
  void up(int count) {
    row = Math.max(row - count, row < top ? 0 : top);
    forgetWrap();
  }

  /** CUD: stops at the bottom margin unless it started below. */
  void down(int count) {
    row = Math.min(row + count, row > bottom ? rows - 1 : bottom);
    forgetWrap();
  }

  /** CUF: stops at the right margin unless it started beyond. */
  void forward(int count) {
    int last = !sideMargins ? lastColumn() : column > right ? columns - 1 : right;
    column = Math.min(column + count, last);
    forgetWrap();
  }

  /** CUB and BS; with reverse wrap the cursor goes on at the end of the line above. */
  void back(int count) {
    boolean reverse = wrap && reverseWrap;
    int steps = reverse && pendingWrap ? count - 1 : count;
    int first = column < leftMargin() ? 0 : leftMargin();
    int target = column - steps;
    if (target >= first) {
      column = target;
    } else if (reverse) {
      backAround(first, target);
    } else {
      column = first;
    }
    forgetWrap();
  }

  private void backAround(int first, int target) {
    int width = rightMargin() - first + 1;
    int place = width * row + target - first;
    if (column == first && inMargins() && row == top) {
      place = (bottom + 1) * width - 1;
    } else if (place < 0) {
      place = Math.floorMod(place, width * rows);
    }
    row = Math.min(place / width, rows - 1);
    column = place % width + first;
  }

  void carriageReturn() {
    column = origin || column >= leftMargin() ? leftMargin() : 0;
    forgetWrap();
  }

  /** Shows a part of a picture in a row. */
  void show(int inRow, ImageBand band) {
    grid.show(inRow, band, stamp);
  }

  /** Takes all pictures away. */
  void removeImages() {
    grid.removeImages(stamp);
  }

  /** Puts the cursor where a picture leaves it. */
  void moveBeside(int toColumn, int toRow) {
    column = toColumn;
    row = toRow;
    forgetWrap();
  }

  /** IND: down, scrolling at the bottom margin. */
  void index() {
    if (row != bottom || (sideMargins && !inSideMargins())) {
      down(1);
    } else {
      scrollUp(top, 1);
      forgetWrap();
    }
  }

  /** RI: up, scrolling at the top margin. */
  void reverseIndex() {
    if (row != top || (sideMargins && !inSideMargins())) {
      up(1);
    } else {
      scrollDown(top, 1);
      forgetWrap();
    }
  }

  /** HT and CHT; a pending wrap stays pending. */
  void tab(int count) {
    for (int done = 0; done < count; done++) {
      int next = tabs.after(column, sideMargins ? right : lastColumn());
      boolean moved = next > column;
      column = next;
      if (!moved) {
        break;
      }
    }
  }

  /** CBT. */
  void tabBack(int count) {
    int first = origin ? leftMargin() : 0;
    for (int done = 0; done < count && column > first; done++) {
      column = Math.max(first, tabs.before(column));
    }
  }

  // Margins

  void resetMargins() {
    top = 0;
    bottom = rows - 1;
    left = 0;
    right = columns - 1;
  }

  /** DECSTBM. */
  void setMargins(int first, int last) {
    int end = last <= 0 || last > rows ? rows : last;
    if (end > first) {
      top = first - 1;
      bottom = end - 1;
      moveTo(0, 0);
    }
  }

  /** DECSLRM. */
  void setSideMargins(int first, int last) {
    int end = last <= 0 || last > columns ? columns : last;
    if (end > first) {
      left = first - 1;
      right = end - 1;
      moveTo(0, 0);
    }
  }

  /** Memory lock of HP's terminals: the rows above the cursor stay. */
  void lockAbove(boolean lock) {
    int first = lock ? row : 0;
    if (bottom > first) {
      top = first;
    }
  }

  void allowSideMargins(boolean allow) {
    sideMargins = allow;
    if (allow) {
      singleWidth();
    } else {
      left = 0;
      right = columns - 1;
    }
  }

  // Scrolling

  private boolean fullWidth() {
    return leftMargin() == 0 && rightMargin() == columns - 1;
  }

  /** What is on the primary screen is text: lines that scroll, or none yet. */
  private void noPicture() {
    drawn = false;
    homed = false;
    addressed = 0;
  }

  /** Whether the primary screen is shown and there are no margins. */
  boolean scrollsWhole() {
    return !alternate && top == 0 && bottom == rows - 1 && !sideMargins;
  }

  /** All that was on the screen has scrolled away, and more is written from the first row on. */
  void beginAnew() {
    grid.clear(0, stamp);
    noPicture();
    forgetLast();
    moveBeside(0, 0);
  }

  /** Scrolls the rows from {@code first} to the bottom margin up. */
  void scrollUp(int first, int count) {
    int amount = Math.min(count, bottom - first + 1);
    moved(first, bottom);
    if (!fullWidth()) {
      moveBetweenMargins(first, amount);
      return;
    }
    if (!alternate && first == 0 && top == 0) {
      for (int line = 0; line < amount; line++) {
        scrollback.add(grid.line(line), styles.entries(), clusters);
      }
      noPicture();
    }
    grid.scrollUp(first, bottom, amount, pen.blank());
  }

  /** Scrolls the rows from {@code first} to the bottom margin down. */
  void scrollDown(int first, int count) {
    int amount = Math.min(count, bottom - first + 1);
    moved(first, bottom);
    if (fullWidth()) {
      grid.scrollDown(first, bottom, amount, pen.blank());
    } else {
      moveBetweenMargins(first, -amount);
    }
  }

  private void moveBetweenMargins(int first, int amount) {
    long style = pen.blank();
    for (int line = first; line <= bottom; line++) {
      grid.cut(line, left, style, stamp);
      grid.cut(line, right + 1, style, stamp);
    }
    if (amount > 0) {
      for (int line = first; line <= bottom; line++) {
        moveOrErase(line + amount <= bottom ? line + amount : -1, line, style);
      }
    } else {
      for (int line = bottom; line >= first; line--) {
        moveOrErase(line + amount >= first ? line + amount : -1, line, style);
      }
    }
  }

  private void moveOrErase(int from, int to, long style) {
    if (from < 0) {
      grid.erase(to, left, right + 1, style, stamp);
    } else {
      grid.copy(from, to, left, right + 1, style, stamp);
    }
  }

  private void moved(int from, int to) {
    movedFrom = Math.min(movedFrom, from);
    movedTo = Math.max(movedTo, to);
  }

  /** Writes down which rows scrolling changed; done once for each stretch of input. */
  void stampMoved() {
    for (int line = movedFrom; line <= movedTo; line++) {
      grid.stamps[line] = stamp;
    }
    movedFrom = Integer.MAX_VALUE;
    movedTo = -1;
  }

  /** IL. */
  void insertLines(int count) {
    if (inMargins()) {
      scrollDown(row, count);
      column = leftMargin();
      forgetWrap();
    }
  }

  /** DL. */
  void deleteLines(int count) {
    if (inMargins()) {
      int amount = Math.min(count, bottom - row + 1);
      moved(row, bottom);
      if (fullWidth()) {
        grid.scrollUp(row, bottom, amount, pen.blank());
      } else {
        moveBetweenMargins(row, amount);
      }
      column = leftMargin();
      forgetWrap();
    }
  }

  /** ICH. */
  void insertCells(int count) {
    forgetWrap();
    if (column >= leftMargin() && column <= rightMargin()) {
      int end = rightMargin() + 1;
      int amount = Math.min(count, end - column);
      grid.insert(row, column, end, amount, pen.blank(), stamp);
    }
  }

  /** Empties the screen, protected or not. */
  void clear() {
    grid.clear(pen.blank(), stamp);
    forgetWrap();
  }

  /** DECALN: fills the screen with E, for adjusting a tube that is long gone. */
  void align() {
    origin = false;
    pen.plain();
    resetMargins();
    singleWidth();
    moveTo(0, 0);
    for (int line = 0; line < rows; line++) {
      Line written = grid.write(line, stamp);
      Arrays.fill(written.content, 'E');
      Arrays.fill(written.style, 0);
      written.used = columns;
    }
  }

  // Screens and saved cursors

  boolean alternate() {
    return alternate;
  }

  /** Shows the other screen; the cursor stays where it is. */
  void showAlternate(boolean show) {
    if (show == alternate) {
      return;
    }
    stampMoved();
    Grid shown = grid;
    grid = other;
    other = shown;
    alternate = show;
    primary = show ? shown : grid;
    Arrays.fill(grid.stamps, stamp);
  }

  private Saved saved() {
    return alternate ? savedAlternate : savedPrimary;
  }

  /** DECSC: for the screen that is shown. */
  void save() {
    var saved = new Saved();
    saved.column = column;
    saved.row = row;
    saved.pendingWrap = pendingWrap;
    saved.origin = origin;
    saved.pen = pen.copy();
    saved.charsets = charsets.copy();
    if (alternate) {
      savedAlternate = saved;
    } else {
      savedPrimary = saved;
    }
  }

  /** DECRC. */
  void restore() {
    Saved saved = saved();
    charsets.restore(saved.charsets);
    origin = saved.origin;
    moveTo(origin ? saved.column - left : saved.column, origin ? saved.row - top : saved.row);
    pendingWrap = saved.pendingWrap;
    pen.restore(saved.pen);
  }

  /** DECSTR: back to the state programs expect at their start, the text aside. */
  void softReset() {
    sideMargins = false;
    resetMargins();
    origin = false;
    charsets.reset();
    pen.plain();
    pen.isProtected = false;
    protection = Protection.OFF;
    wrap = true;
    reverseWrap = false;
    insert = false;
    save();
    saved().column = 0;
    saved().row = 0;
  }

  /** RIS. */
  void reset() {
    softReset();
    pen.reset();
    tabs.reset();
    showAlternate(false);
    grid.clear(0, stamp);
    newLine = false;
    clustering = false;
    noPicture();
    moveTo(0, 0);
    save();
  }

  // Pictures, tables and sizes

  /** Whether a row changed since the stamp was last raised. */
  boolean changed() {
    stampMoved();
    return grid.changedIn(stamp);
  }

  String leftOfCursor() {
    return CursorLine.left(
        at -> new Row(grid.line(at), stamp, styles.entries(), clusters.texts()),
        row,
        pendingWrap ? column + 1 : column);
  }

  List<Row> picture() {
    var picture = new Row[rows];
    for (int line = 0; line < rows; line++) {
      picture[line] = grid.picture(line, styles.entries(), clusters.texts());
    }
    return List.of(picture);
  }

  /** Throws styles and clusters out of their tables that no cell uses any more. */
  void sweep() {
    if (styles.size() > mostStyles || clusters.size() > mostClusters) {
      new Sweep(styles, clusters).over(grid, other);
      pen.changed();
      mostStyles = Math.max(TABLE_LIMIT, styles.size() * 2);
      mostClusters = Math.max(TABLE_LIMIT, clusters.size() * 2);
    }
  }

  void resize(int newColumns, int newRows) {
    Saved kept = alternate ? savedPrimary : null;
    Grid alternateGrid = alternate ? grid : other;
    var reflow =
        new Reflow(
            primary,
            scrollback,
            styles,
            clusters,
            kept == null ? column : kept.column,
            kept == null ? row : kept.row);
    primary = reflow.to(newColumns, newRows);
    int dropped = alternate ? Math.max(0, row + 1 - newRows) : 0;
    Grid cut = Reflow.cut(alternateGrid, dropped, newColumns, newRows);
    columns = newColumns;
    rows = newRows;
    if (kept == null) {
      column = reflow.column();
      row = reflow.row();
      grid = primary;
      other = cut;
    } else {
      kept.column = reflow.column();
      kept.row = reflow.row();
      kept.pendingWrap = false;
      row -= dropped;
      grid = cut;
      other = primary;
    }
    column = Math.min(column, columns - 1);
    row = Math.min(row, rows - 1);
    resetMargins();
    forgetWrap();
    Arrays.fill(grid.stamps, stamp);
  }
}
