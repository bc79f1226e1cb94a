package dev.parley.terminal;

import java.util.ArrayDeque;

/** What a program sets about the screen as a whole: its title, its colours, the cursor's shape. */
final class Appearance {
  private static final int DEEPEST = 10;
  private static final int LONGEST_TITLE = 4096;

  final Palette palette = new Palette();
  private final ArrayDeque<String> titles = new ArrayDeque<>(0);
  private final ArrayDeque<Pen> pens = new ArrayDeque<>(0);
  String title = "";
  int cursorStyle = 1;

  void title(String text) {
    title = text.length() > LONGEST_TITLE ? text.substring(0, LONGEST_TITLE) : text;
  }

  /** CSI 22 t. */
  void pushTitle() {
    if (titles.size() == DEEPEST) {
      titles.removeFirst();
    }
    titles.addLast(title);
  }

  /** CSI 23 t. */
  void popTitle() {
    String last = titles.pollLast();
    if (last != null) {
      title = last;
    }
  }

  /** XTPUSHSGR. */
  void push(Pen pen) {
    if (pens.size() < DEEPEST) {
      pens.addLast(pen.copy());
    }
  }

  /** XTPOPSGR. */
  void pop(Pen pen) {
    Pen last = pens.pollLast();
    if (last != null) {
      pen.restore(last);
    }
  }

  /** DECSCUSR. */
  void cursor(int style) {
    if (style <= 6) {
      cursorStyle = style == 0 ? 1 : style;
    }
  }

  CursorShape cursorShape() {
    return switch (cursorStyle) {
      case 3, 4 -> CursorShape.UNDERLINE;
      case 5, 6 -> CursorShape.BAR;
      default -> CursorShape.BLOCK;
    };
  }

  void softReset() {
    cursorStyle = 1;
  }

  void reset() {
    softReset();
    palette.reset();
    pens.clear();
  }
}
