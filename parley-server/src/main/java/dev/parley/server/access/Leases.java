package dev.parley.server.access;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What callers hold open: requests that wait, streams, sockets. It lasts as long as what they were
 * let in with does; when a token is revoked or expires, or somebody logs out, it is ended.
 */
public final class Leases {
  private static final Duration ROUND = Duration.ofMillis(500);

  /** Something that is held open. */
  public interface Held {
    boolean isOpen();

    /** Ends it at once. */
    void end();
  }

  private final Predicate<Caller> good;
  private final Map<Held, Caller> held = new ConcurrentHashMap<>();
  private @Nullable Thread watcher;

  Leases(Predicate<Caller> good) {
    this.good = good;
  }

  /** From now on this lasts no longer than its caller's key; unless it is given up before. */
  public void add(Caller caller, Held one) {
    held.put(one, caller);
    if (!good.test(caller)) {
      one.end(); // revoked in this moment
    }
    watch();
  }

  public void remove(Held one) {
    held.remove(one);
  }

  /** How much a caller holds open. */
  public long of(Caller caller) {
    return held.entrySet().stream()
        .filter(entry -> entry.getValue().who().equals(caller.who()) && entry.getKey().isOpen())
        .count();
  }

  /** Ends what has no right to go on. */
  private void check() {
    held.forEach(
        (one, caller) -> {
          if (!one.isOpen()) {
            held.remove(one);
          } else if (!good.test(caller)) {
            held.remove(one);
            one.end();
          }
        });
  }

  private synchronized void watch() {
    if (watcher == null) {
      watcher = Thread.ofVirtual().name("leases").start(this::keepChecking);
    }
  }

  private void keepChecking() {
    try {
      while (true) {
        Thread.sleep(ROUND);
        check();
        synchronized (this) {
          if (held.isEmpty()) {
            watcher = null;
            return;
          }
        }
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
