package dev.parley.terminal.text;

/**
 * The bytes a character was made of, packed into a long: where in the stream they begin, and how
 * many there are. Zero stands for no bytes, as a blank has that the cursor skipped.
 */
final class Span {
  static final long NONE = 0;

  private static final int LENGTH_BITS = 16;
  private static final long LONGEST = (1 << LENGTH_BITS) - 1;

  private Span() {}

  static long of(long from, long to) {
    return from << LENGTH_BITS | Math.min(to - from, LONGEST);
  }

  static boolean exists(long span) {
    return (span & LONGEST) != 0;
  }

  static long from(long span) {
    return span >>> LENGTH_BITS;
  }

  static long to(long span) {
    return from(span) + (span & LONGEST);
  }
}
