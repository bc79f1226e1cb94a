package dev.parley.server.calls;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made anew when it is older than a moment. */
public final class Moment<T> {
  private static final long FRESH = Duration.ofMillis(8).toNanos();

  private @Nullable T value;
  private long madeAt;

  /** Nothing yet. */
  public Moment() {}

  /** The value, made by whoever asks first; the others wait for it. */
  public synchronized T get(Supplier<T> making) {
    var kept = value;
    if (kept == null || System.nanoTime() - madeAt > FRESH) {
      kept = making.get();
      value = kept;
      madeAt = System.nanoTime();
    }
    return kept;
  }
}
