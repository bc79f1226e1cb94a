package dev.parley.server.launcher;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One message between a launcher and the daemon: a letter, the length in four bytes, the payload.
 * {@code launcher/parley.c} lists the letters.
 */
@SuppressWarnings("ArrayRecordComponent") // read once and never compared
record LauncherFrame(char kind, byte[] payload) {
  private static final int MOST = 40 << 20;

  static LauncherFrame of(char kind, String text) {
    return new LauncherFrame(kind, text.getBytes(StandardCharsets.UTF_8));
  }

  static LauncherFrame of(char kind, int number) {
    return new LauncherFrame(kind, ByteBuffer.allocate(4).putInt(number).array());
  }

  /** A number, and bytes after it. */
  static LauncherFrame of(char kind, int number, byte[] bytes) {
    return new LauncherFrame(
        kind, ByteBuffer.allocate(4 + bytes.length).putInt(number).put(bytes).array());
  }

  /** Reads the next frame; nothing at the end of the stream. */
  static Optional<LauncherFrame> read(DataInputStream in) throws IOException {
    var kind = in.read();
    if (kind < 0) {
      return Optional.empty();
    }
    var length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("A launcher's frame of %d bytes is too long".formatted(length));
    }
    var payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException();
    }
    return Optional.of(new LauncherFrame((char) kind, payload));
  }

  byte[] bytes() {
    var frame = ByteBuffer.allocate(5 + payload.length);
    return frame.put((byte) kind).putInt(payload.length).put(payload).array();
  }

  String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }

  /** The number at a place; a frame that is too short is the launcher's fault. */
  int number(int at) throws IOException {
    if (payload.length < at + 4) {
      throw new EOFException();
    }
    return ByteBuffer.wrap(payload).getInt(at);
  }

  byte[] from(int at) {
    return Arrays.copyOfRange(payload, Math.min(at, payload.length), payload.length);
  }
}
