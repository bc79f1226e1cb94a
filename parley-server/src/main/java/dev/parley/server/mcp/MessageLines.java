package dev.parley.server.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The lines of a byte stream, of bounded length: a longer one is skipped and reported. */
public final class MessageLines {
  /** What came next. */
  public sealed interface Line {}

  /** A line that is not blank; the bytes are ours and good until the next call. */
  public record Text(ByteBuffer bytes) implements Line {}

  /** A line that was too long and is gone. */
  public record TooLong() implements Line {}

  /** The end of the stream. */
  public record End() implements Line {}

  private static final int START = 1 << 16;

  private final InputStream in;
  private final int max;
  private byte[] buffer = new byte[START];
  private int from;
  private int scanned;
  private int to;
  private boolean ended;

  public MessageLines(InputStream in, int max) {
    this.in = in;
    this.max = max;
  }

  /** The next line, or why there is none. */
  public Line next() throws IOException {
    boolean skipping = false;
    while (true) {
      for (; scanned < to; scanned++) {
        if (buffer[scanned] == '\n') {
          var line = new Text(ByteBuffer.wrap(buffer, from, scanned - from));
          from = ++scanned;
          if (skipping || line.bytes().remaining() > max) {
            return new TooLong();
          }
          if (!blank(line)) {
            return line;
          }
          scanned--; // the loop moves on to the byte after the line feed
        }
      }
      if (ended) {
        var rest = new Text(ByteBuffer.wrap(buffer, from, to - from));
        from = to;
        return skipping ? new TooLong() : blank(rest) ? new End() : rest;
      }
      if (skipping || to - from > max) {
        skipping = true;
        from = scanned = to = 0;
      }
      fill();
    }
  }

  private void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      scanned -= from;
      from = 0;
      if (to == 0 && buffer.length > START) {
        buffer = new byte[START]; // one long message does not keep its memory
      }
    }
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int n = in.read(buffer, to, buffer.length - to);
    ended = n < 0;
    to += Math.max(n, 0);
  }

  private static boolean blank(Text line) {
    var bytes = line.bytes();
    for (int i = bytes.position(); i < bytes.limit(); i++) {
      if (!Character.isWhitespace(bytes.get(i))) {
        return false;
      }
    }
    return true;
  }
}
