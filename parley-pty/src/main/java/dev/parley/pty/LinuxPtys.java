package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The engine for Linux: no fork, no library of our own, one {@link Loop} for all children. */
final class LinuxPtys implements Ptys {
  private final Loop loop = new Loop();
  private final Orphans orphans = new Orphans(loop);
  private final Set<LinuxPty> children = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  LinuxPtys() {
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
    var launched = Launcher.launch(spawn);
    var child = new LinuxPty(this, loop, orphans, launched, sink);
    child.begin();
    orphans.began(child);
    children.add(child);
    return child;
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
