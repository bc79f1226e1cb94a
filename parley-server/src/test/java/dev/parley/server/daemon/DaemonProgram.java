package dev.parley.server.daemon;

import dev.parley.server.launcher.Commands;
import dev.parley.server.launcher.Lent;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The daemon as a program of its own, without the commands that launchers ask for. */
final class DaemonProgram {
  private DaemonProgram() {}

  /**
   * Runs it for the holder that started this process.
   *
   * @param arguments the version
   */
  public static void main(String[] arguments) throws Exception {
    Daemon.run(
        arguments[0],
        new NoCommands(),
        _ -> {
          throw new IllegalStateException("No fleet here");
        },
        arguments);
  }

  private static final class NoCommands implements Commands {
    @Override
    public int run(Lent lent) {
      return NEEDS_A_PROCESS;
    }

    @Override
    public Optional<ObjectNode> pipe(List<String> arguments) {
      return Optional.empty();
    }
  }
}
