package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code parley status}: whether the daemon runs, and what it takes. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Says whether the daemon runs and what it takes; starts nothing.",
    footer = {"", "Example:", "  parley status --json", "", "Exits with 1 when no daemon runs."})
final class StatusCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() {
    try (var client = ToDaemon.running()) {
      var status = client.call("status", ParleyClient.object());
      answering.say(status, words(status));
      return ExitCode.DONE;
    } catch (ClientException none) {
      if (none.code() != ClientException.Code.NO_DAEMON) {
        throw none;
      }
      answering.say(
          ParleyClient.object().putNull("daemon").put("sessions", 0),
          "No daemon runs; the first command that needs it starts it");
      return ExitCode.FAILED;
    }
  }

  private static String words(JsonNode status) {
    var daemon = status.path("daemon");
    var holder = status.path("holder");
    var text =
        new StringBuilder(
            "daemon    pid %d, version %s, up %s, %s"
                .formatted(
                    daemon.path("pid").asLong(),
                    daemon.path("version").asString(),
                    Spans.shown(daemon.path("uptime_s").asLong()),
                    megabytes(daemon)));
    if (!holder.isMissingNode()) {
      text.append(
          "\nholder    pid %d, %s".formatted(holder.path("pid").asLong(), megabytes(holder)));
    }
    if (status.path("http").has("url")) {
      text.append("\nhttp      ").append(status.path("http").path("url").asString());
    }
    if (status.path("http").has("warning")) {
      text.append("\nhttp      ").append(status.path("http").path("warning").asString());
    }
    var kept = status.path("kept");
    return text.append(
            "\nsessions  %d live, %d ended of %d kept, for %s"
                .formatted(
                    status.path("sessions").asLong(),
                    status.path("ended_sessions").asLong(),
                    kept.path("most_ended_sessions").asLong(),
                    Spans.shown(kept.path("longest_s").asLong())))
        .append(
            "\noutput    %s of %s"
                .formatted(
                    Sizes.shown(kept.path("bytes").asLong()),
                    Sizes.shown(kept.path("most_bytes").asLong())))
        .toString();
  }

  private static String megabytes(JsonNode process) {
    return process.path("rss_bytes").asLong() / 1_000_000 + " MB";
  }
}
