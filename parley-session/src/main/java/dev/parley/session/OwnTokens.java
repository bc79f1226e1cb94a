package dev.parley.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Parley's own tokens, which are masked in every session, in the forms that secrets are.
 *
 * <p>All output of all sessions is looked through, so it must cost next to nothing. A token is long
 * and random: wherever it stands, one of the places 16 bytes apart is inside it, and the eight
 * bytes there are never anything else. Only where eight such bytes are found does anybody look
 * closer. What has an escape sequence after every few letters is not found that way.
 */
public final class OwnTokens {
  private static final int SHORTEST = 32;
  private static final int MOST = 1000;
  private static final int APART = 16;
  private static final int BITS = 18;
  private static final VarHandle LETTERS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** How many letters the first look compares. */
  static final int WINDOW = Long.BYTES;

  /**
   * What is masked.
   *
   * @param windows all that may stand at a place inside a token, sorted
   * @param likely a bit for the hash of each of them, which is faster to look up
   */
  @SuppressWarnings("ArrayRecordComponent") // looked up, never compared
  private record Known(List<SecretForms> tokens, long[] windows, long[] likely) {
    boolean has(byte[] text, int at) {
      var window = (long) LETTERS.get(text, at);
      var bit = bit(window);
      return ((likely[bit / Long.SIZE] >>> bit) & 1) != 0
          && Arrays.binarySearch(windows, window) >= 0;
    }
  }

  private static volatile Known known = new Known(List.of(), new long[0], new long[0]);

  private OwnTokens() {}

  /** From now on this is masked. */
  public static synchronized void add(String token) {
    if (token.length() < SHORTEST
        || known.tokens().size() >= MOST
        || known.tokens().stream().anyMatch(one -> one.isOf(token))) {
      return;
    }
    var tokens = new ArrayList<>(known.tokens());
    tokens.add(new SecretForms(token));
    var windows = LongStream.builder();
    for (var one : tokens) {
      one.eachWindow(WINDOW, (letters, at) -> windows.add((long) LETTERS.get(letters, at)));
    }
    var sorted = windows.build().sorted().distinct().toArray();
    var likely = new long[(1 << BITS) / Long.SIZE];
    for (var window : sorted) {
      likely[bit(window) / Long.SIZE] |= 1L << bit(window);
    }
    known = new Known(List.copyOf(tokens), sorted, likely);
  }

  static List<SecretForms> all() {
    return known.tokens();
  }

  /**
   * Whether some output may have a token in it, or end with the beginning of one.
   *
   * @param tail what was before it; its last letters count
   */
  static boolean suspectedIn(byte[] tail, byte[] text, int length) {
    var looked = known;
    if (looked.tokens().isEmpty()) {
      return false;
    }
    for (var at = 0; at + WINDOW <= length; at += APART) {
      if (looked.has(text, at)) {
        return true;
      }
    }
    if (length >= WINDOW) {
      return looked.has(text, length - WINDOW);
    }
    if (tail.length + length < WINDOW) {
      return false;
    }
    var last = new byte[WINDOW];
    var before = WINDOW - length;
    System.arraycopy(tail, tail.length - before, last, 0, before);
    System.arraycopy(text, 0, last, before, length);
    return looked.has(last, 0);
  }

  private static int bit(long window) {
    return (int) ((window * 0x9e3779b97f4a7c15L) >>> (Long.SIZE - BITS));
  }
}
