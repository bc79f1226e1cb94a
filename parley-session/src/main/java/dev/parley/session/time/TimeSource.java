package dev.parley.session.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * What time it is, and a way to let it pass. Dates say when something was, for people and for the
 * disk; nanoseconds say how long something takes, and nobody sets them.
 */
public interface TimeSource extends InstantSource {

  /** The time of this host. */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }

  /** Nanoseconds since some moment; only differences mean something. */
  long nanos();

  @Override
  Instant instant();

  /**
   * Waits until somebody unparks the thread, it is interrupted, or so many nanoseconds have passed;
   * it may also return earlier, so look before waiting again.
   *
   * @param blocker what the thread waits for, for those who look at its stack
   */
  void park(Object blocker, long nanos);

  /** Waits for all of this time, whoever unparks the thread; only an interrupt ends it early. */
  void pause(Duration time);

  /** How long ago a moment was. */
  default Duration since(long moment) {
    return Duration.ofNanos(nanos() - moment);
  }
}
