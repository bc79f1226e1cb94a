package dev.parley.server.http;

import java.nio.ByteBuffer;

/** The binary messages of a stream: a kind, an offset, and bytes for a terminal. */
final class StreamFrame {
  private static final byte OUTPUT = 0;
  private static final byte PAINT = 1;

  private StreamFrame() {}

  /** What the child printed, from an offset on. */
  static ByteBuffer output(long offset, byte[] bytes) {
    return of(OUTPUT, offset, bytes);
  }

  /** What makes a terminal show the screen as it was at an offset. */
  static ByteBuffer paint(long offset, byte[] bytes) {
    return of(PAINT, offset, bytes);
  }

  private static ByteBuffer of(byte kind, long offset, byte[] bytes) {
    return ByteBuffer.allocate(9 + bytes.length).put(kind).putLong(offset).put(bytes).flip();
  }
}
