package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley rename}: gives a session another name. */
@Command(
    name = "rename",
    mixinStandardHelpOptions = true,
    description = "Gives a session another name; its id stays.",
    footer = {"", "Example:", "  parley rename 2yuem3u899 build"})
final class RenameCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "Letters, digits, dots, dashes and underscores; no other live session has it.")
  String name = "";

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var answer =
          client.call("rename", ParleyClient.object().put("session", session).put("name", name));
      answering.say(answer, "%s is called %s now".formatted(session, name));
      return ExitCode.DONE;
    }
  }
}
