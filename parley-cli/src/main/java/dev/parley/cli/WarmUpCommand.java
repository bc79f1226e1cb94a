package dev.parley.cli;

import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Launch;
import dev.parley.session.Sessions;
import picocli.CommandLine.Command;

/**
 * Touches the classes that ordinary commands need, once, while the JVM records them for its
 * start-up cache. {@code ./parley} runs it after a build.
 */
@Command(name = "warm-up", hidden = true, description = "Used by the build.")
final class WarmUpCommand implements Runnable {
  @Override
  public void run() {
    try (var sessions = Sessions.inProcess();
        var shell = sessions.start(Launch.shell("/bin/sh"))) {
      shell.await(Expectation.turn());
      shell.send(Input.line("echo warm"));
      System.out.println(shell.screen());
    }
  }
}
