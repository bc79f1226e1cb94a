package dev.parley.session.remote.far;

import dev.parley.pty.Exit;
import dev.parley.pty.Sink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A sink that hears the words the far side puts into a child's output, and takes them out before
 * anybody else sees them.
 *
 * <p>A word is an OSC sequence with a number of our own and a nonce. It comes the same way as all
 * that the child prints, so who hears it has all that was printed before it: no other message could
 * promise that. A sequence may come in pieces; what may be the beginning of one is held back until
 * the rest is there.
 */
final class InBandMessages implements Sink {
  /** The number of our sequences; nobody else uses it. */
  static final String NUMBER = "7717";

  private static final int LONGEST = 512;
  private static final byte ESCAPE = 0x1b;
  private static final byte BELL = 0x07;

  /** Takes the words; called while output is delivered, so it must return at once. */
  interface Listener {
    void heard(List<String> word, long printed);

    void ended(Exit exit);
  }

  private final Sink sink;
  private final Listener listener;
  private final byte[] beginning;
  private byte[] held = {};
  private MemorySegment given = MemorySegment.NULL;
  private volatile long printed;

  InBandMessages(Sink sink, String nonce, Listener listener) {
    this.sink = sink;
    this.listener = listener;
    this.beginning = ("\u001b]" + NUMBER + ";" + nonce + ";").getBytes(StandardCharsets.US_ASCII);
  }

  /** How many bytes of the child's own have been delivered. */
  long printed() {
    return printed;
  }

  @Override
  public MemorySegment space() {
    var space = sink.space();
    while (held.length > 0 && space.byteSize() > 0 && space.byteSize() <= held.length) {
      // No room for what was held back and more: let go of as much as there is room for.
      var some = (int) space.byteSize();
      MemorySegment.copy(held, 0, space, ValueLayout.JAVA_BYTE, 0, some);
      held = Arrays.copyOfRange(held, some, held.length);
      deliver(some);
      space = sink.space();
    }
    if (space.byteSize() == 0 || held.length == 0) {
      given = space;
      return space;
    }
    MemorySegment.copy(held, 0, space, ValueLayout.JAVA_BYTE, 0, held.length);
    given = space;
    return space.asSlice(held.length);
  }

  @Override
  public void filled(int count) {
    var length = held.length + count;
    held = new byte[0];
    var spoken = false;
    for (var at = next(0, length); at < length; at = next(at, length)) {
      var end = end(at, length);
      if (end > 0) {
        heard(at, end);
        spoken = true;
        MemorySegment.copy(given, end, given, at, length - end);
        length -= end - at;
      } else if (end == 0) {
        held = given.asSlice(at, length - at).toArray(ValueLayout.JAVA_BYTE);
        length = at;
      } else {
        at++;
      }
    }
    if (length > 0) {
      deliver(length);
    }
    if (spoken) {
      sink.filled(0);
    }
  }

  private int next(int from, int length) {
    var at = from;
    while (at < length && given.get(ValueLayout.JAVA_BYTE, at) != ESCAPE) {
      at++;
    }
    return at;
  }

  /** Where a word that begins here ends; 0 when the rest is not there yet, -1 when it is none. */
  private int end(int from, int length) {
    var most = Math.min(beginning.length, length - from);
    for (var at = 1; at < most; at++) {
      if (given.get(ValueLayout.JAVA_BYTE, from + at) != beginning[at]) {
        return -1;
      }
    }
    for (var at = from + most; at < length; at++) {
      if (given.get(ValueLayout.JAVA_BYTE, at) == BELL) {
        return at + 1;
      }
      if (at - from > LONGEST) {
        return -1;
      }
    }
    return 0;
  }

  private void heard(int from, int end) {
    var start = from + beginning.length;
    var bytes = given.asSlice(start, end - 1 - start).toArray(ValueLayout.JAVA_BYTE);
    var text = new String(bytes, StandardCharsets.UTF_8);
    listener.heard(List.of(text.split(";", -1)), printed + from);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // calls never overlap; others only look
  private void deliver(int count) {
    printed = printed + count;
    sink.filled(count);
  }

  @Override
  public void ended(Exit exit) {
    while (held.length > 0) {
      var space = sink.space();
      if (space.byteSize() == 0) {
        break;
      }
      var some = (int) Math.min(space.byteSize(), held.length);
      MemorySegment.copy(held, 0, space, ValueLayout.JAVA_BYTE, 0, some);
      held = Arrays.copyOfRange(held, some, held.length);
      deliver(some);
    }
    listener.ended(exit);
  }
}
