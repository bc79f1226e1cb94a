package dev.parley.server.access;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What callers hold open: requests that wait, streams, sockets. It lasts as long as what they were
 * let in with does; when a token is revoked or expires, or somebody logs out, it is ended.
 *
 * <p>Keys are files, which other processes change too. The kernel tells of it, and the next one to
 * expire is waited for; in between nothing is looked at.
 */
public final class Leases {
  private static final Logger LOG = Logger.getLogger(Leases.class.getName());
  private static final Duration LONGEST_NAP = Duration.ofHours(1);

  /** Where the kernel has no more watches to give, there is nothing but to look. */
  private static final Duration ROUND = Duration.ofMillis(500);

  /** Something that is held open. */
  public interface Held {
    boolean isOpen();

    /** Ends it at once. */
    void end();
  }

  private final Path folder;
  private final InstantSource clock;
  private final Runnable forget;
  private final Function<Caller, Optional<Instant>> goodUntil;
  private final Map<Held, Caller> held = new ConcurrentHashMap<>();
  private @Nullable Thread watcher;
  private volatile Instant next = Instant.MAX;

  /**
   * Leases of callers.
   *
   * @param folder where keys are kept
   * @param forget forgets what was known of keys, because it has changed
   * @param goodUntil until when a caller's key is good; nothing when it is not, as of now
   */
  Leases(
      Path folder,
      InstantSource clock,
      Runnable forget,
      Function<Caller, Optional<Instant>> goodUntil) {
    this.folder = folder;
    this.clock = clock;
    this.forget = forget;
    this.goodUntil = goodUntil;
  }

  /** From now on this lasts no longer than its caller's key; unless it is given up before. */
  public void add(Caller caller, Held one) {
    watch(); // first: what changes from now on is seen
    held.put(one, caller);
    var until = goodUntil.apply(caller);
    if (until.isEmpty()) {
      held.remove(one);
      one.end(); // revoked in this moment
    } else if (until.get().isBefore(next)) {
      wake();
    }
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

  /** Ends what has no right to go on, and says when the next one will have none. */
  private Instant check() {
    var soonest = Instant.MAX;
    for (var one : List.copyOf(held.keySet())) {
      var caller = held.get(one);
      var until = caller == null ? Optional.of(Instant.MAX) : goodUntil.apply(caller);
      if (until.isEmpty() || !one.isOpen()) {
        held.remove(one);
        one.end();
      } else if (until.get().isBefore(soonest)) {
        soonest = until.get();
      }
    }
    return soonest;
  }

  private synchronized void watch() {
    if (watcher == null) {
      var changes = changes();
      forget.run();
      watcher =
          Thread.ofPlatform().daemon().name("parley-leases").start(() -> keepChecking(changes));
    }
  }

  private synchronized void wake() {
    if (watcher != null) {
      watcher.interrupt();
    }
  }

  private Optional<WatchService> changes() {
    try {
      var changes = folder.getFileSystem().newWatchService();
      folder.register(
          changes,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_DELETE,
          StandardWatchEventKinds.ENTRY_MODIFY);
      return Optional.of(changes);
    } catch (IOException | UnsupportedOperationException none) {
      LOG.log(Level.WARNING, "Keys are looked at twice a second: changes cannot be heard of", none);
      return Optional.empty();
    }
  }

  private void keepChecking(Optional<WatchService> changes) {
    while (true) {
      try {
        forget.run(); // before the look: who is let in later is looked at anew
        next = check();
        var now = clock.instant();
        var soon = next.isBefore(now.plus(LONGEST_NAP));
        nap(changes, soon ? Duration.between(now, next).plusMillis(1) : LONGEST_NAP);
      } catch (InterruptedException sooner) {
        // Somebody has come whose key expires before the others'.
      } catch (RuntimeException failed) {
        LOG.log(Level.SEVERE, "Keys could not be looked at", failed);
      }
    }
  }

  private static void nap(Optional<WatchService> changes, Duration longest)
      throws InterruptedException {
    if (changes.isEmpty()) {
      Thread.sleep(longest.compareTo(ROUND) < 0 ? longest : ROUND);
      return;
    }
    var heard = changes.get().poll(Math.max(1, longest.toMillis()), TimeUnit.MILLISECONDS);
    if (heard != null) {
      heard.pollEvents();
      heard.reset();
    }
  }
}
