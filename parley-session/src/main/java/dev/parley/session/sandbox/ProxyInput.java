package dev.parley.session.sandbox;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** What a client of the proxy says before its connection is only carried. */
final class ProxyInput {
  /** All that a client may say before it is connected. */
  static final int LONGEST_HEAD = 64 * 1024;

  private static final int BUFFER = 4096;

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
  private int taken;

  /** A client said more than it may. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong() {
      super("What the client says before it is connected is too long");
    }
  }

  ProxyInput(SocketChannel channel) {
    this.channel = channel;
  }

  /** The next byte, which stays. */
  int first() throws IOException {
    need(1);
    return buffer.get(buffer.position()) & 0xff;
  }

  int next() throws IOException {
    need(1);
    took(1);
    return buffer.get() & 0xff;
  }

  byte[] next(int count) throws IOException {
    need(count);
    took(count);
    var bytes = new byte[count];
    buffer.get(bytes);
    return bytes;
  }

  /** A line without its end. */
  String line() throws IOException {
    var line = new StringBuilder();
    for (var letter = next(); letter != '\n'; letter = next()) {
      line.append((char) letter);
    }
    return line.isEmpty() || line.charAt(line.length() - 1) != '\r'
        ? line.toString()
        : line.substring(0, line.length() - 1);
  }

  /** What has come and was not taken. */
  ByteBuffer rest() {
    return buffer;
  }

  private void took(int count) throws TooLong {
    taken += count;
    if (taken > LONGEST_HEAD) {
      throw new TooLong();
    }
  }

  private void need(int count) throws IOException {
    while (buffer.remaining() < count) {
      buffer.compact();
      var got = channel.read(buffer);
      buffer.flip();
      if (got < 0) {
        throw new EOFException();
      }
    }
  }

  static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
