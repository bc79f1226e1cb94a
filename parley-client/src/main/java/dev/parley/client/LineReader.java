package dev.parley.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Lines of a byte stream, as bytes with their line feed. */
final class LineReader {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int from;
  private int to;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** The next line; a last one without a line feed gets one; nothing at the end. */
  Optional<byte[]> next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    while (true) {
      for (var at = from; at < to; at++) {
        if (buffer[at] == '\n') {
          line.write(buffer, from, at + 1 - from);
          from = at + 1;
          return Optional.of(line.toByteArray());
        }
      }
      line.write(buffer, from, to - from);
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
}
