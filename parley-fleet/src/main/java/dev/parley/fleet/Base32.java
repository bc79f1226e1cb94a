package dev.parley.fleet;

import java.io.ByteArrayOutputStream;

/** Base 32 of RFC 4648, without padding. */
final class Base32 {
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private Base32() {}

  static String text(byte[] bytes) {
    var text = new StringBuilder();
    var bits = 0;
    var held = 0;
    for (var each : bytes) {
      held = (held << 8) | (each & 0xff);
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        text.append(LETTERS.charAt((held >> bits) & 31));
      }
      held &= (1 << bits) - 1;
    }
    return bits == 0 ? text.toString() : text.append(LETTERS.charAt(held << (5 - bits))).toString();
  }

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException when it has other letters
   */
  static byte[] decoded(String text) {
    var bytes = new ByteArrayOutputStream();
    var bits = 0;
    var held = 0;
    for (var at = 0; at < text.length(); at++) {
      var value = LETTERS.indexOf(text.charAt(at));
      if (value < 0) {
        throw new IllegalArgumentException("This is not base 32");
      }
      held = (held << 5) | value;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes.write(held >> bits);
        held &= (1 << bits) - 1;
      }
    }
    return bytes.toByteArray();
  }
}
