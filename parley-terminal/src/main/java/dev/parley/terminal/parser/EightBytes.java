package dev.parley.terminal.parser;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of input as one number, the first in its lowest bits.
 *
 * <p>How long a word or a number is comes out of a few operations on all eight, without a branch
 * that the processor would have to guess for each byte. Each test leaves the highest bit of a byte
 * set where it holds; the sums cannot run over into the next byte because that bit is cleared
 * before.
 */
public final class EightBytes {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101_0101_0101_0101L;
  private static final long HIGHEST = 0x8080_8080_8080_8080L;
  private static final long OTHERS = 0x7f * EACH;

  private EightBytes() {}

  public static long get(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  public static void set(byte[] bytes, int at, long eight) {
    LONGS.set(bytes, at, eight);
  }

  /** Where others than printable ASCII are. */
  public static long noPrintable(long eight) {
    long low = eight & OTHERS;
    long control = ~(low + (0x80 - 0x20) * EACH);
    long delete = low + EACH;
    return (control | delete | eight) & HIGHEST;
  }

  /** How many of them, from the first on, are no control characters. */
  public static int text(long eight) {
    long low = eight & OTHERS;
    long control = ~(low + (0x80 - 0x20) * EACH);
    long delete = low + EACH;
    return Long.numberOfTrailingZeros((control | delete) & ~eight & HIGHEST) >>> 3;
  }

  /** The first so many of them, and zeros for the others. */
  public static long first(long eight, int count) {
    return count == 0 ? 0 : eight & (-1L >>> (64 - 8 * count));
  }

  public static boolean anyBeyondAscii(long eight) {
    return (eight & HIGHEST) != 0;
  }

  /**
   * Copies the printable ASCII that begins here; returns how much. What is written after it means
   * nothing.
   */
  public static int copy(byte[] bytes, int from, int to, byte[] into, int start) {
    int at = from;
    // Where the next eight are must not depend on these, or the processor could not begin with
    // them.
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long eight = get(bytes, at);
      set(into, start + at - from, eight);
      long found = noPrintable(eight);
      if (found != 0) {
        return at - from + place(found);
      }
    }
    while (at < to && bytes[at] >= 0x20 && bytes[at] != 0x7f) {
      into[start + at - from] = bytes[at++];
    }
    return at - from;
  }

  /** Where others than digits are. */
  public static long noDigits(long eight) {
    long value = eight ^ ('0' * EACH);
    return (((value & OTHERS) + (0x80 - 10) * EACH) | value) & HIGHEST;
  }

  /** The first place of those found, or eight. */
  public static int place(long found) {
    return Long.numberOfTrailingZeros(found) >>> 3;
  }

  /** The byte at a place; at the eighth the first again. */
  public static int at(long eight, int place) {
    return (int) (eight >>> (8 * place)) & 0xff;
  }

  /** The number that so many digits say from a place on: none to three. */
  public static int number(long eight, int place, int digits) {
    // Shifted so that the last digit comes first, and zeros stand before the others.
    long last = (eight ^ ('0' * EACH)) >>> (8 * place) << 8 << (56 - 8 * digits);
    return (int) (last >>> 56)
        + 10 * (int) ((last >>> 48) & 0xff)
        + 100 * (int) ((last >>> 40) & 0xff);
  }
}
