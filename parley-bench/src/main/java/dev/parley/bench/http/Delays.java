package dev.parley.bench.http;

import java.util.Arrays;
import java.util.Locale;

/** Delays that were measured, by any number of threads. */
public final class Delays {
  private long[] nanos = new long[1 << 16];
  private int count;

  public synchronized void add(long delay) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = delay;
  }

  synchronized void clear() {
    count = 0;
  }

  public synchronized int count() {
    return count;
  }

  /** The delay that so many in a hundred do not exceed, in milliseconds. */
  public synchronized double percentile(double percent) {
    var sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return count == 0 ? 0 : sorted[(int) Math.min(count - 1, count * percent / 100)] / 1e6;
  }

  String shown() {
    return String.format(
        Locale.ROOT, "%.2f / %.2f / %.2f", percentile(50), percentile(99), percentile(100));
  }
}
