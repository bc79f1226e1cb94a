package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley logs}: all that a session has printed, as text. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Prints everything a session has said, as far as it is kept, as plain text.",
    footer = {"", "Examples:", "  parley logs build | less", "  parley logs -f -n 20 build"})
final class LogsCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Print on as it comes, until the session ends.")
  boolean follow;

  @Option(
      names = {"-n", "--tail"},
      paramLabel = "LINES",
      description = "The last lines only.")
  int tail;

  @Option(names = "--from", hidden = true, description = "Go on from this offset.")
  long from = -1;

  @Override
  public Integer call() throws IOException {
    try (var client = ToDaemon.open()) {
      if (follow) {
        follow(client);
      } else {
        print(ExportCommand.of(client, session, "text"));
      }
      return ExitCode.DONE;
    }
  }

  private void print(Exported all) {
    var lines = all.text().lines().toList();
    var shown = tail <= 0 ? lines : lines.subList(Math.max(0, lines.size() - tail), lines.size());
    if (answering.json) {
      answering.json(
          ParleyClient.object()
              .put("session", all.session())
              .put("text", shown.isEmpty() ? "" : String.join("\n", shown) + "\n"));
      return;
    }
    var terminal = answering.seat.hasTerminalOut();
    for (var line : shown) {
      answering.out.println(terminal ? Printable.text(line) : line);
    }
  }

  private void follow(ParleyClient client) throws IOException {
    var lines = new PlainLines(answering.out);
    OutputStream out = answering.seat.hasTerminalOut() ? HarmlessOutput.to(answering.out) : lines;
    new Streaming(answering.seat, client, session, out, offset -> resume(offset - lines.pending()))
        .run(from < 0 ? from(client) : from, from >= 0);
  }

  private void resume(long offset) {
    answering.resumeAs("logs", session, "--follow", "--from", Long.toString(offset));
  }

  /** Where the last lines begin. */
  private long from(ParleyClient client) {
    return tail <= 0
        ? 0
        : client
            .call(
                "session_read",
                ParleyClient.object()
                    .put("session", session)
                    .put("from", -tail)
                    .put("timeout_ms", 0)
                    .put("view", "none"))
            .path("from")
            .asLong();
  }
}
