package dev.parley.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * How long ago something was, by a clock that nobody sets: once noted, the date of the host may
 * jump as it likes.
 */
final class Since {
  private final LongSupplier nanos;
  private final long then;

  private Since(LongSupplier nanos, long then) {
    this.nanos = nanos;
    this.then = then;
  }

  static Since of(Instant when) {
    return of(when, InstantSource.system(), System::nanoTime);
  }

  /**
   * Since a date that this process or an earlier one has noted. That is asked of the dates once,
   * and one that lies ahead counts as now.
   */
  static Since of(Instant when, InstantSource dates, LongSupplier nanos) {
    var before = Duration.between(when, dates.instant());
    return new Since(
        nanos, nanos.getAsLong() - (before.isNegative() ? 0 : before.toSeconds() * 1_000_000_000L));
  }

  Duration elapsed() {
    return Duration.ofNanos(nanos.getAsLong() - then);
  }
}
