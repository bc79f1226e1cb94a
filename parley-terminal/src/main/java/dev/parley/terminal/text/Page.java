package dev.parley.terminal.text;

import dev.parley.terminal.parser.Actions;
import dev.parley.terminal.parser.Charsets;
import dev.parley.terminal.parser.Parameters;
import dev.parley.terminal.parser.Widths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
final class Page implements Actions {
  /** At least so many of the last rows can be rewritten. */
  private static final int WINDOW = 256;

  /** How far right of its text the cursor goes on a page of unknown width. */
  private static final int REACH = 512;

  /** Rows taken for the height of the screen where that is not known. */
  private static final int USUAL_HEIGHT = 100;

  private static final int TAB = 8;
  private static final int MOST_CLUSTERS = 1 << 16;
  private static final int LONGEST_CLUSTER = 32;

  private final int columns;
  private final boolean widthKnown;
  private final int height;

  private final StringBuilder settled = new StringBuilder();
  private final List<PageRow> rows = new ArrayList<>();
  private final List<String> clusters = new ArrayList<>();
  private final Map<String, Integer> clusterIds = new HashMap<>();
  private final Charsets charsets = new Charsets();

  private int row;

  /** One past the last column while a full row waits for the next character to wrap. */
  private int column;

  /** The first row of the screen that was cleared last, or -1. */
  private int top;

  private boolean insertMode;
  private boolean atHome;
  private boolean alternate;
  private int lastPrinted;

  private boolean saved;
  private int savedRow;
  private int savedColumn;

  /** What is drawn elsewhere while the cursor is saved; it goes when the cursor comes back. */
  private boolean aside;

  private PageRow asideRow = new PageRow();

  Page(int columns, boolean widthKnown, int height) {
    this.columns = columns;
    this.widthKnown = widthKnown;
    this.height = height;
    this.top = height > 0 ? 0 : -1;
    rows.add(new PageRow());
  }

  String text() {
    var text = new StringBuilder(settled);
    for (int at = 0; at < rows.size(); at++) {
      write(at, text, at == row && !aside ? column : 0, at == rows.size() - 1);
    }
    return text.toString();
  }

  /** Drops the text so far; the cursor stays, and rows above it can still be rewritten. */
  void forget() {
    settled.setLength(0);
    for (int at = 0; at < rows.size(); at++) {
      var row = new PageRow();
      row.begunBefore = true;
      rows.set(at, row);
    }
    asideRow = new PageRow();
  }

  private void write(int at, StringBuilder text, int kept, boolean last) {
    PageRow written = rows.get(at);
    if (written.real) {
      written.write(text, kept, clusters);
      if (!last && !written.wrapped) {
        text.append('\n');
      }
    }
  }

  @Override
  public void print(byte[] bytes, int from, int to) {
    if (alternate) {
      return;
    }
    if (insertMode || !charsets.plain()) {
      for (int at = from; at < to; at++) {
        printOne(charsets.map(bytes[at]), 1);
      }
      return;
    }
    atHome = false;
    int at = from;
    while (at < to) {
      wrapIfFull();
      int run = Math.min(to - at, columns - column);
      current().put(column, bytes, at, at + run);
      column += run;
      at += run;
    }
    lastPrinted = bytes[to - 1];
  }

  @Override
  public void print(int codePoint) {
    if (alternate) {
      return;
    }
    int width = Widths.of(codePoint);
    if (width == 0) {
      join(codePoint);
    } else {
      printOne(codePoint, width);
    }
  }

  private void printOne(int codePoint, int width) {
    atHome = false;
    if (column + width > columns && width <= columns) {
      column = columns;
    }
    wrapIfFull();
    if (insertMode) {
      current().insert(column, width, columns);
    }
    current().put(column, codePoint, Math.min(width, columns));
    column += Math.min(width, columns);
    lastPrinted = codePoint;
  }

  /** A mark joins the character before it. */
  private void join(int mark) {
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
    String before =
        cell > 0 ? Character.toString(cell) : clusters.get(PageRow.FIRST_CLUSTER - cell);
    if (before.length() < LONGEST_CLUSTER) {
      Integer id = clusterId(before + Character.toString(mark));
      if (id != null) {
        current().replace(at, PageRow.FIRST_CLUSTER - id);
      }
    }
  }

