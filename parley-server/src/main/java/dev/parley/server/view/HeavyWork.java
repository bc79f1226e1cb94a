package dev.parley.server.view;

import dev.parley.session.Asker;
import dev.parley.session.WaitCancelledException;
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
 * few such would keep all others waiting; it is done on threads of its own, on half of the
 * processors, and few at a time for one caller.
 */
final class HeavyWork {
  private static final int MOST_FOR_ONE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Semaphore TURNS =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  private static final Map<String, Semaphore> PLACES = new ConcurrentHashMap<>();

  private HeavyWork() {}

  static <T> T done(Supplier<T> work) {
    var place =
        PLACES.computeIfAbsent(Asker.current().who(), _ -> new Semaphore(MOST_FOR_ONE, true));
    try {
      if (!place.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Refusal(
            Refusal.Code.LIMIT, "Too many exports of yours are being made", "Wait for one of them");
      }
      var result = new CompletableFuture<T>();
      Thread.ofPlatform().daemon().name("parley-export").start(() -> work(work, result, place));
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
