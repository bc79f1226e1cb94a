package dev.parley.pty;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A look at everyone in front of a terminal: each thread of each process of the foreground group,
 * and who among them waits for the terminal.
 *
 * <p>The members of a group are rarely all children of its leader: the shell starts a pipeline's
 * processes side by side. So they are found by walking down from the session's first process.
 */
final class ProbeGroup {
  private static final int MAX_PROCESSES = 4096;
  private static final long OURSELVES = ProcessHandle.current().pid();

  /** The parent of all threads of the kernel. */
  private static final long KTHREADD = 2;

  /** A 32-bit program's stack is below this; its calls have other numbers. */
  private static final long LOW_STACK = 1L << 32;

  private final ProcReader reader;
  private final ProbeMemory memory;
  private final ProbeTerminal terminal;
  private final ProbeWait wait;
  private final long group;
  private final Set<Long> visited = new HashSet<>();
  private long[] foreigners = new long[4];
  private int foreignerCount;
  private @Nullable ProcStat leader;

  int members;
  int stopped;

  /** Members that run or wait for a device, beside the one that waits for the terminal. */
  int running;

  /** Members we may not look into. */
  int opaque;

  /** One of those does not sleep. */
  boolean opaqueAwake;

  /** All of those have one thread. */
  boolean opaqueSingle = true;

  /** A member waits for an io_uring, which may hold a read of the terminal or anything else. */
  boolean ring;

  /** A process further down has another terminal. */
  boolean inner;

  /** The kernel lists no children, so that a walk finds nobody. */
  boolean childless;

  private final Set<Long> parents = new HashSet<>();
  private final Set<Long> parentsOfMembers = new HashSet<>();

  @Nullable ProbeSighting best;

  /** A member that waits for a local socket and not for the terminal. */
  long socketHolder;

  List<Integer> sockets = List.of();

  ProbeGroup(ProcReader reader, ProbeMemory memory, ProbeTerminal terminal, long group) {
    this.reader = reader;
    this.memory = memory;
    this.terminal = terminal;
    this.group = group;
    this.wait = new ProbeWait(reader, terminal);
  }

  /** Looks at the group's leader first: mostly it is the one, and often the only one. */
  void lookAtLeader() {
    visit(group);
  }

  /** Looks at every process from {@code root} down. */
  void walk(long root) {
    var stack = new long[16];
    var depth = 0;
    stack[depth++] = root;
    while (depth > 0 && visited.size() < MAX_PROCESSES) {
      var pid = stack[--depth];
      var stat = visit(pid);
      if (stat == null) {
        continue;
      }
      for (var tid : threads(pid, stat)) {
        var children = reader.children(pid, tid);
        if (children == null) {
          childless |= pid == tid && !reader.refused;
          continue;
        }
        if (depth + children.length > stack.length) {
          stack = Arrays.copyOf(stack, Math.max(stack.length * 2, depth + children.length));
        }
        System.arraycopy(children, 0, stack, depth, children.length);
        depth += children.length;
      }
    }
  }

