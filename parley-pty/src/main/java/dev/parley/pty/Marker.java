package dev.parley.pty;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The entry that every child finds in its environment and hands on to what it starts. It is how we
 * know our own again after they have left their session and their parent.
 */
final class Marker {
  private static final AtomicLong COUNT = new AtomicLong();
  private static final String OURS =
      "PARLEY_SID=%d-%s-"
          .formatted(ProcessHandle.current().pid(), Long.toString(System.nanoTime(), 36));

  private Marker() {}

  /** The next entry, as {@code PARLEY_SID=…}; no two are alike. */
  static String next() {
    return OURS + COUNT.incrementAndGet();
  }

  /** What stands behind the name, fit for the name of a file. */
  static String value(String marker) {
    return marker.substring(marker.indexOf('=') + 1);
  }

  /** The entry a process carries, if this process gave it; empty otherwise. */
  static String of(int pid) {
    var environment = environment(pid);
    // For a moment inside exec a process has no environment at all. It may be ours, so look again.
    for (var tries = 0; environment.isEmpty() && tries < 500; tries++) {
      LockSupport.parkNanos(100_000);
      environment = environment(pid);
    }
    return find(environment, OURS);
  }

  /** Whether a process carries an entry that may be of an earlier daemon. */
  static boolean isCarried(int pid, String marker) {
    return find(environment(pid), marker).equals(marker);
  }

  private static String environment(int pid) {
    return Text.of("/proc/" + pid + "/environ");
  }

  private static String find(String environment, String beginning) {
    var at = environment.startsWith(beginning) ? 0 : environment.indexOf("\0" + beginning) + 1;
    if (at == 0 && !environment.startsWith(beginning)) {
      return "";
    }
    var end = environment.indexOf('\0', at);
    return environment.substring(at, end < 0 ? environment.length() : end);
  }
}
