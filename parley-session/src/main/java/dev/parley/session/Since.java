package dev.parley.session;

import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * How long ago something was, by a clock that nobody sets: once noted, the date of the host may
 * jump as it likes.
 */
final class Since {
  private final TimeSource time;
  private final long then;

  private Since(TimeSource time, long then) {
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
        time, time.nanos() - (before.isNegative() ? 0 : before.toSeconds() * 1_000_000_000L));
  }

  Duration elapsed() {
    return time.since(then);
  }
}
