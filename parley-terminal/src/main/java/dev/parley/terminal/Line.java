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
  long[] style;

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

  /** A new line without text; all such lines share the same arrays of zeros. */
  Line(int[] empty, long[] plain) {
    content = empty;
    style = plain;
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

  /**
   * Writes the printable ASCII that begins here into the cells up to {@code end}; returns how much.
   */
  int writeAscii(int cell, int end, long look, byte[] bytes, int from, int to) {
    int most = Math.min(to - from, end - cell);
    int count = 0;
    while (count < most) {
      byte next = bytes[from + count];
      if (next < 0x20 || next == 0x7f) {
        break;
      }
      content[cell + count] = next;
      style[cell + count] = look;
      count++;
    }
    return count;
  }

  /** Writes a character of one or two cells. */
  void write(int cell, int character, int width, long look) {
    content[cell] = character;
    style[cell] = look;
    if (width == 2) {
      content[cell + 1] = Cells.TAIL;
      style[cell + 1] = look;
    }
  }

  /** Back to a line without text. */
  void clear(int[] empty, long[] plain) {
    if (shared) {
      content = empty;
      style = plain;
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
