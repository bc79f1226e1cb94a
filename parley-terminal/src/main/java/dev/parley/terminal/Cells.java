package dev.parley.terminal;

/**
 * What the two numbers of a cell mean. A cell is an entry in two arrays of its {@link Line}: its
 * content and its style.
 *
 * <p>Content is zero where nothing was written, a code point, {@link #TAIL} in the second half of a
 * wide character, or a smaller number that stands for an entry of the cluster table. Style is a
 * number of {@link Styles}, and the {@link #PROTECTED} bit.
 */
final class Cells {
  /** Nothing was written here, or it was erased. */
  static final int EMPTY = 0;

  /** The right half of a wide character; the cell before it holds the character. */
  static final int TAIL = -1;

  /** Takes no cell, and joins no other character. */
  static final int BYTE_ORDER_MARK = 0xfeff;

  /** Set in the style of a cell that selective erase must leave alone (DECSCA). */
  static final long PROTECTED = 1L << 61;

  /** The rest of the style: how the cell looks. */
  static final long LOOK = ~PROTECTED;

  private Cells() {}

  static boolean isCluster(int content) {
    return content < TAIL;
  }

  static int cluster(int index) {
    return -2 - index;
  }

  static int clusterIndex(int content) {
    return -2 - content;
  }
}
