package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code parley restart}: a new daemon takes up the sessions of the old one. */
@Command(
    name = "restart",
    mixinStandardHelpOptions = true,
    description = "Starts a new daemon, of this command's version; no session ends.",
    footer = {"", "Example:", "  parley restart"})
final class RestartCommand implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() throws InterruptedException {
    try (var client = ToDaemon.open()) {
      var status = restarted(client, httpOptions(client.call("status", ParleyClient.object())));
      answering.say(
          status,
          "The daemon is pid %d now; live sessions: %d"
              .formatted(pid(status), status.path("sessions").asLong()));
      return ExitCode.DONE;
    }
  }

  /** Where its HTTP door is stays as it was. */
  static List<String> httpOptions(JsonNode status) {
    return status.path("http").path("options").valueStream().map(JsonNode::asString).toList();
  }

  /** Restarts with options of the daemon's JVM; the status of the new daemon. */
  static JsonNode restarted(ParleyClient client, List<String> options) throws InterruptedException {
    var params = ParleyClient.object();
    var line = params.putArray("command");
    ToDaemon.command().with(options).line(Home.ofUser()).forEach(line::add);
    client.call("restart", params);
    if (!client.awaitGone(LONGEST)) {
      throw new ClientException(
          ClientException.Code.NO_ANSWER,
          "The daemon does not end",
          "Look into the logs in " + Home.ofUser().logs());
    }
    // The old one has let nobody in any more, so that whoever answers now is the next.
    return client.call("status", ParleyClient.object());
  }

  private static long pid(JsonNode status) {
    return status.path("daemon").path("pid").asLong();
  }
}
