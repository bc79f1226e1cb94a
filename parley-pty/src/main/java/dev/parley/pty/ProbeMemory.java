package dev.parley.pty;

import java.util.HashMap;
import java.util.Map;

/**
 * What a probe remembers of one child from one look to the next: the threads of large programs, and
 * members of its group that only a look at the whole host has found.
 */
final class ProbeMemory {
  private static final int MAX_PROGRAMS = 64;
  private static final long FIRST_SCAN = 30_000_000;
  private static final long SCAN_EVERY = 100_000_000;

  /** A scan may cost this part of the time at most. */
  private static final int SCAN_SHARE = 50;

  /** The threads of one program, which its start tells from a later one of the same pid. */
  private static final class Program {
    final long start;
    final long[] threads;

    Program(long start, long[] threads) {
      this.start = start;
      this.threads = threads;
    }
  }

  private final long[] only = new long[1];
  private final Map<Long, Program> programs = new HashMap<>();
  private long[] strays = ProcReader.NONE;
  private long straysGroup;
  private long nextScan;
  private long client;
  private long server;

  /** Somebody who is not in front was found reading the terminal. */
  boolean unseen;

  ProbeMemory(long now) {
    nextScan = now + FIRST_SCAN;
  }

  /** The one thread of a program that has no other. */
  long[] only(long pid) {
    only[0] = pid;
    return only;
  }

  /**
   * The threads of a program, the main one first. Remembered while their number stays the same; who
   * finds one of them gone calls {@link #forget} and asks again.
   */
  long[] threads(long pid, ProcStat stat, ProcReader reader) {
    var known = programs.get(pid);
    if (known != null && known.start == stat.start() && known.threads.length == stat.threads()) {
      return known.threads;
    }
    var threads = reader.threads(pid);
    if (programs.size() >= MAX_PROGRAMS) {
      programs.clear();
    }
    programs.put(pid, new Program(stat.start(), threads));
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
    return straysGroup == group ? strays : ProcReader.NONE;
  }
}
