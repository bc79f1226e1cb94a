package dev.parley.terminal;

import dev.parley.terminal.parser.EightBytes;
import dev.parley.terminal.parser.Parameters;

/**
 * What short SGR sequences do, found by their bytes: programs use the same few again and again.
 * Each leaves some bits of a style's number as they are and sets others, whatever they were.
 */
final class KnownSgr {
  private static final int PLACES = 64;

  /** Set in the last byte of a sequence, and in none of its numbers; ESC and [ do not count. */
  private static final long LAST = 0x4040_4040_4040_0000L;

  private static final int SHIFT = 58;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final long[] sequences = new long[PLACES];
  private final long[] kept = new long[PLACES];
  private final long[] set = new long[PLACES];
  private long sequence;
  private int place;

  /** Returns where the sequence ends that begins here, or {@code from} if it is not known. */
  int read(byte[] bytes, int from, int to) {
    if (from > to - Long.BYTES) {
      sequence = 0;
      return from;
    }
    long eight = EightBytes.get(bytes, from);
    int length = EightBytes.place(eight & LAST) + 1;
    sequence = length > Long.BYTES ? 0 : EightBytes.first(eight, length);
    place = (int) ((sequence * SPREAD) >>> SHIFT);
    return sequence != 0 && sequences[place] == sequence ? from + length : from;
  }

  /** The style after the sequence that was read. */
  long change(long look) {
    return (look & kept[place]) | set[place];
  }

  /** These are the numbers of the sequence that was not known. */
  void learn(Parameters numbers) {
    if (sequence == 0) {
      return;
    }
    long none = Pen.change(0, numbers);
    if (Styles.isSimple(none)) {
      sequences[place] = sequence;
      kept[place] = Pen.change(Styles.ALL, numbers) & ~none;
      set[place] = none;
    }
  }
}
