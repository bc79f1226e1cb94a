package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.server.wire.ExplanationFields;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code parley explain}: why a session is said to be in its state. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Says why a session is in its state: what was looked at, and what decided.",
    footer = {"", "Example:", "  parley explain build"})
final class ExplainCommand implements Callable<Integer> {
  /** Long enough for what needs several looks, such as a program that polls. */
  private static final Duration LOOKED = Duration.ofSeconds(2);

  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var explained = explained(client, session, "none").path("explain");
      answering.say(explained, ExplanationFields.text(explained).stripTrailing());
      return ExitCode.DONE;
    }
  }

  /** A read with its explanation, and with the screen where the view asks for it. */
  static JsonNode explained(ParleyClient client, String session, String view) {
    return client.call(
        "session_read",
        ParleyClient.object()
            .put("session", session)
            .put("explain", true)
            .put("view", view)
            .put("timeout_ms", LOOKED.toMillis()));
  }
}
