package dev.parley.terminal.parser;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Characters that are all there and well-formed; any other is left to the {@link Parser}. */
public final class Utf8 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Before and after each character; {@link #next} leaves it in the lowest bits. */
  public static final long BETWEEN = 6;

  /** One, two and three bytes must follow, whatever they are. */
  private static final int ONE = 12;

  private static final int TWO = 18;
  private static final int THREE = 24;

  /** After a first byte which not all may follow. */
  private static final int AFTER_E0 = 30;

  private static final int AFTER_ED = 36;
  private static final int AFTER_F0 = 42;
  private static final int AFTER_C2 = 48;
  private static final int AFTER_EF = 54;

  /**
   * What follows each state, by byte: a state is a number of bits, and so far to the right is the
   * next one. Zero is the state for text with errors, and is never left. Found to be wrong are also
   * some characters that are rare: U+FFC0 to U+FFFF, and all from U+100000 on.
   */
  private static final long[] NEXT = next();

  private Utf8() {}

  private static long[] next() {
    var next = new long[256];
    for (int state = (int) BETWEEN; state <= AFTER_EF; state += 6) {
      set(next, 0, 0, state, state); // no byte at all
    }
    set(next, 0x20, 0x7e, (int) BETWEEN, (int) BETWEEN);
    set(next, 0xc2, 0xc2, (int) BETWEEN, AFTER_C2);
    set(next, 0xc3, 0xdf, (int) BETWEEN, ONE);
    set(next, 0xe0, 0xe0, (int) BETWEEN, AFTER_E0);
    set(next, 0xe1, 0xec, (int) BETWEEN, TWO);
    set(next, 0xed, 0xed, (int) BETWEEN, AFTER_ED);
    set(next, 0xee, 0xee, (int) BETWEEN, TWO);
    set(next, 0xef, 0xef, (int) BETWEEN, AFTER_EF);
    set(next, 0xf0, 0xf0, (int) BETWEEN, AFTER_F0);
    set(next, 0xf1, 0xf3, (int) BETWEEN, THREE);
    set(next, 0x80, 0xbf, THREE, TWO);
    set(next, 0x80, 0xbf, TWO, ONE);
    set(next, 0x80, 0xbf, ONE, (int) BETWEEN);
    set(next, 0xa0, 0xbf, AFTER_C2, (int) BETWEEN); // no 8-bit controls
    set(next, 0xa0, 0xbf, AFTER_E0, ONE);
    set(next, 0x80, 0x9f, AFTER_ED, ONE); // no surrogates
    set(next, 0x80, 0xbe, AFTER_EF, ONE);
    set(next, 0x90, 0xbf, AFTER_F0, TWO);
    return next;
  }

  private static void set(long[] next, int first, int last, int state, int following) {
    for (int value = first; value <= last; value++) {
      next[value] |= (long) following << state;
    }
  }

  /** The state after up to eight more bytes, of which those after the last are zero. */
  public static long next(long state, long eight) {
    long now = NEXT[(int) eight & 0xff] >>> state;
    now = NEXT[(int) (eight >>> 8) & 0xff] >>> now;
    now = NEXT[(int) (eight >>> 16) & 0xff] >>> now;
    now = NEXT[(int) (eight >>> 24) & 0xff] >>> now;
    now = NEXT[(int) (eight >>> 32) & 0xff] >>> now;
    now = NEXT[(int) (eight >>> 40) & 0xff] >>> now;
    now = NEXT[(int) (eight >>> 48) & 0xff] >>> now;
    return NEXT[(int) (eight >>> 56) & 0xff] >>> now;
  }

  public static boolean isBetween(long state) {
    return (state & 0x3f) == BETWEEN;
  }

  /** The character beyond ASCII that begins here, or zero. */
  public static int character(byte[] bytes, int at, int to) {
    int first = bytes[at];
    if (first < (byte) 0xe0) {
      if (at + 1 < to && first >= (byte) 0xc2 && bytes[at + 1] < (byte) 0xc0) {
        int character = (first & 0x1f) << 6 | (bytes[at + 1] & 0x3f);
        return character >= 0xa0 ? character : 0;
      }
    } else if (first < (byte) 0xf0) {
      if (at + 2 < to && bytes[at + 1] < (byte) 0xc0 && bytes[at + 2] < (byte) 0xc0) {
        int character = (first & 0xf) << 12 | (bytes[at + 1] & 0x3f) << 6 | (bytes[at + 2] & 0x3f);
        boolean plain = character >= 0x800 && (character < 0xd800 || character > 0xdfff);
        return plain && character < 0xfffe ? character : 0;
      }
    } else if (first < (byte) 0xf5
        && at + 3 < to
        && bytes[at + 1] < (byte) 0xc0
        && bytes[at + 2] < (byte) 0xc0
        && bytes[at + 3] < (byte) 0xc0) {
      int character =
          (first & 7) << 18
              | (bytes[at + 1] & 0x3f) << 12
              | (bytes[at + 2] & 0x3f) << 6
              | (bytes[at + 3] & 0x3f);
      return character >= 0x1_0000 && character <= Character.MAX_CODE_POINT ? character : 0;
    }
    return 0;
  }

  /** How many bytes a character beyond ASCII has. */
  public static int bytesOf(int character) {
    return character >= 0x1_0000 ? 4 : character >= 0x800 ? 3 : 2;
  }

  /** Four bytes as one number, the first in its lowest bits. */
  public static int four(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  /**
   * The character of two, three or four bytes that these four begin with, or zero. {@link Widths}
   * knows no width for surrogates and what else is no character.
   */
  public static int character(int four) {
    if ((four & 0xc0_c0f0) == 0x80_80e0) {
      int character = (four & 0xf) << 12 | ((four >>> 2) & 0xfc0) | ((four >>> 16) & 0x3f);
      return character >= 0x800 ? character : 0;
    }
    if ((four & 0xc0e0) == 0x80c0) {
      int character = (four & 0x1f) << 6 | ((four >>> 8) & 0x3f);
      return character >= 0xa0 ? character : 0;
    }
    if ((four & 0xc0c0_c0f8) == 0x8080_80f0) {
      int character =
          (four & 7) << 18
              | ((four >>> 8) & 0x3f) << 12
              | ((four >>> 16) & 0x3f) << 6
              | ((four >>> 24) & 0x3f);
      return character >= 0x1_0000 && character <= Character.MAX_CODE_POINT ? character : 0;
    }
    return 0;
  }
}
