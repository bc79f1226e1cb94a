package dev.parley.fleet;

import dev.parley.session.Sessions;
import dev.parley.session.refusal.Refusal;
import java.util.function.Supplier;

/** How many sessions callers of the fleet may still start here. */
final class Room {
  private final Sessions sessions;
  private final int capacity;
  private int reserved; // guarded by this
  private volatile boolean draining;

  Room(Sessions sessions, int capacity) {
    this.sessions = sessions;
    this.capacity = capacity;
  }

  /** How many sessions live; to be asked by threads that work for nobody in particular. */
  int living() {
    return (int) sessions.list().stream().filter(session -> !session.over()).count();
  }

  boolean isDraining() {
    return draining;
  }

  /** Takes no more sessions, or takes them again. */
  void drain(boolean drains) {
    draining = drains;
  }

  /**
   * Starts something where there is room.
   *
   * @throws Refusal when there is none
   */
  <T> T taking(int living, Supplier<T> start) {
    reserve(living);
    try {
      return start.get();
    } finally {
      synchronized (this) {
        reserved--;
      }
    }
  }

  private synchronized void reserve(int living) {
    if (draining || living + reserved >= capacity) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          draining
              ? "The node is being drained and takes no new sessions"
              : "The node has room for %d sessions, and they are there".formatted(capacity),
          "Use another node, or target fleet");
    }
    reserved++;
  }
}
