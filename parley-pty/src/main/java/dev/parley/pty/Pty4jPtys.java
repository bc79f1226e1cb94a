package dev.parley.pty;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The engine for macOS and Windows, by pty4j. Each child costs two threads, the kernel is not asked
 * what a child is doing, and what has left the child's tree is not found again.
 */
final class Pty4jPtys implements Ptys {
  private final Set<Pty4jPty> children = ConcurrentHashMap.newKeySet();

  Pty4jPtys() {
    try {
      Class.forName("com.pty4j.PtyProcessBuilder");
    } catch (ClassNotFoundException e) {
      throw new PtyException(
          Reason.UNSUPPORTED,
          "pty4j is not among this program's libraries; add org.jetbrains.pty4j:pty4j to use it");
    }
  }

  @Override
  public Pty start(Spawn spawn, Sink sink) {
    if (!spawn.limits().equals(Limits.NONE)) {
      throw new PtyException(
          Reason.UNSUPPORTED, "Limits cannot be held on this host; start without them");
    }
    var program = Program.find(spawn, Pty4jPtys::access);
    var command = spawn.command().toArray(String[]::new);
    command[0] = program.path();
    try {
      var child = new Pty4jPty(this, start(spawn, command), sink);
      children.add(child);
      child.begin();
      return child;
    } catch (IOException e) {
      throw new PtyException(
          Reason.SYSTEM, "Could not start '%s': %s".formatted(program.path(), e.getMessage()));
    }
  }

  private static PtyProcess start(Spawn spawn, String[] command) throws IOException {
    return new PtyProcessBuilder(command)
        .setEnvironment(new HashMap<>(spawn.environment()))
        .setDirectory(spawn.directory().toString())
        .setInitialColumns(spawn.columns())
        .setInitialRows(spawn.rows())
        .setUnixOpenTtyToPreserveOutputAfterTermination(true)
        .start();
  }

  private static int access(String name, int mode) {
    var file = new File(name);
    if (!file.exists()) {
      var folder = name.endsWith("/.") ? new File(name.substring(0, name.length() - 2)) : file;
      return folder.exists() ? -Sys.ENOTDIR : -Sys.ENOENT;
    }
    return mode == Sys.F_OK || file.canExecute() ? 0 : -Sys.EACCES;
  }

  void forget(Pty4jPty child) {
    children.remove(child);
  }

  @Override
  public void close() {
    children.forEach(Pty4jPty::close);
  }
}
