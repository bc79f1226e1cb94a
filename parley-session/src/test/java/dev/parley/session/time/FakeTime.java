package dev.parley.session.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A time that a test plays. It stands still until its player waits, and then it is at once as late
 * as the player wanted; what the test has planned for a moment in between happens first, on the
 * player's thread. So a wait of an hour takes microseconds and always comes out the same. Whoever
 * else waits is woken when the player has brought the time there.
 */
public final class FakeTime implements TimeSource {
  private record Event(long at, int number, Runnable what) {}

  private final PriorityQueue<Event> planned =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingInt(Event::number));
  private final List<Duration> waits = new ArrayList<>();
  private long nanos;
  private int lastNumber;
  private Instant beginning = Instant.parse("2026-01-01T00:00:00Z");
  private final Queue<Thread> sleepers = new ConcurrentLinkedQueue<>();
  private final Optional<Thread> player;

  private FakeTime(Optional<Thread> player) {
    this.player = player;
  }

  /** The thread that makes it plays it. */
  public FakeTime() {
    this(Optional.of(Thread.currentThread()));
  }

  /** Whoever waits plays it; for a test of one thread that is not the test's own. */
  public static FakeTime playedByWhoeverWaits() {
    return new FakeTime(Optional.empty());
  }

  /** Plans something for a moment, counted from the beginning of this time. */
  public synchronized FakeTime at(Duration moment, Runnable what) {
    planned.add(new Event(moment.toNanos(), lastNumber++, what));
    return this;
  }

  public FakeTime at(long millis, Runnable what) {
    return at(Duration.ofMillis(millis), what);
  }

  /** How long this time has run. */
  public Duration elapsed() {
    return Duration.ofNanos(nanos());
  }

  /** How long those who waited wanted to, in their order. */
  public synchronized List<Duration> waits() {
    return List.copyOf(waits);
  }

  /** Somebody sets the date; how long things take is not touched by that. */
  public synchronized void setDate(Instant date) {
    beginning = date.minusNanos(nanos);
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant instant() {
    return beginning.plusNanos(nanos);
  }

  /** Lets time pass, and whatever was planned happen. */
  public void advance(Duration time) {
    var end = nanos() + time.toNanos();
    while (playNext(end)) {}
  }

  @Override
  public void pause(Duration time) {
    if (plays()) {
      note(time.toNanos());
      advance(time);
    } else {
      var end = nanos() + time.toNanos();
      while (nanos() < end && !Thread.currentThread().isInterrupted()) {
        sleepUntil(end);
      }
    }
  }

  @Override
  public void park(Object blocker, long longest) {
    var end = nanos() + Math.min(longest, Duration.ofDays(365).toNanos());
    if (plays()) {
      note(longest);
      playNext(end);
    } else {
      sleepUntil(end);
    }
  }

  private boolean plays() {
    return player.map(thread -> thread == Thread.currentThread()).orElse(true);
  }

  private synchronized void note(long wait) {
    waits.add(Duration.ofNanos(wait));
  }

  private void sleepUntil(long end) {
    sleepers.add(Thread.currentThread());
    if (nanos() < end) {
      LockSupport.park(this);
    }
    sleepers.remove(Thread.currentThread());
  }

  /** Goes on to the next thing planned, or to the end if there is none before; false then. */
  private boolean playNext(long end) {
    @Nullable Event next;
    synchronized (this) {
      next = planned.peek();
      if (next == null || next.at() > end) {
        nanos = Math.max(nanos, end);
        next = null;
      } else {
        planned.remove();
        nanos = Math.max(nanos, next.at());
      }
    }
    sleepers.forEach(LockSupport::unpark);
    if (next != null) {
      next.what().run();
    }
    return next != null;
  }
}
