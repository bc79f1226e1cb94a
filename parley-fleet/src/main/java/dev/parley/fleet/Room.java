package dev.parley.fleet;

import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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

  /** Waits until all sessions have ended or the time is over; how many are left. */
  int emptied(Duration longest) throws InterruptedException {
    var deadline = System.nanoTime() + longest.toNanos();
    for (var next = anyLiving(); next.isPresent(); next = anyLiving()) {
      if (!hasEnded(next.get(), deadline)) {
        return living();
      }
    }
    return 0;
  }

  private Optional<Session> anyLiving() {
    return sessions.list().stream().filter(session -> !session.over()).findFirst();
  }

  private static boolean hasEnded(Session session, long deadline) throws InterruptedException {
    var news = new Semaphore(1);
    try (var _ = session.stateWatch().listen(news::release)) {
      while (news.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        news.drainPermits();
        if (session.over()) {
          return true;
        }
      }
    }
    return false;
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
