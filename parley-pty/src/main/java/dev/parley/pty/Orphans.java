package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Processes that children have left behind. We are their subreaper, so the kernel makes them
 * children of our first thread: there we find them, know them again by marker or session, and wait
 * for them when they end, so that no zombie stays.
 *
 * <p>The kernel does not say when one arrives. So we look whenever a child ends or is being ended,
 * and a second after a child has printed something; an idle engine looks at nothing.
 *
 * <p>Other code in this process has children too, and waits for them itself. What carries no marker
 * of ours and is in no session of ours is left alone, and waited for only when it was left a zombie
 * for a whole round.
 */
final class Orphans {
  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final String FIRST_THREAD = Integer.toString(SELF);
  private static final int OWN_SESSION = Math.max(0, Sys.getsid(0));

  private final Loop loop;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean due = new AtomicBoolean();
  private final Map<Integer, Orphan> known = new HashMap<>();
  private final Map<Integer, String> sessions = new ConcurrentHashMap<>(); // with their markers
  private final Set<String> living =
      ConcurrentHashMap.newKeySet(); // markers of children not closed
  private final Set<Member.Id> strangers = new HashSet<>(); // that carry no marker of ours
  private Set<Integer> zombies = new HashSet<>(); // seen in the last round, of unknown origin

  private record Orphan(Member member, String marker, int pidfd, long watch) {}

  Orphans(Loop loop) {
    this.loop = loop;
  }

  /** Something happened that may leave orphans; looks for them within a round. */
  void expect() {
    if (!due.get() && due.compareAndSet(false, true)) {
      loop.later(ROUND, () -> Thread.startVirtualThread(this::round)); // it reads many files
    }
  }

  private void round() {
    due.set(false);
    if (lock.tryLock()) { // else another thread is looking right now
      try {
        look(true);
      } finally {
        lock.unlock();
      }
    }
  }

  /** What a child has left behind and still runs. */
  List<Member> of(LinuxPty child) {
    lock.lock();
    try {
      look(false);
      var members = new ArrayList<Member>();
      for (var orphan : known.values()) {
        if (orphan.marker.equals(child.marker)) {
          members.add(orphan.member);
        }
      }
      if (child.adopted) {
        // What it left behind before we came is another process's child now.
        members.addAll(Strays.of(child.marker, child.pid));
      }
      return members;
    } finally {
      lock.unlock();
    }
  }

  void began(LinuxPty child) {
    living.add(child.marker);
    sessions.put(child.pid, child.marker);
  }

  void ended(LinuxPty child) {
    lock.lock();
    try {
      living.remove(child.marker);
      sessions.values().removeIf(child.marker::equals);
    } finally {
      lock.unlock();
    }
  }

  private void look(boolean newRound) {
    var strays = new HashSet<Integer>();
    var pids = Member.childrenOf(SELF, FIRST_THREAD);
    strangers.removeIf(stranger -> !pids.contains(stranger.pid()));
    for (var pid : pids) {
      if (!known.containsKey(pid)) {
        Member.of(pid).ifPresent(member -> meet(member, strays));
      }
    }
    if (newRound) {
      zombies = strays;
      if (!strays.isEmpty()) {
        expect();
      }
    }
  }

  private void meet(Member member, Set<Integer> strays) {
    if (member.session() == member.pid() && sessions.containsKey(member.pid())) {
      return; // a child of ours, started by this very thread
    }
    var marker = sessions.getOrDefault(member.session(), "");
    if (marker.isEmpty() && !member.ended() && !strangers.contains(member.id())) {
      marker = Marker.of(member.pid());
      if (marker.isEmpty()) {
        strangers.add(member.id());
      }
    }
    if (!marker.isEmpty()) {
      adopt(member, marker);
    } else if (member.ended() && member.session() != OWN_SESSION) {
      if (zombies.contains(member.pid())) {
        bury(member);
      } else {
        strays.add(member.pid());
      }
    }
  }

  private void adopt(Member member, String marker) {
    var pidfd = member.open();
    if (pidfd < 0) {
      return;
    }
    if (member.session() != OWN_SESSION && living.contains(marker)) {
      sessions.putIfAbsent(member.session(), marker); // what it starts may drop the marker
    }
    var watch = loop.watch(pidfd, Sys.EPOLLIN, _ -> gone(member.pid()));
    known.put(member.pid(), new Orphan(member, marker, pidfd, watch));
  }

  private static void bury(Member member) {
    var pidfd = member.open();
    if (pidfd >= 0) {
      Exits.take(pidfd);
      Sys.close(pidfd);
    }
  }

  private void gone(int pid) {
    if (!lock.tryLock()) {
      loop.again(() -> gone(pid)); // the Loop does not wait for whoever is looking
      return;
    }
    try {
      var orphan = known.remove(pid);
      if (orphan != null) {
        loop.unwatch(orphan.watch, orphan.pidfd);
        Exits.take(orphan.pidfd);
        Sys.close(orphan.pidfd);
      }
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      look(true);
      for (var orphan : known.values()) {
        Exits.take(orphan.pidfd);
        Sys.close(orphan.pidfd);
      }
      known.clear();
    } finally {
      lock.unlock();
    }
  }
}
