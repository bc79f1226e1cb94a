package dev.parley.terminal;

import java.nio.charset.StandardCharsets;

/**
 * What the child is to read in answer to its queries. Only numbers and fixed words ever go in: an
 * answer is typed at whatever program reads it, so it never carries text the child chose.
 */
final class QueryReplies {
  /** An answer to nothing. */
  static final byte[] NONE = new byte[0];

  /** A child that asks without end does not get more than this for one stretch of its output. */
  private static final int MOST = 64 << 10;

  private final StringBuilder pending = new StringBuilder();

  void csi(String rest) {
    add("\033[" + rest);
  }

  void dcs(String body) {
    add("\033P" + body + "\033\\");
  }

  /** Ends as the question did. */
  void osc(String body, boolean bell) {
    add("\033]" + body + (bell ? "\007" : "\033\\"));
  }

  private void add(String answer) {
    if (pending.length() + answer.length() <= MOST) {
      pending.append(answer);
    }
  }

  byte[] take() {
    if (pending.isEmpty()) {
      return NONE;
    }
    byte[] bytes = pending.toString().getBytes(StandardCharsets.US_ASCII);
    pending.setLength(0);
    return bytes;
  }
}
