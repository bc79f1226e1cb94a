package dev.parley.terminal.text;

import dev.parley.terminal.parser.Widths;

/** How many cells of a terminal a line of text takes, and the line cut to fit. */
public final class CellWidth {
  private CellWidth() {}

  public static int of(String text) {
    return text.codePoints().map(Widths::of).sum();
  }

  /**
   * The text in so many cells at most.
   *
   * @param more stands at the end of a text that was cut
   */
  public static String cut(String text, int cells, String more) {
    return of(text) <= cells ? text : start(text, Math.max(0, cells - of(more))) + more;
  }

  /** As much of the end of a text as fits. */
  public static String tail(String text, int cells) {
    var start = text.length();
    for (var used = 0; start > 0; ) {
      var letter = text.codePointBefore(start);
      used += Widths.of(letter);
      if (used > cells) {
        break;
      }
      start -= Character.charCount(letter);
    }
    return text.substring(start);
  }

  private static String start(String text, int cells) {
    var end = 0;
    for (var used = 0; end < text.length(); ) {
      var letter = text.codePointAt(end);
      used += Widths.of(letter);
      if (used > cells) {
        break;
      }
      end += Character.charCount(letter);
    }
    return text.substring(0, end);
  }
}
