package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The engine for Linux: no fork, no library of our own, one {@link Loop} for all children. */
final class LinuxPtys implements Ptys {
  private final Loop loop = new Loop();
  private final Orphans orphans = new Orphans(loop);
  private final Set<LinuxPty> children = ConcurrentHashMap.newKeySet();
  private final Map<String, LinuxPty> kept = new ConcurrentHashMap<>(); // by session
  private final Optional<HolderLink> holder;
  private @Nullable Map<String, Cgroup> groupsLeft;
  private volatile boolean closed;

  LinuxPtys() {
    this(Optional.empty());
  }

  LinuxPtys(Optional<HolderLink> holder) {
    this.holder = holder;
    // What a child leaves behind becomes ours instead of init's, so that we can find and end it.
    Sys.prctl(Sys.PR_SET_CHILD_SUBREAPER, 1);
    if (ignoresEnds()) {
      Sys.heedEnds();
    }
  }

  @Override
  public Pty start(Spawn spawn, Sink sink) {
    if (closed) {
      throw new PtyException(Reason.LIMIT, "This engine is closed; nothing can be started");
    }
    var child = new LinuxPty(this, loop, orphans, Launcher.launch(spawn), sink, false);
    return begun(child);
  }

  @Override
  public Pty adopt(Held held, Sink sink) {
    var child = new LinuxPty(this, loop, orphans, Launcher.adopt(held, groupsLeft()), sink, true);
    kept.put(held.session(), child);
    return begun(child);
  }

  /** Looked up once for all that are adopted: that takes longer than all the rest. */
  private synchronized Map<String, Cgroup> groupsLeft() {
    if (groupsLeft == null) {
      groupsLeft = Cgroup.left();
    }
    return groupsLeft;
  }

  private Pty begun(LinuxPty child) {
    child.begin();
    orphans.began(child);
    children.add(child);
    return child;
  }

  @Override
  public void keep(String session, Pty pty) {
    var child = (LinuxPty) pty;
    kept.put(session, child);
    holder.ifPresent(link -> link.keep(child.held(session)));
  }

  @Override
  public void becomeHolder(List<String> command) {
    var all = kept.entrySet().stream().map(entry -> entry.getValue().held(entry.getKey()));
    throw new Handover(0, -1, Holder.DAEMON_LOCK, all.toList()).become(command);
  }

  /**
   * Takes a child's exit status once and for all; null while it lives. The holder is told before
   * the kernel forgets, so that the status survives us at every moment.
   */
  @Nullable Exit take(int pid, int pidfd) {
    if (holder.isPresent()) {
      var seen = Exits.look(pidfd);
      if (seen == null) {
        return null;
      }
      holder.get().saw(pid, seen);
    }
    return Exits.take(pidfd);
  }

  Optional<HolderLink> holder() {
    return holder;
  }

  @Override
  public void letGo() {
    closed = true;
    loop.close();
  }

  /**
   * Some supervisors start us with SIGCHLD ignored; the kernel then throws exit statuses away
   * before we can take them.
   */
  private static boolean ignoresEnds() {
    return Text.of("/proc/self/status")
        .lines()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(ignored -> (ignored & 1L << (Sys.SIGCHLD - 1)) != 0);
  }

  void forget(LinuxPty child) {
    children.remove(child);
    keepNoLonger(child);
  }

  /** Its descriptors are about to be closed, so that no holder may get them from us. */
  void keepNoLonger(LinuxPty child) {
    kept.values().remove(child);
  }

  @Override
  public void close() {
    closed = true;
    children.forEach(LinuxPty::kill); // all at once, then one by one what they leave behind
    children.forEach(LinuxPty::close);
    orphans.close();
    loop.close();
  }
}
