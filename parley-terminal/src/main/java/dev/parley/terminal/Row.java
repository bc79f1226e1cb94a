package dev.parley.terminal;

import dev.parley.terminal.image.ImageBand;
import java.util.Arrays;
import java.util.List;

/** One line of a {@link Screen}, frozen: its text, and the width and style of each of its cells. */
public final class Row {
  private final int[] content;
  private final long[] style;
  private final int used;
  private final boolean wrapped;
  private final long revision;
  private final Styles.Entries styles;
  private final String[] clusters;
  private final List<ImageBand> images;

  /**
   * Takes the arrays as they are; the {@link Line} they come from copies before it writes again.
   */
  Row(Line line, long revision, Styles.Entries styles, String[] clusters) {
    this.content = line.content;
    this.style = line.style;
    this.used = line.used;
    this.wrapped = line.wrapped;
    this.revision = revision;
    this.styles = styles;
    this.clusters = clusters;
    this.images = line.images;
  }

  /** How many cells the row has: the columns of its screen. */
  public int length() {
    return content.length;
  }

  /** What the row says, without the blanks at its end. */
  public String text() {
    int end = used;
    while (end > 0 && (content[end - 1] == Cells.EMPTY || content[end - 1] == ' ')) {
      end--;
    }
    return text(0, end);
  }

  /** What the cells from {@code from} up to {@code to} say, blanks included. */
  public String text(int from, int to) {
    var text = new StringBuilder(to - from);
    for (int column = from; column < to; column++) {
      append(text, content[column]);
    }
    return text.toString();
  }

  /**
   * The character in a cell with what combines with it, a space where nothing was written, and the
   * empty string in the right half of a wide character.
   */
  public String text(int column) {
    return text(column, column + 1);
  }

  private void append(StringBuilder text, int cell) {
    if (cell > 0) {
      text.appendCodePoint(cell);
    } else if (cell == Cells.EMPTY) {
      text.append(' ');
    } else if (Cells.isCluster(cell)) {
      text.append(clusters[Cells.clusterIndex(cell)]);
    }
  }

  /** How many cells the character in this one takes: 1, 2, or 0 in the right half of a wide one. */
  public int width(int column) {
    if (content[column] == Cells.TAIL) {
      return 0;
    }
    return column + 1 < content.length && content[column + 1] == Cells.TAIL ? 2 : 1;
  }

  public Style style(int column) {
    return styles.style(style[column] & Cells.LOOK);
  }

  /** Whether the two cells look alike, a cheaper question than comparing their styles. */
  public boolean sameStyle(int column, int other) {
    return ((style[column] ^ style[other]) & Cells.LOOK) == 0;
  }

  /** What the row shows of pictures that the program has sent, the oldest first. */
  public List<ImageBand> images() {
    return images;
  }

  /** Whether the text goes on in the next row because it did not fit, rather than by a new line. */
  public boolean wrapped() {
    return wrapped;
  }

  /** The revision of the Terminal in which this row last changed. */
  public long revision() {
    return revision;
  }

  /** Cells from here on are blank and plain. */
  int used() {
    return used;
  }

  /** Two rows are equal when they look the same, whenever they were made. */
  @Override
  public boolean equals(Object object) {
    if (!(object instanceof Row other)
        || length() != other.length()
        || !text(0, length()).equals(other.text(0, length()))) {
      return false;
    }
    for (int column = 0; column < Math.max(used, other.used); column++) {
      if (width(column) != other.width(column) || !style(column).equals(other.style(column))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new int[] {length(), text().hashCode()});
  }

  @Override
  public String toString() {
    return text();
  }
}
