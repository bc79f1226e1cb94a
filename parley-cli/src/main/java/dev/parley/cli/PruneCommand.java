package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code parley prune}: removes what ended sessions left behind. */
@Command(
    name = "prune",
    mixinStandardHelpOptions = true,
    description =
        "Removes sessions that have ended, with their output: what exceeds a bound, or all. Asks"
            + " first.",
    footer = {
      "",
      "Examples:",
      "  parley prune",
      "  parley prune --older-than 7d --yes",
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

  @Option(
      names = {"-y", "--yes"},
      description = "Remove them without asking.")
  boolean yes;

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  PruneCommand() {}

  @Override
  public Integer call() throws IOException {
    try (var client = ToDaemon.open()) {
      if (!yes && !agreed(client)) {
        answering.remark("nothing was removed");
        return ExitCode.FAILED;
      }
      var answer = client.call("prune", bounds());
      answering.say(answer, "Sessions removed: " + counted(answer));
      return ExitCode.DONE;
    }
  }

  /**
   * What is removed cannot be brought back, so a person is asked; a script must say it means it.
   */
  private boolean agreed(ParleyClient client) throws IOException {
    var seat = answering.seat;
    if (answering.json || !seat.hasTerminalIn() || !seat.isInFront()) {
      throw new ParameterException(
          spec.commandLine(),
          "This removes sessions for good, and no terminal is there to ask at; say --yes");
    }
    var would = client.call("prune", bounds().put("dry_run", true));
    return would.path("removed").asInt() == 0
        || Question.ask(
            seat, "Sessions to remove, with their output: %s. Go on?".formatted(counted(would)));
  }

  private static String counted(JsonNode answer) {
    return "%d, %s"
        .formatted(answer.path("removed").asInt(), Sizes.shown(answer.path("bytes").asLong()));
  }

  private ObjectNode bounds() {
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
    return params;
  }
}
