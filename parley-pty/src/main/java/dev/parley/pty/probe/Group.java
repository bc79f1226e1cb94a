package dev.parley.pty.probe;

import dev.parley.pty.probe.ProcessSeen.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everyone in front of a terminal, as far as they have been looked at, and what that has shown.
 *
 * <p>The members of a group are rarely all children of its leader: the shell starts a pipeline's
 * processes side by side. So they are found by walking down from the session's first process.
 */
final class Group {
  private static final int MAX_PROCESSES = 4096;
  private static final long OURSELVES = ProcessHandle.current().pid();

  /** The parent of all threads of the kernel. */
  private static final long KTHREADD = 2;

  private final Kernel kernel;
  private final Memory memory;
  private final Connections connections;
  private final Trace trace;
  private final ProbedTerminal terminal;
  private final long group;
  private final Set<Long> visited = new HashSet<>();
  private final List<Helper> helpers = new ArrayList<>();
  private final Set<Long> parents = new HashSet<>();
  private final Set<Long> parentsOfMembers = new HashSet<>();
  private long[] foreigners = new long[4];
  private int foreignerCount;
  private @Nullable Stat leader;
  private @Nullable Sighting best;
  private int members;
  private int stopped;
  private int running;
  private int opaque;
  private boolean opaqueAwake;
  private boolean opaqueSingle = true;
  private boolean ring;
  private boolean inner;
  private boolean childless;
  private @Nullable Sighting nap;
  private boolean restless;
  private long socketHolder;
  private List<Integer> sockets = List.of();

  /** A process further down, which may work for the one that has the terminal. */
  private record Helper(long pid, long parent, Stat stat, @Nullable ProcessSeen seen) {}

  Group(Kernel kernel, Memory memory, Trace trace, ProbedTerminal terminal, long group) {
    this.kernel = kernel;
    this.memory = memory;
    this.connections = new Connections(kernel, memory);
    this.trace = trace;
    this.terminal = terminal;
    this.group = group;
  }

