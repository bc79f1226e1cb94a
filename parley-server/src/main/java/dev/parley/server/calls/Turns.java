package dev.parley.server.calls;

import java.util.concurrent.atomic.LongAdder;

/** How long turns took: from a call that types to its answer, counted by length. */
public final class Turns {
  private static final double[] BOUNDS = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final LongAdder[] counts = new LongAdder[BOUNDS.length + 1];
  private final LongAdder nanos = new LongAdder();

  public Turns() {
    for (var at = 0; at < counts.length; at++) {
      counts[at] = new LongAdder();
    }
  }

  public void took(long length) {
    nanos.add(length);
    var at = 0;
    while (at < BOUNDS.length && length > BOUNDS[at] * 1e9) {
      at++;
    }
    counts[at].increment();
  }

  /** A histogram as Prometheus writes it. */
  public String histogram(String name) {
    var text = new StringBuilder();
    var sum = 0L;
    for (var at = 0; at < counts.length; at++) {
      sum += counts[at].sum();
      var bound = at < BOUNDS.length ? Double.toString(BOUNDS[at]) : "+Inf";
      text.append("%s_bucket{le=\"%s\"} %d\n".formatted(name, bound, sum));
    }
    return text.append("%s_sum %s\n".formatted(name, nanos.sum() / 1e9))
        .append("%s_count %d\n".formatted(name, sum))
        .toString();
  }
}
