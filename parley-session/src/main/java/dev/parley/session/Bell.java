package dev.parley.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes whoever waits for news of a session. Ringing never blocks and costs next to nothing while
 * nobody listens.
 *
 * <p>To miss nothing: take the {@link #count}, look at what you care about, then park unless the
 * count has moved. The keeper is woken only while nobody listens, because listeners do its work.
 */
final class Bell {
  private final AtomicLong count = new AtomicLong();
  private final ConcurrentLinkedQueue<Thread> listeners = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Thread keeper;
  private volatile @Nullable Thread observer;

  long count() {
    return count.get();
  }

  void ring() {
    count.incrementAndGet();
    var heard = false;
    for (var listener : listeners) {
      LockSupport.unpark(listener);
      heard = true;
    }
    if (!heard) {
      LockSupport.unpark(keeper);
    }
    wakeObserver();
  }

  /** One who is woken too and does none of the work; nobody when null. */
  void observer(@Nullable Thread thread) {
    observer = thread;
  }

  /** Something changed of which those who wait will hear by themselves. */
  void nudge() {
    count.incrementAndGet();
    wakeObserver();
  }

  void wakeObserver() {
    var waiting = observer;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  void keeper(Thread thread) {
    keeper = thread;
    LockSupport.unpark(thread);
  }

  void listen(Thread thread) {
    listeners.add(thread);
  }

  /** Stops listening; whoever does must see to it that nothing it was woken for is left undone. */
  void leave(Thread thread) {
    listeners.remove(thread);
  }

  void wakeKeeper() {
    LockSupport.unpark(keeper);
  }
}
