package dev.parley.terminal.picture;

import dev.parley.terminal.Cursor;
import dev.parley.terminal.CursorShape;
import dev.parley.terminal.Row;
import dev.parley.terminal.Screen;
import dev.parley.terminal.parser.Widths;
import java.util.ArrayList;
import java.util.List;

/** A Screen cut into stretches that look alike: what the pictures are painted from. */
final class Canvas {

  /** Neighbouring cells of one row drawn with the same ink. */
  record Stretch(int row, int column, int width, String text, PaintStyle ink) {
    /** Whether each character takes one cell and looks alike in most fonts. */
    boolean even() {
      return text.codePointCount(0, text.length()) == width && text.chars().allMatch(Canvas::even);
    }
  }

  final Screen screen;
  final Theme theme;

  Canvas(Screen screen, Theme theme) {
    this.screen = screen;
    Theme settled = theme.with(screen.colors());
    this.theme = screen.reversed() ? settled.reversed() : settled;
  }

  int columns() {
    return screen.columns();
  }

  int rows() {
    return screen.rows();
  }

  /** Whether the cursor is seen in this cell, the first one of a wide character. */
  boolean cursorAt(int row, int column) {
    Cursor cursor = screen.cursor();
    if (!cursor.visible() || cursor.row() != row) {
      return false;
    }
    int at = Math.min(cursor.column(), columns() - 1);
    return at == column || (screen.row(row).width(at) == 0 && at - 1 == column);
  }

  PaintStyle ink(int row, int column) {
    PaintStyle ink = PaintStyle.of(screen.row(row).style(column), theme);
    boolean covered = screen.cursorShape() == CursorShape.BLOCK && cursorAt(row, column);
    return covered ? ink.underCursor(theme) : ink;
  }

  /** The stretches of a row from left to right; a character that needs its own place is alone. */
  List<Stretch> stretches(int row) {
    var stretches = new ArrayList<Stretch>();
    Row cells = screen.row(row);
    int column = 0;
    while (column < columns()) {
      int start = column;
      PaintStyle ink = ink(row, start);
      var text = new StringBuilder();
      boolean cursor = cursorAt(row, start);
      do {
        text.append(cells.text(column));
        column += Math.max(1, cells.width(column));
      } while (column < columns()
          && !cursor
          && joins(cells, column)
          && joins(cells, column - 1)
          && !cursorAt(row, column)
          && ink(row, column).equals(ink));
      stretches.add(new Stretch(row, start, column - start, text.toString(), ink));
    }
    return stretches;
  }

  private static boolean joins(Row cells, int column) {
    String text = cells.text(column);
    return cells.width(column) == 1 && text.length() == 1 && even(text.charAt(0));
  }

  /** Latin, Greek and Cyrillic letters have one width in every font that is meant for code. */
  private static boolean even(int character) {
    return character >= ' ' && character < 0x500 && character != 0xad && Widths.of(character) == 1;
  }
}
