package dev.parley.cli;

import dev.parley.client.ClientException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley top}: all sessions on a full screen, those that need somebody first. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Shows all sessions on a full screen, live, those that need you first.",
      "Enter attaches, Space looks at the last lines, a answers, n starts another, / filters."
    })
final class TopCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = {"-a", "--all"},
      description = "All sessions that have ended, not only those that failed or are done.")
  boolean all;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var client = ToDaemon.open()) {
      var size = answering.seat.size().orElseThrow(TopCommand::noTerminal);
      try (var _ = answering.seat.raw().orElseThrow(TopCommand::noTerminal)) {
        var list = new TopList(all, answering.seat.variable("PARLEY_SESSION"));
        new TopScreen(client, answering, list, size).run();
      }
      return ExitCode.DONE;
    }
  }

  private static ClientException noTerminal() {
    return new ClientException(
        ClientException.Code.UNSUPPORTED_HERE,
        "This needs a terminal on stdin and stdout, on Linux",
        "Use 'parley list' in a script");
  }
}
