package dev.parley.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Lines of a byte stream, as bytes with their line feed, of bounded length. */
final class LineReader {
  /** What is kept of a line that is too long: enough to see what it was. */
  private static final int BEGINNING = 64 << 10;

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int from;
  private int to;
  private boolean tooLong;

  LineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Whether the last line was too long, so that only its beginning was returned. */
  boolean tooLong() {
    return tooLong;
  }

  /** The next line; a last one without a line feed gets one; nothing at the end. */
  Optional<byte[]> next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    tooLong = false;
    while (true) {
      for (var at = from; at < to; at++) {
        if (buffer[at] == '\n') {
          add(line, at + 1 - from);
          from = at + 1;
          return Optional.of(line.toByteArray());
        }
      }
      add(line, to - from);
      from = 0;
      to = Math.max(0, in.read(buffer));
      if (to == 0) {
        if (line.size() == 0) {
          return Optional.empty();
        }
        line.write('\n');
        return Optional.of(line.toByteArray());
      }
    }
  }

  private void add(ByteArrayOutputStream line, int length) {
    if (!tooLong && line.size() + length > longest) {
      tooLong = true;
      var beginning = Arrays.copyOf(line.toByteArray(), Math.min(line.size(), BEGINNING));
      line.reset();
      line.writeBytes(beginning);
    }
    if (!tooLong) {
      line.write(buffer, from, length);
    }
  }
}
