package dev.parley.pty;

import java.io.ByteArrayOutputStream;

/**
 * Lines as a terminal in line mode takes them. It keeps one line of at most {@link #MAX} bytes and
 * drops the rest without a word, so a longer one must be refused or split.
 */
public final class Lines {
  /** The longest line in bytes, without its end. */
  public static final int MAX = 4095;

  private static final byte END_OF_FILE = 4; // Ctrl-D

  private Lines() {}

  /**
   * Splits long lines so that none is cut: after every {@link #MAX} bytes a Ctrl-D hands over what
   * is there so far. In the middle of a line that does not mean the end of the file; a program that
   * reads up to a newline sees one whole line. Only for a terminal in line mode, since elsewhere
   * Ctrl-D is a key like any other.
   */
  public static byte[] split(byte[] bytes) {
    var parts = new ByteArrayOutputStream(bytes.length + bytes.length / MAX + 1);
    var length = 0;
    for (var b : bytes) {
      if (ends(b)) {
        length = 0;
      } else if (length++ == MAX) {
        parts.write(END_OF_FILE);
        length = 1;
      }
      parts.write(b);
    }
    return parts.toByteArray();
  }

  /** Whether a byte ends a line, hands it over or throws it away. */
  private static boolean ends(byte b) {
    return switch (b) {
      case '\n', '\r', END_OF_FILE -> true;
      case 3, 0x15, 0x1a, 0x1c -> true; // Ctrl-C, Ctrl-U, Ctrl-Z, Ctrl-\
      default -> false;
    };
  }

  /** The length of the longest line when {@code bytes} come after a line of {@code before}. */
  public static int longest(int before, byte[] bytes) {
    var length = before;
    var longest = before;
    for (var b : bytes) {
      length = ends(b) ? 0 : length + 1;
      longest = Math.max(longest, length);
    }
    return longest;
  }

  /** The length of the unfinished line after {@code bytes}. */
  public static int unfinished(int before, byte[] bytes) {
    for (var i = bytes.length - 1; i >= 0; i--) {
      if (ends(bytes[i])) {
        return bytes.length - 1 - i;
      }
    }
    return before + bytes.length;
  }
}
