package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Who waits on one session. Many waits cost little more than one: whoever came first asks the
 * kernel again and again, the others ask rarely and are woken when the kernel says something else.
 */
final class Waiters {
  /** So many waits of one caller on one session; more would tell it nothing. */
  static final int MOST_FOR_ONE = 64;

  /** The others ask at most so many times more rarely than the first. */
  private static final int RARELY = 10;

  private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> places = new HashMap<>(); // guarded by this
  private volatile int size;

  /**
   * Takes a place for somebody's wait.
   *
   * @throws Refusal when they have too many
   */
  synchronized void enter(String who) {
    if (places.getOrDefault(who, 0) >= MOST_FOR_ONE) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "%d waits of yours are under way on this session, which is the most"
              .formatted(MOST_FOR_ONE),
          "Wait for one of them to return");
    }
    places.merge(who, 1, Integer::sum);
  }

  /** Gives the place back. */
  synchronized void exit(String who) {
    places.computeIfPresent(who, (_, taken) -> taken > 1 ? taken - 1 : null);
  }

  /** A thread begins to wait. */
  void come(Thread thread) {
    threads.add(thread);
    size = threads.size();
  }

  /** A thread has waited; if it was the first, another is now. */
  void go(Thread thread) {
    var first = leads(thread);
    threads.remove(thread);
    size = threads.size();
    if (first) {
      LockSupport.unpark(threads.peek());
    }
  }

  private boolean leads(Thread thread) {
    return threads.peek() == thread;
  }

  /** How many times more rarely this thread may ask than if it were alone. */
  int patience(Thread thread) {
    return size <= 1 || leads(thread) ? 1 : Math.min(size, RARELY);
  }

  /** Wakes all, because the kernel says something else than before. */
  void wake() {
    if (size > 1) {
      threads.forEach(LockSupport::unpark);
    }
  }
}
