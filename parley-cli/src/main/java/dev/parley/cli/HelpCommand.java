package dev.parley.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code parley help}: what the commands are, or what one of them takes. */
@Command(
    name = "help",
    description = "Lists the commands, or says what one of them takes.",
    footer = {"", "Example:", "  parley help start"})
final class HelpCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "A command of parley's.")
  List<String> words = List.of();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  HelpCommand() {}

  @Override
  public Integer call() {
    CommandLine command = spec.root().commandLine();
    for (var word : words) {
      var next = command.getSubcommands().get(word);
      if (next == null) {
        throw new UnmatchedArgumentException(command, List.of(word));
      }
      command = next;
    }
    command.usage(spec.commandLine().getOut(), command.getColorScheme());
    return ExitCode.DONE;
  }
}
