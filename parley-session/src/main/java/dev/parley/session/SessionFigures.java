package dev.parley.session;

import java.util.concurrent.atomic.LongAdder;

/** What all sessions of this process have done so far, for those who watch over it. */
public final class SessionFigures {
  private static final LongAdder BYTES = new LongAdder();
  private static final LongAdder PROBES = new LongAdder();
  private static final LongAdder PROBE_NANOS = new LongAdder();

  private SessionFigures() {}

  static void printed(int bytes) {
    BYTES.add(bytes);
  }

  static void probed(long nanos) {
    PROBES.increment();
    PROBE_NANOS.add(nanos);
  }

  /** How many bytes children have written. */
  public static long bytes() {
    return BYTES.sum();
  }

  /** How often the kernel was asked what a child is doing. */
  public static long probes() {
    return PROBES.sum();
  }

  /** How long that took in all. */
  public static long probeNanos() {
    return PROBE_NANOS.sum();
  }
}
