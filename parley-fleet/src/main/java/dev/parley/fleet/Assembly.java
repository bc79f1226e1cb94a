package dev.parley.fleet;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Puts parts together again. They come in the order they were sent, or the connection is lost; so
 * one that is out of order ends it.
 */
final class Assembly {
  /** An export of a whole journal fits, at two thirds of a byte for each. */
  static final int LARGEST_ANSWER = 128 << 20;

  /** As long as a message of any client may be, and something for what goes with it. */
  static final int LARGEST_CALL = 8 << 20;

  private final int largest;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int next;
  private boolean broken;

  Assembly(int largest) {
    this.largest = largest;
  }

  /** Takes a part; the whole when it was the last. */
  Optional<byte[]> add(Part part) {
    broken |= part.index() != next || bytes.size() + part.bytes().length > largest;
    next++;
    if (broken) {
      return Optional.empty();
    }
    bytes.writeBytes(part.bytes());
    return next == part.count() ? Optional.of(bytes.toByteArray()) : Optional.empty();
  }

  /** Whether the whole will never come. */
  boolean isBroken() {
    return broken;
  }
}
