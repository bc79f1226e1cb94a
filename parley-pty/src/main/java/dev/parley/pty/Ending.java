package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The ending of one child and everything it started: hang up, terminate, kill, and look again until
 * nothing is found.
 *
 * <p>What a child started is either still below it or, once its own parent has ended, an orphan of
 * ours. Each process is held by a pidfd from the moment it is found, so that a signal never reaches
 * another that has its number by then.
 */
final class Ending implements AutoCloseable {
  private final LinuxPty child;
  private final Loop loop;
  private final Orphans orphans;
  private final Map<Member.Id, Integer> pidfds = new HashMap<>(); // of all that were found

  Ending(LinuxPty child, Loop loop, Orphans orphans) {
    this.child = child;
    this.loop = loop;
    this.orphans = orphans;
  }

  /**
   * The child and everything it started, as far as it lives.
   *
   * <p>Processes start others and end while we look. So nothing is concluded from having found only
   * dead ones, which may have started something just before, until a second look finds no more.
   */
  static List<Member> members(LinuxPty child, Orphans orphans) {
    var dead = Set.<Integer>of();
    while (true) {
      var found = look(child, orphans);
      var living =
          found.values().stream()
              .flatMap(member -> member.now().stream())
              .filter(member -> !member.ended())
              .toList();
      if (!living.isEmpty() || dead.containsAll(found.keySet())) {
        return living;
      }
      dead = found.keySet();
    }
  }

  /** Signals every process of the child's own session; whether any was there to get it. */
  static boolean signal(LinuxPty child, Orphans orphans, Signal signal) {
    var received = false;
    for (var member : members(child, orphans)) {
      var target = member.session() == child.pid ? member.open() : -1;
      if (target >= 0) {
        received |= Sys.pidfdSignal(target, signal.number()) >= 0;
        Sys.close(target);
      }
    }
    return received;
  }

  private static Map<Integer, Member> look(LinuxPty child, Orphans orphans) {
    var found = new HashMap<Integer, Member>();
    int before;
    do {
      // Whoever loses its parent moves from below the child to our orphans, so these come last.
      before = found.size();
      if (!child.exited()) {
        Member.of(child.pid).ifPresent(member -> descend(member, found));
      }
      for (var pid : child.cgroup.pids()) {
        Member.of(pid).ifPresent(member -> descend(member, found));
      }
      for (var orphan : orphans.of(child)) {
        orphan.now().ifPresent(member -> descend(member, found));
      }
    } while (found.size() > before);
    return found;
  }

  private static void descend(Member from, Map<Integer, Member> found) {
    var todo = new ArrayDeque<Member>();
    todo.add(from);
    var here = new HashSet<Integer>();
    while (!todo.isEmpty()) {
      var member = todo.remove();
      if (here.add(member.pid())) {
        found.put(member.pid(), member);
        for (var pid : member.children()) {
          Member.of(pid).ifPresent(todo::add);
        }
      }
    }
  }

  Pty.Ended run(Duration grace) throws InterruptedException {
    var start = System.nanoTime();
    // A stopped process acts on nothing but SIGKILL until it goes on.
    if (grace.isPositive()
        && (goes(start + grace.toNanos() / 2, Signal.HUP, Signal.CONT)
            || goes(start + grace.toNanos(), Signal.TERM, Signal.CONT))) {
      return new Pty.Ended(pidfds.size(), 0);
    }
    var killed = living().size();
    child.cgroup.kill();
    while (!goes(System.nanoTime() + TimeUnit.SECONDS.toNanos(1), Signal.KILL)) {
      // One inside a slow system call ends when that returns.
    }
    return new Pty.Ended(pidfds.size(), killed);
  }

  /** Signals everything, also what appears meanwhile; false when time is up before all went. */
  private boolean goes(long deadline, Signal... signals) throws InterruptedException {
    var signalled = new HashSet<Member.Id>();
    for (var living = living(); !living.isEmpty(); living = living()) {
      for (var id : living) {
        if (signalled.add(id)) {
          for (var signal : signals) {
            Sys.pidfdSignal(pidfd(id), signal.number());
          }
        }
      }
      if (!awaitAll(living, deadline)) {
        return false;
      }
    }
    return true;
  }

  private List<Member.Id> living() {
    while (true) {
      var members = members(child, orphans);
      var living = members.stream().filter(this::hold).map(Member::id).toList();
      if (!living.isEmpty() || members.isEmpty()) {
        return living;
      }
    }
  }

  /** Opens a pidfd unless there is one; false when it went while we looked. */
  private boolean hold(Member member) {
    if (pidfds.containsKey(member.id())) {
      return true;
    }
    var pidfd = member.open();
    if (pidfd >= 0) {
      pidfds.put(member.id(), pidfd);
    } else if (pidfd != -Sys.ESRCH) {
      // Without a descriptor its end cannot be waited for, only brought about.
      Sys.kill(member.pid(), Signal.KILL.number());
      LockSupport.parkNanos(1_000_000);
    }
    return pidfd >= 0;
  }

  private int pidfd(Member.Id id) {
    return pidfds.getOrDefault(id, -1);
  }

  /** Waits until all of them have ended; false when time is up first. */
  private boolean awaitAll(List<Member.Id> ids, long deadline) throws InterruptedException {
    var left = new CountDownLatch(ids.size());
    var watches = new HashMap<Long, Integer>();
    try {
      for (var id : ids) {
        watches.put(loop.watch(pidfd(id), Sys.EPOLLIN, _ -> left.countDown()), pidfd(id));
      }
      return left.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } finally {
      watches.forEach(loop::unwatch);
    }
  }

  /** Takes the exit status of those that became our children on the way, and lets go of all. */
  @Override
  public void close() {
    pidfds.forEach(
        (id, pidfd) -> {
          if (id.pid() != child.pid) {
            Exits.take(pidfd);
          }
          Sys.close(pidfd);
        });
  }
}
