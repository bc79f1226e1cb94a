package dev.parley.terminal;

import java.util.BitSet;

/** The columns a tab stops at. */
final class TabStops {
  private static final int DISTANCE = 8;

  /** Stops are remembered beyond the last column too, so that a wider screen has them. */
  private static final int MOST = 1024;

  private final BitSet stops = new BitSet(MOST);

  TabStops() {
    reset();
  }

  void reset() {
    stops.clear();
    for (int column = 0; column < MOST; column += DISTANCE) {
      stops.set(column);
    }
  }

  void set(int column) {
    stops.set(column);
  }

  void clear(int column) {
    stops.clear(column);
  }

  void clearAll() {
    stops.clear();
  }

  boolean isSet(int column) {
    return stops.get(column);
  }

  /** The first stop after this column, at most {@code last}. */
  int after(int column, int last) {
    int stop = stops.nextSetBit(column + 1);
    return stop < 0 ? last : Math.min(stop, last);
  }

  /** The last stop before this column, or the first column. */
  int before(int column) {
    return column == 0 ? 0 : Math.max(0, stops.previousSetBit(column - 1));
  }
}
