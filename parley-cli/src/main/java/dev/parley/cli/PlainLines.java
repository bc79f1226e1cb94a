package dev.parley.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Output for a file or a pipe. A terminal ends each line with CR LF, and a program that reads lines
 * wants LF alone.
 */
final class PlainLines extends OutputStream {
  private final OutputStream out;
  private boolean held;

  PlainLines(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int next) throws IOException {
    write(new byte[] {(byte) next}, 0, 1);
  }

  /** In one piece, so that who is stopped in between has written all of it or nothing. */
  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    var plain = new byte[count + 1];
    var length = 0;
    for (var at = from; at < from + count; at++) {
      if (held && bytes[at] != '\n') {
        plain[length++] = '\r';
      }
      held = bytes[at] == '\r';
      if (!held) {
        plain[length++] = bytes[at];
      }
    }
    out.write(plain, 0, length);
  }

  /** How many bytes were taken and not written yet. */
  int pending() {
    return held ? 1 : 0;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (held) {
      out.write('\r');
    }
    out.close();
  }
}
