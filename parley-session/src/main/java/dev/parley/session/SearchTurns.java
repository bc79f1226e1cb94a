package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Where long searches run: on threads of their own, so that no virtual thread waits for them, and
 * in turns of a few milliseconds on half of the processors, first come first served. A caller has
 * few searches under way at a time, so that many from one are no more than few from another.
 */
final class SearchTurns {
  /** How long a turn is. */
  static final long SLICE = Duration.ofMillis(10).toNanos();

  static final TimeSource TIME = TimeSource.system(); // of processors, which no test moves

  private static final Places PLACES = new Places();

  private SearchTurns() {}

  /** Runs a search; it calls {@link #pause} now and then. */
  static <T> T run(Search.Budget budget, Supplier<T> search) {
    var place = PLACES.take("long searches");
    var found = new CompletableFuture<T>();
    var thread =
        HeavyWork.start(
            "parley-search",
            () -> {
              try {
                found.complete(inTurns(budget, search));
              } catch (RuntimeException | Error failed) {
                found.completeExceptionally(failed);
              } finally {
                place.leave();
              }
            });
    return result(found, thread);
  }

  private static <T> T result(CompletableFuture<T> found, Thread thread) {
    try {
      return found.get();
    } catch (InterruptedException cancelled) {
      thread.interrupt();
      throw new WaitCancelledException();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case Search.Spent _ ->
            throw new Refusal(
                Refusal.Code.LIMIT,
                "This pattern takes too long on so much text",
                "Use a simpler pattern, or search less at once");
        case RuntimeException known -> throw known;
        case Error grave -> throw grave;
        case null, default -> throw new IllegalStateException(failed);
      }
    }
  }

  private static <T> T inTurns(Search.Budget budget, Supplier<T> search) {
    var turn = new Hold(budget);
    turn.begin();
    CURRENT.set(turn);
    try {
      return search.get();
    } finally {
      CURRENT.remove();
      turn.end();
    }
  }

  /** Lets others have their turn, and waits for the next. */
  static void pause(Search.Budget budget) {
    var turn = CURRENT.get();
    if (turn == null || turn.budget != budget) {
      throw new Search.Spent(); // the text was kept and read outside the search
    }
    turn.end();
    if (Thread.currentThread().isInterrupted()) {
      turn.begun = 0;
      throw new WaitCancelledException();
    }
    turn.begin();
  }

  private static final ThreadLocal<Hold> CURRENT = new ThreadLocal<>();

  /** One search's hold on a processor. */
  private static final class Hold {
    private final Search.Budget budget;
    private long begun;

    Hold(Search.Budget budget) {
      this.budget = budget;
    }

    void begin() {
      HeavyWork.TURNS.acquireUninterruptibly();
      begun = TIME.nanos();
      budget.begin();
    }

    void end() {
      if (begun != 0) {
        budget.spend(TIME.nanos() - begun);
        begun = 0;
        HeavyWork.TURNS.release();
      }
    }
  }
}
