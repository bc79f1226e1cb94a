package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.pty.Holder;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley stop}: ends the daemon and all sessions. */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    description = "Ends all sessions and the daemon; what was recorded stays.",
    footer = {"", "Example:", "  parley stop"})
final class StopCommand implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() throws InterruptedException {
    try (var client = ToDaemon.running()) {
      var answer = client.call("stop", ParleyClient.object());
      var ending = Thread.ofPlatform().daemon().start(() -> Holder.awaitEnd(Home.ofUser().lock()));
      if (!ending.join(LONGEST)) {
        throw new ClientException(
            ClientException.Code.NO_ANSWER,
            "The daemon has not ended yet; a session may resist",
            "Look into the logs in " + Home.ofUser().logs());
      }
      answering.say(answer, "Stopped; sessions ended: %d".formatted(answer.path("ended").asLong()));
    } catch (ClientException none) {
      if (none.code() != ClientException.Code.NO_DAEMON) {
        throw none;
      }
      answering.say(ParleyClient.object().put("ended", 0), "No daemon runs");
    }
    return ExitCode.DONE;
  }
}
