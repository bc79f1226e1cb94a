package dev.parley.session;

import java.nio.charset.StandardCharsets;

/**
 * Output that is text already: no escape sequence, nothing that moves the cursor but the end of a
 * line. It is taken to the letter, tabs and blanks at the end included.
 */
final class PlainText {
  private PlainText() {}

  /**
   * Whether bytes are plain text.
   *
   * @param before what was printed before them, which may end inside an escape sequence
   */
  static boolean is(byte[] before, byte[] bytes) {
    for (var at = 0; at < bytes.length; at++) {
      var each = bytes[at];
      var plain =
          each < 0
              || (each >= ' ' && each != 0x7f)
              || each == '\n'
              || each == '\t'
              || (each == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n');
      if (!plain) {
        return false;
      }
    }
    return !endsInSequence(before);
  }

  /** The text, without the carriage returns that the terminal puts before line feeds (ONLCR). */
  static String of(byte[] bytes) {
    var plain = new byte[bytes.length];
    var length = 0;
    for (var each : bytes) {
      if (each != '\r') {
        plain[length++] = each;
      }
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  private static boolean endsInSequence(byte[] bytes) {
    var escape = bytes.length - 1;
    while (escape >= 0 && bytes[escape] != 0x1b) {
      escape--;
    }
    if (escape < 0) {
      return false;
    }
    var kind = escape + 1 < bytes.length ? bytes[escape + 1] : 0;
    return switch (kind) {
      case 0 -> true;
      case '[' -> !ends(bytes, escape + 2, 0x40, 0x7e);
      case ']', 'P', '^', '_', 'X' -> !ends(bytes, escape + 2, 0x07, 0x07);
      case '(', ')', '*', '+', '#', '%', ' ' -> escape + 2 >= bytes.length;
      default -> false;
    };
  }

  private static boolean ends(byte[] bytes, int from, int least, int most) {
    for (var at = from; at < bytes.length; at++) {
      if (bytes[at] >= least && bytes[at] <= most) {
        return true;
      }
    }
    return false;
  }
}
