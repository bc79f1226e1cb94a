package dev.parley.terminal.picture;

import dev.parley.terminal.Screen;

/**
 * Pictures of a {@link Screen}, with its cursor, for people and for models that see.
 *
 * <p>Nothing a program wrote can become more than a picture of itself: text is escaped, and only
 * links to the web stay links.
 */
public final class Picture {
  private Picture() {}

  /** The text of the screen, a line feed after each line, without blanks at the end. */
  public static String text(Screen screen) {
    return screen.text();
  }

  /** The text with its colours as escape sequences, line by line. */
  public static String ansi(Screen screen) {
    return screen.ansi();
  }

  public static String svg(Screen screen) {
    return svg(screen, Theme.DARK);
  }

  public static String svg(Screen screen, Theme theme) {
    return SvgPainter.paint(new Canvas(screen, theme));
  }

  /** A whole page that loads nothing and runs nothing. */
  public static String html(Screen screen) {
    return html(screen, Theme.DARK);
  }

  public static String html(Screen screen, Theme theme) {
    return HtmlPainter.paint(new Canvas(screen, theme));
  }

  /** Ten by twenty pixels a cell. */
  public static byte[] png(Screen screen) {
    return png(screen, Theme.DARK);
  }

  /** For a model: at most so many pixels wide, with a palette. */
  public static byte[] smallPng(Screen screen, int mostWidth) {
    return PngPainter.paint(new Canvas(screen, Theme.DARK), mostWidth);
  }

  public static byte[] png(Screen screen, Theme theme) {
    return PngPainter.paint(new Canvas(screen, theme));
  }
}
