package dev.parley.terminal.picture;

import dev.parley.terminal.Style;
import dev.parley.terminal.Underline;

/** What a cell is drawn with: a {@link Style} whose colours have been settled. */
record PaintStyle(
    int foreground,
    int background,
    int line,
    Underline underline,
    boolean bold,
    boolean italic,
    boolean struck,
    boolean overline,
    String link) {

  static PaintStyle of(Style style, Theme theme) {
    int front = theme.rgb(style.foreground(), theme.foreground());
    int back = theme.rgb(style.background(), theme.background());
    if (style.inverse()) {
      int swapped = front;
      front = back;
      back = swapped;
    }
    if (style.faint()) {
      front = Theme.mix(front, back, 2, 5);
    }
    if (style.invisible()) {
      front = back;
    }
    return new PaintStyle(
        front,
        back,
        theme.rgb(style.underlineColor(), front),
        style.underline(),
        style.bold(),
        style.italic(),
        style.struck(),
        style.overline(),
        web(style.link()));
  }

  /** The same under a block cursor. */
  PaintStyle underCursor(Theme theme) {
    return new PaintStyle(
        theme.background(),
        theme.cursor(),
        theme.background(),
        underline,
        bold,
        italic,
        struck,
        overline,
        link);
  }

  /** Links that lead anywhere but to the web are not followed: a picture is opened by a browser. */
  private static String web(String link) {
    return link.startsWith("https://") || link.startsWith("http://") ? link : "";
  }
}
