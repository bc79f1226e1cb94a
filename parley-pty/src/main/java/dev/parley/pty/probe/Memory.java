package dev.parley.pty.probe;

import java.util.HashMap;
import java.util.Map;

/**
 * What a probe remembers of one child from one look to the next: the threads of large programs, and
 * members of its group that only a look at the whole host has found.
 */
final class Memory {
  private static final int MAX_PROGRAMS = 64;
  private static final long FIRST_SCAN = 30_000_000;
  private static final long SCAN_EVERY = 100_000_000;

  /** A scan may cost this part of the time at most. */
  private static final int SCAN_SHARE = 50;

  /** The threads of one program, which its start tells from a later one of the same pid. */
  private static final class Known {
    final long start;
    final long[] threads;

    Known(long start, long[] threads) {
      this.start = start;
      this.threads = threads;
    }
  }

  private final Map<Long, Known> programs = new HashMap<>();
  private long[] strays = Kernel.NONE;
  private long straysGroup;
  private long nextScan;
  private long client;
  private long server;

  private boolean unseen;

  Memory(long now) {
    nextScan = now + FIRST_SCAN;
  }

  /**
   * The threads of a program, the main one first. Remembered while their number stays the same; who
   * finds one of them gone calls {@link #forget} and asks again.
   */
  long[] threads(long pid, Stat stat, Kernel kernel) {
    if (stat.threads() <= 1) {
      return new long[] {pid};
    }
    var known = programs.get(pid);
    if (known != null && known.start == stat.start() && known.threads.length == stat.threads()) {
      return known.threads;
    }
    var threads = kernel.threads(pid);
    if (programs.size() >= MAX_PROGRAMS) {
      programs.clear();
    }
    programs.put(pid, new Known(stat.start(), threads));
    return threads;
  }

  void forget(long pid) {
    programs.remove(pid);
  }

  /** Whether the whole host may be looked at now. */
  boolean mayScan(long now) {
    return now - nextScan >= 0;
  }

  void scanned(long group, long[] found, long began, long now) {
    strays = found;
    straysGroup = group;
    nextScan = now + Math.max(SCAN_EVERY, (now - began) * SCAN_SHARE);
  }

  /** The process to which a client has handed its terminal, as far as it was found; or 0. */
  long server(long ofClient) {
    return ofClient == client ? server : 0;
  }

  void served(long theClient, long theServer) {
    client = theClient;
    server = theServer;
  }

  long[] strays(long group) {
    return straysGroup == group ? strays : Kernel.NONE;
  }

  /** Whether somebody who is not in front was found reading the terminal. */
  boolean unseen() {
    return unseen;
  }

  void unseen(boolean found) {
    unseen = found;
  }
}
