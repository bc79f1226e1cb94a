package dev.parley.cli;

import dev.parley.fleet.FleetMember;
import dev.parley.server.daemon.Daemon;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs the daemon; only a holder starts it this way. */
@Command(name = "daemon", hidden = true, description = "Used by Parley itself.")
final class DaemonCommandLine implements Callable<Integer> {
  /** Whether the arguments can do without the parser: sessions wait for this to come up. */
  static boolean isPlain(String[] arguments) {
    return arguments.length == 1 && arguments[0].equals("daemon");
  }

  static void run() throws IOException, InterruptedException {
    // A lambda, and no reference to the method: the class is loaded when somebody joins.
    Daemon.run(Parley.VERSION, new LentCommands(), host -> FleetMember.of(host), "daemon");
  }

  @Override
  public Integer call() throws Exception {
    run();
    return 0;
  }
}
