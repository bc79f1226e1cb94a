package dev.parley.session;

import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * How long ago something was, by a clock that nobody sets: once noted, the date of the host may
 * jump as it likes.
 */
final class Since {
  private final Instant date;
  private final TimeSource time;
  private final long then;

  private Since(Instant date, TimeSource time, long then) {
    this.date = date;
    this.time = time;
    this.then = then;
  }

  /**
   * Since a date that this process or an earlier one has noted. That is asked of the dates once,
   * and one that lies ahead counts as now.
   */
  static Since of(Instant when, TimeSource time) {
    var before = Duration.between(when, time.instant());
    return new Since(
        when, time, time.nanos() - (before.isNegative() ? 0 : before.toSeconds() * 1_000_000_000L));
  }

  /** When that was, as it was noted. */
  Instant date() {
    return date;
  }

  Duration elapsed() {
    return time.since(then);
  }
}
