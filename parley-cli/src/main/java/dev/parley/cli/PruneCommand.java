package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley prune}: removes what ended sessions left behind. */
@Command(
    name = "prune",
    mixinStandardHelpOptions = true,
    description = "Removes sessions that have ended, with their output.",
    footer = {"", "Example:", "  parley prune --older-than 7d"})
final class PruneCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "Only those that ended longer ago than this.")
  Duration olderThan = Duration.ZERO;

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var answer =
          client.call("prune", ParleyClient.object().put("older_than_s", olderThan.toSeconds()));
      answering.say(
          answer,
          "Removed %d sessions, %d bytes"
              .formatted(answer.path("removed").asInt(), answer.path("bytes").asLong()));
      return ExitCode.DONE;
    }
  }
}
