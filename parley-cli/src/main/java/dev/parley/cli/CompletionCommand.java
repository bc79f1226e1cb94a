package dev.parley.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parley completion}: a script that completes commands in bash and zsh. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script that completes parley's commands in bash and zsh.",
    footer = {"", "Example:", "  source <(parley completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  CompletionCommand() {}

  @Override
  public Integer call() {
    var script = AutoComplete.bash("parley", spec.root().commandLine());
    answering.say(dev.parley.client.ParleyClient.object().put("script", script), script);
    return ExitCode.DONE;
  }
}