  // --- looking -------------------------------------------------------------------------------

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
      for (var tid : memory.threads(pid, stat, kernel)) {
        var children = kernel.children(pid, tid);
        if (children == null) {
          childless |= pid == tid;
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

  /** Looks for members a walk cannot reach, among all processes of the host. */
  long[] scan() {
    // Where a walk finds nobody, who has just been started must be seen too.
    var everybody = childless ? ProcessGroups.now(kernel) : ProcessGroups.recent(kernel);
    return Arrays.stream(everybody.in(group)).filter(pid -> !visited.contains(pid)).toArray();
  }

  /** Looks at processes that were found before, or by {@link #scan}. */
  void visit(long[] pids) {
    for (var pid : pids) {
      visit(pid);
    }
  }

  /**
   * Looks at processes further down that have a session of their own and no terminal of their own.
   */
  void lookAtForeigners() {
    for (var i = 0; i < foreignerCount; i++) {
      var stat = kernel.stat(foreigners[i]);
      if (stat != null && !stat.gone()) {
        var seen = look(foreigners[i], stat, true);
        // What has started a member and left it in front only waits for its end.
        if (seen.sighting() != null || !parentsOfMembers.contains(foreigners[i])) {
          count(foreigners[i], stat, seen);
        }
      }
    }
  }

  /** Looks at every process without a terminal for one to which this one may have been handed. */
  void lookBehindEveryone() {
    for (var pid : kernel.processes()) {
      var stat = kernel.stat(pid);
      if (stat != null && stat.terminal() == 0 && stat.parent() > KTHREADD) {
        lookBehind(pid);
        if (best != null) {
          return;
        }
      }
    }
  }

  /**
   * Looks at a process outside, to which the terminal may have been handed. Only its wait for this
   * terminal counts.
   */
  void lookBehind(long pid) {
    if (pid <= 0 || pid == OURSELVES || !visited.add(pid)) {
      return;
    }
    var stat = kernel.stat(pid);
    if (stat != null && !stat.gone()) {
      consider(look(pid, stat, true).sighting());
    }
  }

  /** Looks at one process, once; returns null when it need not be followed further down. */
  private @Nullable Stat visit(long pid) {
    if (pid == group && leader != null) {
      return leader; // looked at before the walk, which comes to it again and goes on below it
    }
    var stat = pid > 0 && visited.add(pid) ? kernel.stat(pid) : null;
    if (stat == null) {
      return null;
    }
    parents.add(stat.parent());
    if (stat.group() == group) {
      if (pid == group) {
        leader = stat;
      }
      if (!stat.gone()) {
        members++;
        parentsOfMembers.add(stat.parent());
        var seen = look(pid, stat, false);
        helpers.add(new Helper(pid, stat.parent(), stat, seen));
        count(pid, stat, seen);
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
      helpers.add(new Helper(pid, stat.parent(), stat, null));
    }
    return stat;
  }

  private ProcessSeen look(long pid, Stat stat, boolean foreign) {
    return new ProcessLook(kernel, memory, trace, terminal, pid, stat, foreign).look();
  }

  private void count(long pid, Stat stat, ProcessSeen seen) {
    ring |= seen.ring();
    if (!seen.sockets().isEmpty() && socketHolder == 0) {
      socketHolder = pid;
      sockets = seen.sockets();
    }
    if (seen.state() == State.STOPPED) {
      stopped++;
    } else if (seen.state() == State.OPAQUE) {
      opaque++;
      opaqueAwake |= !stat.sleeping();
      opaqueSingle &= stat.threads() == 1;
    } else if (seen.sighting() != null) {
      consider(seen.sighting());
    } else if (seen.onProcessor()) {
      running++;
    }
    if (seen.nap() != null) {
      nap = seen.nap();
    } else {
      restless |= !seen.parked();
    }
  }

  /**
   * Whether a process that this one has started works: it uses a processor, sleeps for a while or
   * waits for an answer from the network. One that waits for its parent to say something does not.
   * A job in the background is the shell's affair, and in another group.
   */
  boolean hasWorkingHelper(long ofProcess, long now) {
    for (var helper : helpers) {
      if (helper.pid() != ofProcess && isBelow(helper, ofProcess) && works(helper, now)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a process that this one has started has begun to wait for a distant point in time. */
  boolean hasHelperWithNewTimer(long ofProcess) {
    var found = false;
    for (var helper : helpers) {
      if (helper.pid() != ofProcess && isBelow(helper, ofProcess) && !helper.stat().gone()) {
        var seen = seen(helper);
        found |= memory.hasNewTimerBelow(helper.pid(), seen.timers()); // remembered for all
      }
    }
    return found;
  }

  private ProcessSeen seen(Helper helper) {
    var seen = helper.seen();
    return seen == null ? look(helper.pid(), helper.stat(), true) : seen;
  }

  private boolean isBelow(Helper helper, long ancestor) {
    var parent = helper.parent();
    for (var depth = 0; depth < helpers.size() + 1; depth++) {
      if (parent == ancestor) {
        return true;
      }
      var next = 0L;
      for (var each : helpers) {
        if (each.pid() == parent) {
          next = each.parent();
        }
      }
      if (next == 0) {
        return false;
      }
      parent = next;
    }
    return false;
  }

  private boolean works(Helper helper, long now) {
    if (helper.stat().gone()) {
      return false;
    }
    var seen = seen(helper);
    if (memory.isBusy(helper.pid(), kernel.worked(helper.pid()), seen.onProcessor(), now)
        || seen.sleeps()) {
      return true;
    }
    for (var socket : seen.sockets()) {
      if (kernel.owesOrIsNew(helper.pid(), socket)
          && !connections.leadsToAncestor(helper.pid(), helper.stat(), socket)) {
        return true;
      }
    }
    return false;
  }

  private boolean owes(long pid, List<Integer> connections) {
    for (var socket : connections) {
      if (kernel.owes(pid, socket)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a connection for which any thread of this process waits owes it an answer. */
  boolean isOwed(Sighting reader) {
    if (owes(reader.pid(), reader.waits().sockets())) {
      return true;
    }
    for (var helper : helpers) {
      var seen = helper.seen();
      if (helper.pid() == reader.pid() && seen != null && owes(helper.pid(), seen.sockets())) {
        return true;
      }
    }
    return false;
  }

  /** What a member of the group was seen doing; null for others. */
  @Nullable ProcessSeen seen(long pid) {
    for (var helper : helpers) {
      if (helper.pid() == pid) {
        return helper.seen();
      }
    }
    return null;
  }

  int threads(long pid) {
    for (var helper : helpers) {
      if (helper.pid() == pid) {
        return helper.stat().threads();
      }
    }
    return 1;
  }

  /** Members of the group, as far as they were found. */
  long[] members() {
    return helpers.stream()
        .filter(helper -> helper.stat().group() == group)
        .mapToLong(Helper::pid)
        .toArray();
  }

  /** A member that sleeps for moments, while no other does anything; null when there is none. */
  @Nullable Sighting nap() {
    return restless ? null : nap;
  }

  private void consider(@Nullable Sighting sighting) {
    if (sighting != null && (best == null || sighting.betterThan(best))) {
      best = sighting;
    }
  }

  // --- what it has shown -----------------------------------------------------------------------

  /** The wait for the terminal that says most; null when nobody waits for it. */
  @Nullable Sighting best() {
    return best;
  }

  /** There is one member, of one thread. */
  boolean single() {
    return members == 1 && leader != null && leader.threads() == 1;
  }

  /** Every member is stopped. */
  boolean stopped() {
    return members > 0 && stopped == members;
  }

  /** A member runs or waits for a device, beside the one that waits for the terminal. */
  boolean running() {
    return running > 0;
  }

  /** There are members we may not look into. */
  boolean opaque() {
    return opaque > 0;
  }

  /** One of those does not sleep. */
  boolean opaqueAwake() {
    return opaqueAwake;
  }

  /** All of those have one thread. */
  boolean opaqueSingle() {
    return opaqueSingle;
  }

  /** A member waits for an io_uring. */
  boolean ring() {
    return ring;
  }

  /** A process further down has another terminal. */
  boolean inner() {
    return inner;
  }

  /** The kernel lists no children, so that a walk finds nobody. */
  boolean childless() {
    return childless;
  }

  /** A member that waits for sockets and not for the terminal; or 0. */
  long socketHolder() {
    return socketHolder;
  }

  List<Integer> sockets() {
    return sockets;
  }

  /** Whether a member is a child of this process, which may be waiting for it. */
  boolean hasChildInFront(long pid) {
    return parentsOfMembers.contains(pid);
  }

  boolean hasChild(long pid) {
    return parents.contains(pid);
  }
}
