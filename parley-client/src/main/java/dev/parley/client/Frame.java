package dev.parley.client;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One message of the attach door: a kind, and bytes. On the wire a byte for the kind and four for
 * the length come first.
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are below; a copy would cost
public record Frame(Kind kind, byte[] payload) {
  private static final int MOST = 16 << 20;

  /** What a frame is, with the letter it travels as. */
  public enum Kind {
    /** To the client: an offset in eight bytes, and output from there on. */
    OUTPUT('o'),
    /** To the client: bytes that paint the screen as it was at an offset, which comes first. */
    PAINT('p'),
    /** To the client: JSON on what the session is doing. */
    STATE('s'),
    /** To the client: JSON on how the session ended; the last frame. */
    END('x'),
    /** To the client: JSON on what could not be typed, and why. */
    REFUSED('e'),
    /**
     * To the client, where it asked for them: a line about another session, to ring the bell for.
     */
    NOTICE('b'),
    /** From the client: bytes typed. */
    INPUT('i'),
    /** From the client: bytes from a pipe, typed without echo as fast as the program reads. */
    FEED('n'),
    /**
     * Columns and rows, four bytes each. From the client: its terminal's. To the client: the
     * session's, where it asked to be told; a painting follows.
     */
    RESIZE('r'),
    /** From the client: takes the floor for the person, with one byte 1, or hands it back, 0. */
    FLOOR('f'),
    /** From the client: goodbye. */
    DETACH('d');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    static Optional<Kind> of(int letter) {
      return Arrays.stream(values()).filter(kind -> kind.letter == letter).findFirst();
    }
  }

  public static Frame output(long offset, byte[] bytes) {
    return at(Kind.OUTPUT, offset, bytes);
  }

  public static Frame paint(long offset, byte[] bytes) {
    return at(Kind.PAINT, offset, bytes);
  }

  private static Frame at(Kind kind, long offset, byte[] bytes) {
    return new Frame(
        kind, ByteBuffer.allocate(8 + bytes.length).putLong(offset).put(bytes).array());
  }

  public static Frame json(Kind kind, String json) {
    return new Frame(kind, json.getBytes(StandardCharsets.UTF_8));
  }

  public static Frame resize(int columns, int rows) {
    return new Frame(Kind.RESIZE, ByteBuffer.allocate(8).putInt(columns).putInt(rows).array());
  }

  /** The number at a place of the payload. */
  public int number(int at) {
    return ByteBuffer.wrap(payload).getInt(at);
  }

  /** The offset that output or paint begins with. */
  public long offset() {
    return ByteBuffer.wrap(payload).getLong();
  }

  /** The bytes after the offset of output or paint. */
  public byte[] bytes() {
    return Arrays.copyOfRange(payload, 8, payload.length);
  }

  /** The payload as text, for JSON. */
  public String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }

  /** Reads the next frame; nothing at the end of the stream. */
  public static Optional<Frame> read(DataInputStream in) throws IOException {
    var letter = in.read();
    if (letter < 0) {
      return Optional.empty();
    }
    var kind = Kind.of(letter);
    var length = in.readInt();
    if (kind.isEmpty() || length < 0 || length > MOST) {
      throw new IOException(
          "A frame of kind %d and length %d makes no sense".formatted(letter, length));
    }
    var payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException();
    }
    return Optional.of(new Frame(kind.get(), payload));
  }

  public void write(DataOutputStream out) throws IOException {
    synchronized (out) {
      out.writeByte(kind.letter);
      out.writeInt(payload.length);
      out.write(payload);
      out.flush();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Frame frame
        && kind == frame.kind
        && Arrays.equals(payload, frame.payload);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(payload);
  }
}
