package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley signal}: sends a signal to the program in front. */
@Command(
    name = "signal",
    mixinStandardHelpOptions = true,
    description = "Sends a signal to the program in front of a session.",
    footer = {
      "",
      "Examples:",
      "  parley signal build INT",
      "  parley signal build TERM --everyone"
    })
final class SignalCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Parameters(index = "1", paramLabel = "SIGNAL", description = "INT, TERM, HUP, KILL, …")
  String signal = "";

  @Option(names = "--everyone", description = "To every process of the session.")
  boolean everyone;

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      return send(client, answering, session, signal, everyone);
    }
  }

  /** Sends a signal and says whether somebody got it. */
  static int send(
      ParleyClient client, Answering answering, String session, String signal, boolean everyone) {
    var answer =
        client.call(
            "signal",
            ParleyClient.object()
                .put("session", session)
                .put("signal", signal)
                .put("to", everyone ? "session" : "foreground"));
    var received = answer.path("received").asBoolean(false);
    answering.say(
        answer,
        received
            ? "%s got %s".formatted(session, signal)
            : "No program of %s was there to get %s".formatted(session, signal));
    return received ? ExitCode.DONE : ExitCode.FAILED;
  }
}
