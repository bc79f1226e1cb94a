package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteSessions;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley read}: prints what a session has said. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = "Prints what a session has said; reading takes nothing away.",
    footer = {
      "",
      "Examples:",
      "  parley read build --last 50",
      "  parley read build --grep error",
      "  parley read build --follow",
      "  parley read build --follow --grep error",
      "  parley read vim --view screen"
    })
final class ReadCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();
  @Mixin WaitOptions waiting = new WaitOptions();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(names = "--from", paramLabel = "OFFSET", description = "Read from this offset on.")
  long from;

  @Option(names = "--last", paramLabel = "LINES", description = "Read the last lines only.")
  int last;

  @Option(names = "--grep", paramLabel = "REGEX", description = "Print only lines that match.")
  @Nullable String grep;

  @Option(
      names = {"-f", "--follow"},
      description = "Print on as it comes, until the session ends.")
  boolean follow;

  @Option(names = "--again", hidden = true, description = "Go on with what was followed.")
  boolean again;

  private void resume(long offset) {
    answering.resumeAs("read", session, "--follow", "--again", "--from", Long.toString(offset));
  }

  private void follow(ParleyClient client) throws IOException {
    var terminal = answering.seat.hasTerminalOut();
    if (grep == null) {
      var out = terminal ? HarmlessOutput.to(answering.out) : answering.out;
      new Streaming(answering.seat, client, session, out, this::resume).run(from, again);
      return;
    }
    try (var lines = new MatchingLines(grep, answering.out, terminal)) {
      new Streaming(
              answering.seat,
              client,
              session,
              lines,
              offset ->
                  answering.resumeAs(
                      "read",
                      session,
                      "--follow",
                      "--again",
                      "--grep=" + grep,
                      "--from",
                      Long.toString(offset - lines.pending())))
          .run(from, again);
    } catch (Refusal unreadable) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          String.valueOf(unreadable.getMessage()),
          "Use RE2 syntax: no look-around, no back-references");
    }
  }

  @Override
  public Integer call() throws IOException {
    try (var client = ToDaemon.open()) {
      if (follow) {
        follow(client);
        return ExitCode.DONE;
      }
      var wait = waiting.asked(Duration.ZERO);
      var turn =
          RemoteSessions.over(client)
              .by(session)
              .await(grep == null ? wait : wait.onlyLines(grep), last > 0 ? -last : from);
      var limit = waiting.timeout(Duration.ZERO);
      return grep == null
          ? TurnPrinter.print(turn, answering, limit)
          : TurnPrinter.printMatches(turn, answering, limit);
    }
  }
}
