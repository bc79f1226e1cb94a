package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley stop}: ends the daemon and all sessions. */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    description = "Ends all sessions and the daemon; what was recorded stays.",
    footer = {"", "Example:", "  parley stop"})
final class StopCommand implements Callable<Integer> {
  private static final int LONGEST_S = 30;

  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() throws Exception {
    try (var client = ToDaemon.running()) {
      var pid = client.call("status", ParleyClient.object()).path("daemon").path("pid").asLong();
      var daemon = ProcessHandle.of(pid);
      var answer = client.call("stop", ParleyClient.object());
      if (daemon.isPresent()) {
        daemon.get().onExit().get(LONGEST_S, TimeUnit.SECONDS);
      }
      answering.say(answer, "Stopped; sessions ended: %d".formatted(answer.path("ended").asLong()));
    } catch (ClientException none) {
      if (!none.code().equals(ClientException.NO_DAEMON)) {
        throw none;
      }
      answering.say(ParleyClient.object().put("ended", 0), "No daemon runs");
    }
    return ExitCode.DONE;
  }
}
