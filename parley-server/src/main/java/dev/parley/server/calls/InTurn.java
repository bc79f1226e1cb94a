package dev.parley.server.calls;

import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.Turn;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls on one session take turns, whichever client makes them, so that each gets its own answer.
 */
public final class InTurn {
  private static final Map<Session, Semaphore> TURNS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private InTurn() {}

  /**
   * Does something with a session when those who came before are done.
   *
   * @param longest how long to wait for that
   */
  public static <T> T with(Session session, Duration longest, Supplier<T> doing) {
    var turn = TURNS.computeIfAbsent(session, _ -> new Semaphore(1, true));
    try {
      if (!turn.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new Refusal(
            Refusal.Code.BUSY,
            "Another call has session %s and did not end in time; nothing was done"
                .formatted(session.id()));
      }
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
    try {
      return doing.get();
    } finally {
      turn.release();
    }
  }

  /**
   * The same for typing, where only a line that waits for its answer stands in line. Keys stop what
   * another waits for, and who waits for something else, or for nothing, is in nobody's way. The
   * time in line is part of the time that the caller has.
   */
  static Turn typing(
      Session session, Input input, Waiting waiting, Function<Expectation, Turn> doing) {
    var expectation = waiting.expectation();
    if (!(input instanceof Input.Line)
        || !expectation.until().equals(Expectation.turn().until())
        || expectation.timeout().isZero()) {
      return doing.apply(expectation);
    }
    var began = System.nanoTime();
    return with(
        session,
        expectation.timeout(),
        () -> doing.apply(waiting.rest(Duration.ofNanos(System.nanoTime() - began))));
  }
}
