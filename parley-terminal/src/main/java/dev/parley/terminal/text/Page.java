package dev.parley.terminal.text;

/**
 * The lines a program wrote, as they stand after it rewrote some of them: the model under {@link
 * CleanText}.
 *
 * <p>It is a page without a bottom. Rows are added as lines are fed and never scroll away, so
 * nothing is lost; the last few hundred can still be reached by the cursor, older ones are settled
 * text. What only makes sense on a screen is kept out of the text: all that is drawn on the
 * alternate screen, and what is drawn elsewhere between saving and restoring the cursor, such as
 * apt's progress bar in the last row.
 *
 * <p>A screen that is cleared begins anew below what is there. Its first row is then known, and
 * with it where absolute positions are, so a program that goes home and draws again (top) rewrites
 * its rows. Where no first row is known an absolute position begins a new line.
 */
final class Page {
  /** How far right of its text the cursor goes on a page of unknown width. */
  private static final int REACH = 512;

  /** Rows taken for the height of the screen where that is not known. */
  private static final int USUAL_HEIGHT = 100;

  private static final int TAB = 8;
  private static final int LONGEST_CLUSTER = 32;

  private final int columns;
  private final boolean widthKnown;
  private final int height;

  private final PageRows rows;

  private int row;

  /** One past the last column while a full row waits for the next character to wrap. */
  private int column;

  /** The first row of the screen that was cleared last, or -1. */
  private int top;

  boolean insertMode;
  private boolean atHome;

  private boolean saved;
  private int savedRow;
  private int savedColumn;

  /** What is drawn elsewhere while the cursor is saved; it goes when the cursor comes back. */
  private boolean aside;

  private PageRow asideRow;

  Page(int columns, boolean widthKnown, int height, boolean traced) {
    this.rows = new PageRows(traced);
    this.asideRow = rows.newRow();
    this.columns = columns;
    this.widthKnown = widthKnown;
    this.height = height;
    this.top = height > 0 ? 0 : -1;
  }

  /** The text as it is now, with its offsets. */
  TracedText text() {
    return rows.text(aside ? -1 : row, column);
  }

  /** The first position of the text that may have changed since this was last asked. */
  int changed() {
    return rows.changed(aside ? -1 : row, column);
  }

  /** Drops so much of the oldest text, but nothing that can still be rewritten. */
  void drop(int most) {
    rows.drop(most);
  }

  /** Drops the text so far; the cursor stays, and rows above it can still be rewritten. */
  void forget() {
    rows.forget();
    asideRow = rows.newRow();
  }

  /** Writes printable ASCII; {@code offset} is that of its first byte. */
  void print(byte[] bytes, int from, int to, long offset) {
    atHome = false;
    int at = from;
    while (at < to) {
      wrapIfFull();
      int run = Math.min(to - at, columns - column);
      current().put(column, bytes, at, at + run, offset + at - from);
      column += run;
      at += run;
    }
  }

  void printOne(int codePoint, int width, long span) {
    atHome = false;
    if (column + width > columns && width <= columns) {
      column = columns;
    }
    wrapIfFull();
    if (insertMode) {
      current().insert(column, width, columns);
    }
    current().put(column, codePoint, Math.min(width, columns), span);
    column += Math.min(width, columns);
  }

  /** A mark joins the character before it. */
  void join(int mark, long span) {
    int at = column - 1;
    if (at >= 0 && current().cell(at) == PageRow.TAIL) {
      at--;
    }
    if (at < 0) {
      return;
    }
    int cell = current().cell(at);
    if (cell == PageRow.EMPTY || cell == PageRow.TABBED || cell == '\t') {
      return;
    }
    String before = cell > 0 ? Character.toString(cell) : rows.cluster(cell);
    if (before.length() < LONGEST_CLUSTER) {
      Integer joined = rows.clusterCell(before + Character.toString(mark));
      if (joined != null) {
        current().replace(at, joined, span);
      }
    }
  }

  private void wrapIfFull() {
    if (column >= columns) {
      if (!aside) {
        current().wrapped = true;
        lineFeed();
      }
      column = 0;
    }
  }

  /** A control character that moves the cursor. */
  void move(int code, long span) {
    switch (code) {
      case '\b' -> column = Math.max(0, place() - 1);
      case '\t' -> tab(span);
      case '\n', 0x0b, 0x0c -> {
        endAside();
        atHome = false;
        current().real = current().real || row == rows.size() - 1;
        current().lineFeed = span;
        lineFeed();
        column = 0;
      }
      case '\r' -> column = 0;
      default -> {}
    }
  }

  private void tab(long span) {
    atHome = false;
    if (column >= columns) {
      return;
    }
    int next = Math.min((column / TAB + 1) * TAB, columns - 1);
    if (column == current().used() && next > column) {
      current().tab(column, next, span);
    }
    column = next;
  }

  private void lineFeed() {
    if (++row == rows.size()) {
      rows.add().real = true;
      settle();
    }
  }

  private void settle() {
    int gone = rows.settle(row);
    row -= gone;
    top = Math.max(top - gone, -1);
    savedRow = Math.max(savedRow - gone, 0);
  }

  /** RIS. */
  void reset() {
    insertMode = false;
    column = 0;
    newScreen();
  }

  /** How often a character can be repeated at most. */
  int widest() {
    return widthKnown ? columns : REACH;
  }

  void insertBlanks(int amount) {
    current().insert(place(), amount, columns);
  }

  void delete(int amount) {
    current().delete(place(), amount);
  }

