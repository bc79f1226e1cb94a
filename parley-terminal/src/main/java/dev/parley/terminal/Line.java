package dev.parley.terminal;

import dev.parley.terminal.image.ImageBand;
import java.util.Arrays;
import java.util.List;

/**
 * One line of a {@link Grid} while it can still change.
 *
 * <p>Its arrays may be shared: with the {@link Row} of a Screen someone holds, or with every other
 * line that was never written. {@link #own()} comes before each write and copies them then.
 */
final class Line {
  int[] content;
  int[] style;

  /**
   * Cells from here on are empty and plain; an upper bound, kept so that little has to be cleared.
   */
  int used;

  boolean wrapped;
  boolean shared;

  /** Shown with characters of twice the width (DECDWL, DECDHL): only half the columns are there. */
  boolean doubled;

  /** What it shows of pictures; mostly nothing. */
  List<ImageBand> images = List.of();

  /** A new line without text; {@code blank} is the array of zeros that all such lines share. */
  Line(int[] blank) {
    content = blank;
    style = blank;
    shared = true;
  }

  /** Makes the arrays this line's own. */
  void own() {
    if (shared) {
      copy();
    }
  }

  private void copy() {
    content = content.clone();
    style = style.clone();
    shared = false;
  }

  /** Back to a line without text. */
  void clear(int[] blank) {
    if (shared) {
      content = blank;
      style = blank;
    } else {
      Arrays.fill(content, 0, used, Cells.EMPTY);
      Arrays.fill(style, 0, used, 0);
    }
    used = 0;
    wrapped = false;
    doubled = false;
    images = List.of();
  }
}
