package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.server.launcher.Commands;
import dev.parley.server.launcher.Lent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Runs commands in the daemon, for launchers. */
final class LentCommands implements Commands {
  /** They keep a process of their own, try out what may break, or outlive the daemon they end. */
  private static final Set<String> IN_A_PROCESS =
      Set.of("serve", "doctor", "demo", "daemon", "fleet", "warm-up", "restart", "stop", "mcp");

  /** Said again to the next daemon they do no harm. */
  private static final Set<String> REPEATABLE =
      Set.of(
          "list",
          "ls",
          "read",
          "logs",
          "help",
          "wait",
          "status",
          "attach",
          "screenshot",
          "export",
          "explain",
          "report",
          "token",
          "top",
          "url");

  @Override
  public int run(Lent lent) {
    var arguments = lent.arguments();
    var first = arguments.isEmpty() ? "" : arguments.getFirst();
    if (IN_A_PROCESS.contains(first) || feeds(lent, first, arguments)) {
      return NEEDS_A_PROCESS;
    }
    var seat = new LentSeat(lent);
    try {
      if (REPEATABLE.contains(first)) {
        seat.resumeAs(arguments);
      }
    } catch (IOException gone) {
      return ExitCode.FAILED;
    }
    return ScopedValue.where(Seat.SEAT, seat)
        .call(() -> Parley.execute(arguments.toArray(String[]::new)));
  }

  @Override
  public Optional<ObjectNode> pipe(List<String> arguments) {
    // Most agents name no options, and a daemon started for one is there sooner without the parser.
    return arguments.size() == 1
        ? Optional.of(ParleyClient.object().put("tools", "parley").put("options", ""))
        : McpCommand.hello(arguments.subList(1, arguments.size()));
  }

  /** What is piped into a program must not be lost with the daemon that passes it on. */
  private static boolean feeds(Lent lent, String first, List<String> arguments) {
    return first.equals("run")
        && !lent.hasTerminalIn()
        && !arguments.contains("-n")
        && !arguments.contains("--no-stdin");
  }
}