  void erase(int amount) {
    current().erase(place(), (int) Math.min((long) place() + amount, columns));
  }

  void left(int amount) {
    column = Math.max(0, place() - amount);
  }

  void positionRow(int wantedRow) {
    position(wantedRow, place());
  }

  private PageRow current() {
    return aside ? asideRow : rows.row(row);
  }

  private int place() {
    return Math.min(column, columns - 1);
  }

  void right(int amount) {
    toColumn(place() + amount);
  }

  void toColumn(int wanted) {
    atHome = false;
    int furthest = widthKnown ? columns - 1 : Math.max(current().used(), REACH);
    column = Math.min(wanted, Math.min(furthest, columns - 1));
  }

  void up(int amount) {
    atHome = false;
    if (!aside) {
      row = Math.max(row - amount, Math.max(0, firstRow()));
    }
  }

  void down(int amount) {
    atHome = false;
    if (!aside) {
      toRow((int) Math.min((long) row + amount, lastRow()));
    }
  }

  /** The first row of the screen as far as it is known; rows above it are out of reach. */
  private int firstRow() {
    return height > 0 ? Math.max(top, rows.size() - height) : -1;
  }

  private int lastRow() {
    int tall = height > 0 ? height : USUAL_HEIGHT;
    int first = firstRow() >= 0 ? firstRow() : Math.max(top, rows.size() - tall);
    return Math.max(row, Math.max(0, first) + tall - 1);
  }

  private void toRow(int wanted) {
    while (rows.size() <= wanted) {
      rows.add();
    }
    row = wanted;
    settle();
  }

  void position(int wantedRow, int wantedColumn) {
    if (saved) {
      if (!aside) {
        asideRow = rows.newRow();
      }
      aside = true;
      toColumn(wantedColumn);
      return;
    }
    int first = knownTop();
    if (first < 0) {
      newScreen();
    } else {
      int tall = height > 0 ? height : USUAL_HEIGHT;
      toRow(first + Math.min(wantedRow, tall - 1));
    }
    toColumn(wantedColumn);
    atHome = wantedRow == 0 && wantedColumn == 0;
  }

  /** The row that absolute positions count from, or -1. */
  private int knownTop() {
    if (height > 0) {
      return top >= 0 || rows.size() >= height ? firstRow() : -1;
    }
    return top >= 0 && rows.size() - top <= USUAL_HEIGHT ? top : -1;
  }

  /** Begins below all text, keeping it. */
  void newScreen() {
    int below = rows.size();
    while (below > 0 && (!rows.row(below - 1).real || rows.row(below - 1).used() == 0)) {
      below--;
    }
    if (below < rows.size()) {
      boolean begunBefore = rows.row(below).begunBefore;
      rows.remove(below, rows.size());
      rows.add().begunBefore = begunBefore;
    } else {
      rows.add();
    }
    if (below > 0) {
      rows.row(below - 1).wrapped = false;
    }
    top = below;
    row = below;
    aside = false;
    saved = false;
    settle();
  }

  void eraseInPage(int what) {
    switch (what) {
      case 0 -> {
        if (atHome) {
          newScreen();
        } else {
          eraseBelow();
        }
      }
      case 1 -> current().erase(0, place() + 1);
      case 2 -> {
        int wasColumn = column;
        newScreen();
        column = wasColumn;
      }
      default -> {}
    }
  }

  private void eraseBelow() {
    if (!aside) {
      rows.remove(row + 1, rows.size());
    }
    eraseInRow(0);
  }

  void eraseInRow(int what) {
    if (what != 1) {
      sever();
    }
    PageRow erased = current();
    int end = Math.max(columns, erased.used());
    switch (what) {
      case 0 -> erased.erase(place(), end);
      case 1 -> erased.erase(0, place() + 1);
      case 2 -> erased.erase(0, end);
      default -> {}
    }
    if (what != 1) {
      erased.wrapped = false;
    }
  }

  /**
   * Zsh and fish fill a row with blanks to begin their prompt on a new one, then erase what is
   * there: the row above was not full of text that goes on here.
   */
  private void sever() {
    if (aside || column > 0 || row == 0) {
      return;
    }
    PageRow above = rows.row(row - 1);
    if (above.wrapped && above.blankFrom(Math.max(0, columns - 2))) {
      above.wrapped = false;
      above.trim();
    }
  }

  void insertRows(int amount) {
    if (aside) {
      return;
    }
    for (int n = Math.min(amount, USUAL_HEIGHT); n > 0; n--) {
      rows.insert(row);
    }
    column = 0;
    settle();
    rows.trim();
  }

  void deleteRows(int amount) {
    if (aside) {
      return;
    }
    rows.remove(row, Math.min(rows.size(), row + amount));
    if (row == rows.size()) {
      rows.add();
    }
    column = 0;
  }

  void reverseIndex() {
    if (aside) {
      return;
    }
    if (row > Math.max(0, firstRow())) {
      row--;
    } else {
      rows.insert(row);
      settle();
    }
  }

  void save() {
    endAside();
    saved = true;
    savedRow = row;
    savedColumn = column;
  }

  void restore() {
    if (saved) {
      aside = false;
      saved = false;
      row = Math.min(savedRow, rows.size() - 1);
      column = savedColumn;
    }
  }

  /** What was drawn elsewhere and is not followed by a return is text after all. */
  private void endAside() {
    if (aside) {
      aside = false;
      if (asideRow.used() > 0) {
        rows.add(asideRow);
        row = rows.size() - 1;
      }
    }
    saved = false;
  }
}
