package dev.parley.cli;

import dev.parley.server.daemon.Daemon;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs the daemon; only a holder starts it this way. */
@Command(name = "daemon", hidden = true, description = "Used by Parley itself.")
final class DaemonCommandLine implements Callable<Integer> {
  @Override
  public Integer call() throws Exception {
    Daemon.run(Parley.VERSION, "daemon");
    return 0;
  }
}
