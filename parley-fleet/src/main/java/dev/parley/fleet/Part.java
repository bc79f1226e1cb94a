package dev.parley.fleet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A piece of what one node says to another. A broker takes messages up to a size, and a long one
 * would keep heartbeats waiting; so what is long goes in parts.
 *
 * @param kind what is said
 * @param index which part this is, from zero
 * @param count how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record Part(Kind kind, int index, int count, byte[] bytes) {
  /** As much as leaves in a moment on any line. */
  static final int LARGEST = 64 << 10;

  private static final int HEAD = 9;

  /** What is said. */
  enum Kind {
    /** Please do this. */
    CALL(0),
    /** It has arrived and will be done. */
    ACCEPTED(1),
    /** What the program does meanwhile. */
    PROGRESS(2),
    /** How it went. */
    RESULT(3),
    /** Why it was not done. */
    REFUSED(4),
    /** Nobody waits for it any more. */
    CANCEL(5),
    /** Who has this name? */
    HELLO(6),
    /** A piece of what a session prints, after its offset. */
    OUTPUT(7),
    /** How something stands that is watched. */
    NEWS(8),
    /** There will be no more of a stream. */
    END(9),
    /** So many bytes of a stream were taken, and somebody still watches. */
    TAKEN(10);

    /** How it is told from the others on its way. */
    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Optional<Kind> of(int code) {
      return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }

    /** Whether it is a part of a stream, and not of an answer. */
    boolean isStreamed() {
      return this == OUTPUT || this == NEWS || this == END;
    }
  }

  /**
   * The parts of something.
   *
   * @param largest what the broker takes in one message
   */
  static List<Part> of(Kind kind, byte[] bytes, long largest) {
    var size = (int) Math.max(1, Math.min(LARGEST, largest - HEAD));
    var count = Math.max(1, (bytes.length + size - 1) / size);
    var parts = new ArrayList<Part>();
    for (var index = 0; index < count; index++) {
      var from = index * size;
      var piece = new byte[Math.min(size, bytes.length - from)];
      System.arraycopy(bytes, from, piece, 0, piece.length);
      parts.add(new Part(kind, index, count, piece));
    }
    return parts;
  }

  byte[] message() {
    return ByteBuffer.allocate(HEAD + bytes.length)
        .put((byte) kind.code)
        .putInt(index)
        .putInt(count)
        .put(bytes)
        .array();
  }

  /** Empty for what no node of ours would send. */
  static Optional<Part> read(byte[] message) {
    if (message.length < HEAD) {
      return Optional.empty();
    }
    var in = ByteBuffer.wrap(message);
    var kind = Kind.of(in.get() & 0xff);
    var index = in.getInt();
    var count = in.getInt();
    if (kind.isEmpty() || index < 0 || index >= count) {
      return Optional.empty();
    }
    var bytes = new byte[in.remaining()];
    in.get(bytes);
    return Optional.of(new Part(kind.get(), index, count, bytes));
  }
}
