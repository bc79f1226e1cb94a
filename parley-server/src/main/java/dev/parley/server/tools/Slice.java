package dev.parley.server.tools;

import dev.parley.session.Session;

/**
 * A stretch of a session's output that has at most so many bytes and ends where text can be cut:
 * after a line, else not inside an escape sequence or a character.
 */
record Slice(long from, long to, boolean cut) {
  /** Longer escape sequences than this are rare, and cutting one shows a little garbage. */
  private static final int LONG_SEQUENCE = 64;

  static Slice of(Session session, long from, long end, int most) {
    var start = Math.clamp(from, session.firstOffset(), end);
    if (end - start <= most) {
      return new Slice(start, end, false);
    }
    var bytes = session.bytes(start, start + most + 1);
    return new Slice(start, start + cut(bytes, most), true);
  }

  /** The same with at most so many characters. */
  static Slice ofCharacters(Session session, long from, long end, int most) {
    var start = Math.clamp(from, session.firstOffset(), end);
    var bytes = session.bytes(start, Math.min(end, start + 4L * most + 4));
    var characters = 0;
    for (var at = 0; at < bytes.length; at++) {
      // Every character begins with a byte that continues none; four bytes are two chars.
      var begins = (bytes[at] & 0xc0) != 0x80;
      characters += begins ? ((bytes[at] & 0xf8) == 0xf0 ? 2 : 1) : 0;
      if (characters > most) {
        return new Slice(start, start + cut(bytes, at), true);
      }
    }
    return new Slice(start, start + bytes.length, start + bytes.length < end);
  }

  /** What to say about bytes that were to be read and are gone; empty when there are none. */
  String missing(long wanted) {
    return from > wanted ? "[… %d bytes no longer kept …]\n".formatted(from - wanted) : "";
  }

  private static int cut(byte[] bytes, int most) {
    for (var at = most; at > most / 2; at--) {
      if (bytes[at - 1] == '\n') {
        return at;
      }
    }
    for (var at = most; at > Math.max(1, most - LONG_SEQUENCE); at--) {
      if (bytes[at - 1] == 0x1b) {
        return at - 1;
      }
    }
    var at = most;
    while (at > 1 && (bytes[at] & 0xc0) == 0x80) {
      at--;
    }
    return at;
  }
}
