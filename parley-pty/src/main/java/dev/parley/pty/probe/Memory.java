package dev.parley.pty.probe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** The numbers that they have for themselves; null while nobody has asked. */
    long @Nullable [] inner;

    Known(long start, long[] threads) {
      this.start = start;
      this.threads = threads;
    }
  }

  /** What a process has done since some look, and since when it has been seen to rest. */
  private static final class Effort {
    long at;
    long worked;
    int looks;
    int running;
    boolean resting;
    long restSince;
  }

  /** Who has been in one call for this long, and has used no processor, has settled. */
  private static final long SETTLED = 15_000_000;

  /** Who has done nothing for this long rests. */
  private static final long REST = 40_000_000;

  /** The shortest time over which it is measured how much a process works. */
  private static final long MEASURED = 8_000_000;

  /** And the fewest looks. */
  private static final int LOOKS = 3;

  /** A process that uses this part of a processor works, in percent. */
  private static final long BUSY_PERCENT = 20;

  /** So does one found running at this part of the looks; on a busy machine it may get little. */
  private static final long RUNNING_PERCENT = 60;

  private final Map<Long, Effort> efforts = new HashMap<>();
  private final Map<Long, Known> programs = new HashMap<>();
  private long[] strays = Kernel.NONE;
  private long straysGroup;
  private long nextScan;
  private long client;
  private long server;

  private long lastTyped;
  private long lastPrinted;
  private long signalled;
  private boolean unseen;

  private @Nullable Sighting settling;
  private long settlingWorked;
  private long settlingSince;
  private int settlingLooks;
  private final Map<Long, Integer> timers = new HashMap<>();
  private final Map<Long, Integer> timersBefore = new HashMap<>();
  private final Set<Long> rounds = new HashSet<>();
  private long roundsOf;
  private long round = ProcessSeen.NO_ROUND;
  private final Map<Long, Boolean> ancestors = new HashMap<>();
  private long transfersOf;
  private long transfers;

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

  /** Which thread has a number for its own program; the number itself where they are the same. */
  long outerNumber(long pid, long[] threads, long number, Kernel kernel) {
    var known = programs.get(pid);
    if (known == null || known.threads != threads || number <= 1) {
      return number;
    }
    var inner = known.inner;
    if (inner == null) {
      inner = new long[threads.length];
      for (var i = 0; i < inner.length; i++) {
        // Only in a namespace of its own they differ, and then the first does.
        var same = i > 0 && inner[0] == threads[0];
        inner[i] = same ? threads[i] : kernel.innerNumber(pid, threads[i]);
      }
      known.inner = inner;
    }
    for (var i = 0; i < inner.length; i++) {
      if (inner[i] == number) {
        return threads[i];
      }
    }
    return number;
  }

  void forget(long pid) {
    programs.remove(pid);
  }

  /** Something was typed or printed; how anybody rested before says nothing of what comes now. */
  void news(long typed, long printed) {
    if (typed != lastTyped) {
      rounds.add(round);
      timersBefore.clear();
      timersBefore.putAll(timers);
      timers.clear();
    }
    if (typed != lastTyped || printed != lastPrinted) {
      settling = null;
      transfersOf = 0;
      lastTyped = typed;
      lastPrinted = printed;
      efforts.clear();
    }
  }

  /**
   * Whether a process works, by the processor time it has used between looks. The state of an
   * instant says little of a program with many threads, some of which wake now and then.
   */
  boolean isBusy(long pid, long worked, boolean onProcessor, long now) {
    var effort = efforts.get(pid);
    if (effort == null) {
      if (efforts.size() >= MAX_PROGRAMS) {
        efforts.clear();
      }
      effort = new Effort();
      effort.at = now;
      effort.worked = worked;
      efforts.put(pid, effort);
    }
    effort.looks++;
    effort.running += onProcessor ? 1 : 0;
    var passed = now - effort.at;
    if (passed >= MEASURED && effort.looks >= LOOKS) {
      var busy =
          (worked - effort.worked) * 100 > passed * BUSY_PERCENT
              || effort.running * 100L > effort.looks * RUNNING_PERCENT;
      if (!busy && !effort.resting) {
        effort.restSince = effort.at;
      }
      effort.resting = !busy;
      effort.at = now;
      effort.worked = worked;
      effort.looks = 0;
      effort.running = 0;
    }
    // Rest must have been seen: on a busy machine looks may be few.
    return onProcessor || !effort.resting || now - effort.restSince < REST;
  }

  /**
   * Whether a thread has been in the same call for some looks while no thread of its process has
   * used a processor. Who only got none would have been found running.
   */
  boolean isSettled(Sighting sighting, long worked, boolean onProcessor, long now) {
    var before = settling;
    var same =
        before != null
            && before.tid() == sighting.tid()
            && before.waits().call() == sighting.waits().call()
            && worked == settlingWorked
            && !onProcessor;
    if (!same) {
      settlingSince = now;
      settlingLooks = 0;
    }
    settling = sighting;
    settlingWorked = worked;
    settlingLooks++;
    return settlingLooks >= LOOKS && now - settlingSince >= SETTLED;
  }

  /**
   * Whether more threads of a process wait for a distant point in time than did when something was
   * typed last. Of a process that was not known then, nothing can be said.
   */
  boolean hasNewTimer(long pid, int count) {
    if (timers.size() < MAX_PROGRAMS) {
      timers.put(pid, count);
    }
    return count > timersBefore.getOrDefault(pid, Integer.MAX_VALUE);
  }

  /** The same of a process that the reader has started; one that was not there then had none. */
  boolean hasNewTimerBelow(long pid, int count) {
    var known = hasNewTimer(pid, count);
    return timersBefore.containsKey(pid) ? known : lastTyped > 0 && count > 0;
  }

  /**
   * Whether the loop of a process waits for a while for which it has never waited when something
   * was typed. At rest a loop has few of those, such as the time after which it saves.
   */
  boolean isNewRound(long pid, long nanos) {
    if (pid != roundsOf || rounds.size() > MAX_PROGRAMS) {
      roundsOf = pid;
      rounds.clear();
    }
    round = nanos;
    return nanos != ProcessSeen.NO_ROUND && !rounds.isEmpty() && !rounds.contains(nanos);
  }

  /** Whether a connection leads to a process that has started its holder; null when not known. */
  @Nullable Boolean leadsToAncestor(long socket) {
    return ancestors.get(socket);
  }

  void leadsToAncestor(long socket, boolean found) {
    if (ancestors.size() >= MAX_PROGRAMS) {
      ancestors.clear();
    }
    ancestors.put(socket, found);
  }

  /** Whether a process has read or written anything since something was typed or printed. */
  boolean hasTransferred(long pid, long count) {
    if (pid != transfersOf) {
      transfersOf = pid;
      transfers = count;
    }
    return count < 0 || count != transfers;
  }

  /** The process that was found to have asked for signals when there is input; or 0. */
  long signalled() {
    return signalled;
  }

  void signalled(long pid) {
    signalled = pid;
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
