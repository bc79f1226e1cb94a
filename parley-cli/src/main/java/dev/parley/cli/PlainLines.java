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
    if (held && next != '\n') {
      out.write('\r');
    }
    held = next == '\r';
    if (!held) {
      out.write(next);
    }
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