  private @Nullable Integer clusterId(String cluster) {
    Integer known = clusterIds.get(cluster);
    if (known == null && clusters.size() < MOST_CLUSTERS) {
      known = clusters.size();
      clusters.add(cluster);
      clusterIds.put(cluster, known);
    }
    return known;
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

  @Override
  public void control(int code) {
    switch (code) {
      case 0x0e -> charsets.shift(1);
      case 0x0f -> charsets.shift(0);
      default -> {
        if (!alternate) {
          move(code);
        }
      }
    }
  }

  private void move(int code) {
    switch (code) {
      case '\b' -> column = Math.max(0, place() - 1);
      case '\t' -> tab();
      case '\n', 0x0b, 0x0c -> {
        endAside();
        atHome = false;
        current().real = current().real || row == rows.size() - 1;
        lineFeed();
        column = 0;
      }
      case '\r' -> column = 0;
      default -> {}
    }
  }

  private void tab() {
    atHome = false;
    if (column >= columns) {
      return;
    }
    int next = Math.min((column / TAB + 1) * TAB, columns - 1);
    if (column == current().used() && next > column) {
      current().tab(column, next);
    }
    column = next;
  }

  private void lineFeed() {
    if (++row == rows.size()) {
      rows.add(new PageRow());
      rows.get(row).real = true;
      settle();
    }
  }

  /** Turns rows that are far above into text, many at a time so that it costs little for each. */
  private void settle() {
    if (rows.size() <= 2 * WINDOW) {
      return;
    }
    int count = Math.min(rows.size() - WINDOW, row);
    for (int at = 0; at < count; at++) {
      write(at, settled, 0, false);
    }
    rows.subList(0, count).clear();
    row -= count;
    top = Math.max(top - count, -1);
    savedRow = Math.max(savedRow - count, 0);
    while (rows.size() > 4 * WINDOW) {
      rows.removeLast();
    }
  }

  @Override
  public void escape(int intermediates, int last) {
    if (intermediates >= '(' && intermediates <= '+') {
      charsets.designate(intermediates - '(', last);
      return;
    }
    if (alternate || intermediates != 0) {
      return;
    }
    switch (last) {
      case '7' -> save();
      case '8' -> restore();
      case 'D' -> down(1);
      case 'E' -> move('\n');
      case 'M' -> reverseIndex();
      case 'c' -> {
        charsets.reset();
        insertMode = false;
        column = 0;
        newScreen();
      }
      default -> {}
    }
  }

  @Override
  public void csi(Parameters parameters, int prefix, int intermediates, int last) {
    if (prefix == '?' && intermediates == 0 && (last == 'h' || last == 'l')) {
      for (int at = 0; at < parameters.count(); at++) {
        int mode = parameters.get(at, 0);
        if (mode == 47 || mode == 1047 || mode == 1049) {
          alternate = last == 'h';
        }
      }
    }
    if (alternate || prefix != 0 || intermediates != 0) {
      return;
    }
    int amount = parameters.amount(0);
    switch (last) {
      case '@' -> current().insert(place(), amount, columns);
      case 'A' -> up(amount);
      case 'B', 'e' -> down(amount);
      case 'C', 'a' -> right(amount);
      case 'D' -> column = Math.max(0, place() - amount);
      case 'E' -> {
        down(amount);
        column = 0;
      }
      case 'F' -> {
        up(amount);
        column = 0;
      }
      case 'G', '`' -> toColumn(amount - 1);
      case 'H', 'f' -> position(amount - 1, parameters.amount(1) - 1);
      case 'd' -> position(amount - 1, place());
      case 'J' -> eraseInPage(parameters.get(0, 0));
      case 'K' -> eraseInRow(parameters.get(0, 0));
      case 'L' -> insertRows(amount);
      case 'M' -> deleteRows(amount);
      case 'P' -> current().delete(place(), amount);
      case 'X' -> current().erase(place(), (int) Math.min((long) place() + amount, columns));
      case 'b' -> repeat(amount);
      case 'h', 'l' -> {
        if (parameters.get(0, 0) == 4) {
          insertMode = last == 'h';
        }
      }
      case 's' -> save();
      case 'u' -> restore();
      default -> {}
    }
  }

  @Override
  public void string(int kind, byte[] bytes, int length, boolean bell) {}

  private PageRow current() {
    return aside ? asideRow : rows.get(row);
  }

  private int place() {
    return Math.min(column, columns - 1);
  }

  private void right(int amount) {
    toColumn(place() + amount);
  }

  private void toColumn(int wanted) {
    atHome = false;
    int furthest = widthKnown ? columns - 1 : Math.max(current().used(), REACH);
    column = Math.min(wanted, Math.min(furthest, columns - 1));
  }

  private void up(int amount) {
    atHome = false;
    if (!aside) {
      row = Math.max(row - amount, Math.max(0, firstRow()));
    }
  }

  private void down(int amount) {
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
      rows.add(new PageRow());
    }
    row = wanted;
    settle();
  }

  private void position(int wantedRow, int wantedColumn) {
    if (saved) {
      if (!aside) {
        asideRow = new PageRow();
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
  private void newScreen() {
    int below = rows.size();
    while (below > 0 && (!rows.get(below - 1).real || rows.get(below - 1).used() == 0)) {
      below--;
    }
    if (below < rows.size()) {
      boolean begunBefore = rows.get(below).begunBefore;
      rows.subList(below, rows.size()).clear();
      rows.add(new PageRow());
      rows.getLast().begunBefore = begunBefore;
    } else {
      rows.add(new PageRow());
    }
    if (below > 0) {
      rows.get(below - 1).wrapped = false;
    }
    top = below;
    row = below;
    aside = false;
    saved = false;
    settle();
  }

  private void eraseInPage(int what) {
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
      rows.subList(row + 1, rows.size()).clear();
    }
    eraseInRow(0);
  }

  private void eraseInRow(int what) {
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
    PageRow above = rows.get(row - 1);
    if (above.wrapped && above.blankFrom(columns - 2)) {
      above.wrapped = false;
      above.trim();
    }
  }

  private void insertRows(int amount) {
    if (aside) {
      return;
    }
    for (int n = Math.min(amount, USUAL_HEIGHT); n > 0; n--) {
      rows.add(row, new PageRow());
    }
    column = 0;
    settle();
    while (rows.size() > 4 * WINDOW) {
      rows.removeLast();
    }
  }

  private void deleteRows(int amount) {
    if (aside) {
      return;
    }
    rows.subList(row, Math.min(rows.size(), row + amount)).clear();
    if (row == rows.size()) {
      rows.add(new PageRow());
    }
    column = 0;
  }

  private void reverseIndex() {
    if (aside) {
      return;
    }
    if (row > Math.max(0, firstRow())) {
      row--;
    } else {
      rows.add(row, new PageRow());
      settle();
    }
  }

  private void repeat(int amount) {
    int most = widthKnown ? columns : REACH;
    if (lastPrinted >= ' ') {
      for (int n = Math.min(amount, most); n > 0; n--) {
        print(lastPrinted);
      }
    }
  }

  private void save() {
    endAside();
    saved = true;
    savedRow = row;
    savedColumn = column;
  }

  private void restore() {
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