  /** Looks at every process of the host for members a walk cannot reach. */
  long[] scan() {
    var found = new long[4];
    var count = 0;
    for (var pid : reader.processes()) {
      if (visited.contains(pid)) {
        continue;
      }
      var stat = reader.stat(pid);
      if (stat != null && stat.group() == group && !gone(stat)) {
        if (count == found.length) {
          found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = pid;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Looks at processes further down that have a session of their own and no terminal of their own.
   */
  void lookAtForeigners() {
    for (var i = 0; i < foreignerCount; i++) {
      var stat = reader.stat(foreigners[i]);
      if (stat != null && !gone(stat)) {
        look(foreigners[i], stat, true);
      }
    }
  }

  /** Looks at every process without a terminal for one to which this one may have been handed. */
  void lookBehindEveryone() {
    for (var pid : reader.processes()) {
      var stat = reader.stat(pid);
      if (stat != null && stat.terminal() == 0 && stat.parent() > KTHREADD) {
        lookBehind(pid);
        if (best != null) {
          return;
        }
      }
    }
  }

  /** Looks at a process outside, to which the terminal may have been handed. */
  void lookBehind(long pid) {
    if (pid <= 0 || pid == OURSELVES) {
      return;
    }
    var stat = visited.add(pid) ? reader.stat(pid) : null;
    if (stat != null && !gone(stat)) {
      // What it does else is its own affair: only its wait for this terminal counts.
      var counted = new int[] {stopped, running, opaque};
      look(pid, stat, true);
      stopped = counted[0];
      running = counted[1];
      opaque = counted[2];
    }
  }

  /** Looks at one process, once; answers null when it need not be followed further down. */
  @Nullable ProcStat visit(long pid) {
    if (pid == group && leader != null) {
      return leader; // looked at before the walk, which comes to it again and goes on below it
    }
    var stat = pid > 0 && visited.add(pid) ? reader.stat(pid) : null;
    if (stat == null) {
      return null;
    }
    parents.add(stat.parent());
    if (stat.group() == group) {
      if (pid == group) {
        leader = stat;
      }
      if (!gone(stat)) {
        members++;
        parentsOfMembers.add(stat.parent());
        look(pid, stat, false);
      }
    } else if (stat.session() != terminal.session()) {
      if (stat.terminal() != 0) {
        inner = true;
        return null;
      }
      if (foreignerCount == foreigners.length) {
        foreigners = Arrays.copyOf(foreigners, foreignerCount * 2);
      }
      foreigners[foreignerCount++] = pid;
    }
    return stat;
  }

  /** A main thread that has ended leaves its process behind while others go on. */
  private static boolean gone(ProcStat stat) {
    return stat.ended() && stat.threads() <= 1;
  }

  private void look(long pid, ProcStat stat, boolean foreign) {
    if (stat.stopped()) {
      stopped++;
      return;
    }
    if (!lookAtThreads(pid, stat, foreign)) {
      memory.forget(pid);
      lookAtThreads(pid, stat, foreign);
    }
  }

  /** False when a thread is gone and others may have come. */
  private boolean lookAtThreads(long pid, ProcStat stat, boolean foreign) {
    ProbeSighting seen = null;
    var busy = 0;
    var gone = false;
    var onProcessor = false;
    for (var tid : threads(pid, stat)) {
      var how = reader.syscall(pid, tid);
      if (how == null) {
        if (reader.refused) {
          hidden(stat);
          return true;
        }
        gone = true;
        continue;
      }
      if (how != ProcText.Seen.IN_CALL) {
        busy++;
        onProcessor = true;
        continue;
      }
      if (Long.compareUnsigned(reader.call[ProcText.STACK_POINTER], LOW_STACK) < 0) {
        hidden(stat);
        return true;
      }
      wait.look(terminal, pid, tid, !foreign);
      if (wait.hidden) {
        hidden(stat);
        return true;
      }
      if (wait.onTerminal && sleeping(pid, tid, stat)) {
        var sighting = ProbeSighting.of(pid, tid, wait, foreign);
        if (seen == null || sighting.betterThan(seen)) {
          seen = sighting;
        }
      } else if (!wait.idle()) {
        busy++;
        ring |= wait.call == ProcCall.IO_URING_ENTER;
        if (!wait.sockets.isEmpty() && socketHolder == 0) {
          socketHolder = pid;
          sockets = List.copyOf(wait.sockets);
        }
      }
    }
    if (gone && stat.threads() > 1) {
      return false;
    }
    if (seen == null) {
      running += onProcessor ? 1 : 0;
      return true;
    }
    if (busy > 0) {
      seen = seen.withOthersBusy();
    }
    if (best == null || seen.betterThan(best)) {
      best = seen;
    }
    return true;
  }

  /** Whether a member is a child of this process, which may be waiting for it. */
  boolean hasChildInFront(long pid) {
    return parentsOfMembers.contains(pid);
  }

  boolean hasChild(long pid) {
    return parents.contains(pid);
  }

  private void hidden(ProcStat stat) {
    opaque++;
    opaqueAwake |= !stat.sleeping();
    opaqueSingle &= stat.threads() == 1;
  }

  /** A stopped thread still shows the call it was stopped in. */
  private boolean sleeping(long pid, long tid, ProcStat stat) {
    if (stat.threads() == 1 && stat.sleeping()) {
      return true;
    }
    var now = reader.stat(pid, tid);
    return now != null && now.sleeping();
  }

  private long[] threads(long pid, ProcStat stat) {
    return stat.threads() <= 1 ? memory.only(pid) : memory.threads(pid, stat, reader);
  }
}
