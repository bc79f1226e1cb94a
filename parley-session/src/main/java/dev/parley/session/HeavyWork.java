package dev.parley.session;

import dev.parley.pty.Priority;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Work that keeps a processor busy for long. Virtual threads are not interrupted in it, so that a
 * few such would keep all others waiting; it is done on threads of its own that give way to all
 * others, on half of the processors, and few at a time for one caller. Searches and exports take
 * these turns together.
 */
public final class HeavyWork {
  private static final int MOST_FOR_ONE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  static final Semaphore TURNS =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  private static final Map<String, Semaphore> PLACES = new ConcurrentHashMap<>();

  private HeavyWork() {}

  /** Does it, and waits until it is done. */
  public static <T> T done(Supplier<T> work) {
    var place =
        PLACES.computeIfAbsent(Asker.current().who(), _ -> new Semaphore(MOST_FOR_ONE, true));
    try {
      if (!place.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Refusal(
            Refusal.Code.LIMIT, "Too many exports of yours are being made", "Wait for one of them");
      }
      var result = new CompletableFuture<T>();
      start("parley-export", () -> work(work, result, place));
      return result.get();
    } catch (InterruptedException cancelled) {
      throw new WaitCancelledException();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case RuntimeException known -> throw known;
        case Error grave -> throw grave;
        case null, default -> throw new IllegalStateException(failed);
      }
    }
  }

  /** A thread for such work, which gives way to all others. */
  static Thread start(String name, Runnable work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              Priority.lower();
              work.run();
            });
  }

  private static <T> void work(Supplier<T> work, CompletableFuture<T> result, Semaphore place) {
    TURNS.acquireUninterruptibly();
    try {
      result.complete(work.get());
    } catch (RuntimeException | Error failed) {
      result.completeExceptionally(failed);
    } finally {
      TURNS.release();
      place.release();
    }
  }
}
