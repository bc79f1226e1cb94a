package dev.parley.session;

import dev.parley.pty.Priority;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Work that keeps a processor busy for long. Virtual threads are not interrupted in it, so that a
 * few such would keep all others waiting; it is done on threads of its own that give way to all
 * others, on half of the processors, and few at a time for one caller. Searches and exports take
 * these turns together.
 */
public final class HeavyWork {
  static final Semaphore TURNS =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  private static final Places PLACES = new Places();

  private HeavyWork() {}

  /** Does it, and waits until it is done. */
  public static <T> T done(Supplier<T> work) {
    var place = PLACES.take("exports");
    var result = new CompletableFuture<T>();
    start("parley-export", () -> work(work, result, place));
    try {
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

  private static <T> void work(Supplier<T> work, CompletableFuture<T> result, Places.Place place) {
    TURNS.acquireUninterruptibly();
    try {
      result.complete(work.get());
    } catch (RuntimeException | Error failed) {
      result.completeExceptionally(failed);
    } finally {
      TURNS.release();
      place.leave();
    }
  }
}
