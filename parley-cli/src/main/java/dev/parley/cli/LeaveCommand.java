package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley leave}: takes this user's daemon out of its fleet. */
@Command(
    name = "leave",
    mixinStandardHelpOptions = true,
    description = "Leaves the fleet and forgets it; the sessions of this node go on.",
    footer = {
      "",
      "Examples:",
      "  parley leave",
      "  parley leave --drain=10m      # takes no new sessions, and waits for those there are"
    })
final class LeaveCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = "--drain",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = "1h",
      converter = Spans.class,
      description = "Take no new sessions and wait for those there are to end; default 1h at most.")
  @Nullable Duration drain;

  @Override
  public Integer call() {
    var params = ParleyClient.object();
    if (drain != null) {
      params.put("drain", true).put("drain_s", drain.toSeconds());
    }
    try (var client = ToDaemon.open()) {
      var left = client.call("fleet_leave", params);
      var sessions = left.path("sessions").asInt(0);
      answering.say(
          left,
          !left.has("node")
              ? "this daemon is in no fleet"
              : sessions > 0 ? "left; %d sessions go on here".formatted(sessions) : "left");
      return ExitCode.DONE;
    }
  }
}
