package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The engine for Linux: no fork, no library of our own, one {@link Loop} for all children. */
final class LinuxPtys implements Ptys {
  private final Loop loop = new Loop();
  private final Set<LinuxPty> children = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  LinuxPtys() {
    // What a child leaves behind becomes ours instead of init's, so that we can find and end it.
    Sys.prctl(Sys.PR_SET_CHILD_SUBREAPER, 1);
  }

  @Override
  public Pty start(Spawn spawn, Sink sink) {
    if (closed) {
      throw new PtyException(Reason.LIMIT, "This engine is closed; nothing can be started");
    }
    var launched = Launcher.launch(spawn);
    var child = new LinuxPty(this, loop, launched, sink);
    children.add(child);
    child.begin();
    return child;
  }

  void forget(LinuxPty child) {
    children.remove(child);
  }

  @Override
  public void close() {
    closed = true;
    children.forEach(LinuxPty::close);
    loop.close();
  }
}
