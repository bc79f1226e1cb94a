package dev.parley.pty;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The entry that every child finds in its environment and hands on to what it starts. It is how we
 * know our own again after they have left their session and their parent.
 */
final class Marker {
  private static final String NAME = "PARLEY_SID";
  private static final AtomicLong COUNT = new AtomicLong();
  private static final String PROCESS =
      ProcessHandle.current().pid() + "-" + Long.toString(System.nanoTime(), 36);

  private Marker() {}

  /** The next entry, as {@code PARLEY_SID=…}; no two are alike. */
  static String next() {
    return NAME + "=" + PROCESS + "-" + COUNT.incrementAndGet();
  }
}
