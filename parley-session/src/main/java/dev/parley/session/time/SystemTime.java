package dev.parley.session.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clocks of this host. */
final class SystemTime implements TimeSource {
  static final TimeSource INSTANCE = new SystemTime();

  private SystemTime() {}

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public void park(Object blocker, long nanos) {
    LockSupport.parkNanos(blocker, nanos);
  }

  @Override
  public void pause(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }
}
