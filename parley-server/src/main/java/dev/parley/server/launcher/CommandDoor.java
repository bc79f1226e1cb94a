package dev.parley.server.launcher;

import dev.parley.server.launcher.LauncherDoor.Backing;
import dev.parley.server.launcher.LauncherDoor.Introduction;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs one command for a launcher, and passes on what happens to the launcher meanwhile. */
final class CommandDoor {
  private static final Logger LOG = Logger.getLogger(CommandDoor.class.getName());
  private static final int SIGHUP = 1;

  private final LauncherDoor door;
  private final Lent lent;
  private final Commands commands;

  CommandDoor(LauncherDoor door, Introduction introduction, Backing backing) throws IOException {
    this.door = door;
    this.lent = new Lent(door, introduction, backing.calls());
    this.commands = backing.commands();
  }

  void serve() throws IOException {
    var command = Thread.ofVirtual().name("command").start(this::run);
    try {
      for (var frame = door.next(); frame.isPresent(); frame = door.next()) {
        take(frame.get(), command);
      }
    } finally {
      // The launcher has its exit code, or has gone.
      lent.signalled(SIGHUP);
      lent.gone();
      command.interrupt();
    }
  }

  private void take(LauncherFrame frame, Thread command) throws IOException {
    switch (frame.kind()) {
      case 'i' -> lent.arrived(frame.payload());
      case 'w' -> lent.resized(frame);
      case 'f' -> lent.failedWrite(frame.number(0), frame.number(4));
      case 's' -> {
        var signal = frame.number(0);
        Thread.ofVirtual()
            .start(
                () -> {
                  lent.signalled(signal);
                  end(128 + signal);
                  command.interrupt();
                });
      }
      default -> {} // a later launcher may say more
    }
  }

  private void run() {
    var code = 1;
    try {
      code = commands.run(lent);
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, "A command failed", failed);
    }
    end(code);
  }

  private void end(int code) {
    try {
      door.send(
          code == Commands.NEEDS_A_PROCESS
              ? LauncherFrame.of('j', 0)
              : LauncherFrame.of('q', code));
    } catch (IOException gone) {
      LOG.log(Level.FINE, "The launcher has gone", gone);
    }
  }
}
