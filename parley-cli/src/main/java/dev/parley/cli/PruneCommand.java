package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley prune}: removes what ended sessions left behind. */
@Command(
    name = "prune",
    mixinStandardHelpOptions = true,
    description =
        "Removes sessions that have ended, with their output: what exceeds a bound, or all.",
    footer = {
      "",
      "Examples:",
      "  parley prune",
      "  parley prune --older-than 7d",
      "  parley prune --keep 20 --max-bytes 1G"
    })
final class PruneCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "Those that ended longer ago than this.")
  @Nullable Duration olderThan;

  @Option(
      names = "--keep",
      paramLabel = "COUNT",
      description = "All but the COUNT that ended last.")
  @Nullable Integer keep;

  @Option(
      names = "--max-bytes",
      paramLabel = "SIZE",
      converter = Sizes.class,
      description = "The oldest, until all sessions together take no more than this.")
  @Nullable Long maxBytes;

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var params = ParleyClient.object();
      if (olderThan != null) {
        params.put("older_than_s", olderThan.toSeconds());
      }
      if (keep != null) {
        params.put("keep", keep);
      }
      if (maxBytes != null) {
        params.put("max_bytes", maxBytes);
      }
      var answer = client.call("prune", params);
      answering.say(
          answer,
          "Sessions removed: %d, %s"
              .formatted(
                  answer.path("removed").asInt(), Sizes.shown(answer.path("bytes").asLong())));
      return ExitCode.DONE;
    }
  }
}
