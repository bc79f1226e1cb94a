package dev.parley.fleet;

import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.json.Json;
import dev.parley.session.WaitCancelledException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * What this node streams to another one that watches. The other says how much it has taken, and
 * nothing is sent further ahead of that than a window; so no broker drops anything. Saying so
 * renews the lease: where it is not renewed nobody watches any more, and the stream ends.
 */
final class Lease implements AutoCloseable {
  static final Duration RENEWED = Duration.ofSeconds(5);
  private static final Duration EXPIRED = Duration.ofSeconds(15);

  /** As much as may be between two nodes. */
  static final int WINDOW = 1 << 20;

  private final Consumer<Part> wire;
  private final Map<String, AtKeyboard> people = new HashMap<>(); // all guarded by this
  private int next;
  private long sent;
  private long taken;
  private long renewedAt = System.nanoTime();
  private boolean closed;

  /**
   * One stream.
   *
   * @param wire takes parts to the other node
   */
  Lease(Consumer<Part> wire) {
    this.wire = wire;
  }

  /** The other node has taken so many bytes, and is there. */
  synchronized void renewed(byte[] count) {
    if (count.length == Long.BYTES) {
      taken = Math.max(taken, ByteBuffer.wrap(count).getLong());
      renewedAt = System.nanoTime();
      notifyAll();
    }
  }

  synchronized boolean isOver() {
    return closed || System.nanoTime() - renewedAt > EXPIRED.toNanos();
  }

  /** Sends a piece of output. */
  void output(long from, byte[] bytes) {
    for (var at = 0; at < bytes.length; at += Part.LARGEST) {
      var piece = Math.min(Part.LARGEST, bytes.length - at);
      say(
          Part.Kind.OUTPUT,
          ByteBuffer.allocate(Long.BYTES + piece).putLong(from + at).put(bytes, at, piece).array());
    }
  }

  void news(ObjectNode news) {
    say(Part.Kind.NEWS, Json.bytes(news));
  }

  /**
   * Sends something when there is room for it.
   *
   * @throws WaitCancelledException when nobody takes it any more
   */
  synchronized void say(Part.Kind kind, byte[] bytes) {
    while (sent > taken + WINDOW && !isOver()) {
      try {
        wait(RENEWED.toMillis());
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
        throw new WaitCancelledException();
      }
    }
    if (isOver()) {
      throw new WaitCancelledException();
    }
    sent += bytes.length;
    wire.accept(new Part(kind, next++, Integer.MAX_VALUE, bytes));
  }

  /** Somebody of the other node who sits at the keyboard while this lasts. */
  synchronized AtKeyboard person(String key, Function<String, AtKeyboard> sittingDown) {
    if (closed) {
      throw new WaitCancelledException();
    }
    return people.computeIfAbsent(key, sittingDown);
  }

  void leave(String key) {
    AtKeyboard left;
    synchronized (this) {
      left = people.remove(key);
    }
    if (left != null) {
      left.close();
    }
  }

  @Override
  public void close() {
    Map<String, AtKeyboard> left;
    synchronized (this) {
      closed = true;
      left = Map.copyOf(people);
      people.clear();
      notifyAll();
    }
    left.values().forEach(AtKeyboard::close);
  }
}
