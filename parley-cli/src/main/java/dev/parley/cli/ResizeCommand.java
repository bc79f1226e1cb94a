package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley resize}: gives a session's terminal another size. */
@Command(
    name = "resize",
    mixinStandardHelpOptions = true,
    description = "Gives a session's terminal another size.",
    footer = {"", "Example:", "  parley resize vim 100 30"})
final class ResizeCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Parameters(index = "1", paramLabel = "COLUMNS", description = "Columns.")
  int columns;

  @Parameters(index = "2", paramLabel = "ROWS", description = "Rows.")
  int rows;

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var answer =
          client.call(
              "resize",
              ParleyClient.object().put("session", session).put("cols", columns).put("rows", rows));
      answering.say(answer, "%s is %d columns by %d rows".formatted(session, columns, rows));
      return ExitCode.DONE;
    }
  }
}
