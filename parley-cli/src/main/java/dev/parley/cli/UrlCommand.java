package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code parley url}: where the HTTP door is, as the daemon itself says over its socket. Whoever
 * else listens on this machine is not asked.
 */
@Command(
    name = "url",
    mixinStandardHelpOptions = true,
    description = "Prints the address of HTTP, as the daemon itself says; starts it if need be.",
    footer = {
      "",
      "Example:",
      "  curl -H \"Authorization: Bearer $(parley token)\" $(parley url)/v1/sessions"
    })
final class UrlCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var answer = client.call("url", ParleyClient.object());
      answering.say(answer, answer.path("url").asString());
      return ExitCode.DONE;
    }
  }
}
