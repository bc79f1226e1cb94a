package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A few places for each caller, so that much work from one does not keep out the others. Callers
 * that have and want no place are forgotten.
 */
final class Places {
  private static final int FOR_ONE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Map<String, Room> rooms = new ConcurrentHashMap<>();

  /** One caller's places, and how many hold or wait for one. */
  private record Room(Semaphore places, int users) {}

  /** A place that is held until it is left. */
  @FunctionalInterface
  interface Place {
    void leave();
  }

  /**
   * Waits for a place of the current caller.
   *
   * @throws Refusal when none became free in time; it says that too many of these are under way
   */
  Place take(String these) {
    var who = Asker.current().who();
    var room =
        rooms.merge(
            who,
            new Room(new Semaphore(FOR_ONE, true), 1),
            (known, _) -> new Room(known.places, known.users + 1));
    var taken = false;
    try {
      taken = room.places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException cancelled) {
      throw new WaitCancelledException();
    } finally {
      if (!taken) {
        forget(who);
      }
    }
    if (!taken) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "Too many %s of yours are under way".formatted(these),
          "Wait for one of them to end");
    }
    return () -> {
      room.places.release();
      forget(who);
    };
  }

  /** How many callers have or want a place. */
  int callers() {
    return rooms.size();
  }

  private void forget(String who) {
    rooms.computeIfPresent(
        who, (_, room) -> room.users == 1 ? null : new Room(room.places, room.users - 1));
  }
}
