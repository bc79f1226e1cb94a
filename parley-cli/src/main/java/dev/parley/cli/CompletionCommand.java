package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley completion}: a script that completes commands, options and sessions. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script that completes parley's commands in a shell.",
    footer = {
      "",
      "Examples:",
      "  source <(parley completion bash)",
      "  parley completion fish > ~/.config/fish/completions/parley.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  /** A shell we can write for. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Mixin Answering answering = new Answering();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SHELL",
      description = "One of: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  Shell shell = Shell.bash;

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  CompletionCommand() {}

  @Override
  public Integer call() {
    var root = spec.root().commandLine();
    var script =
        switch (shell) {
          case bash -> AutoComplete.bash("parley", root);
          case zsh ->
              "#compdef parley\nautoload -U +X bashcompinit && bashcompinit\n"
                  + AutoComplete.bash("parley", root);
          case fish -> fish(root);
        };
    answering.say(ParleyClient.object().put("script", script), script);
    return ExitCode.DONE;
  }

  private static String fish(CommandLine root) {
    var script = new StringBuilder("# Completion of parley for fish.\ncomplete -c parley -f\n");
    for (var command : root.getSubcommands().values().stream().distinct().toList()) {
      var of = command.getCommandSpec();
      if (of.usageMessage().hidden()) {
        continue;
      }
      script.append(
          "complete -c parley -n __fish_use_subcommand -a %s -d %s\n"
              .formatted(
                  command.getCommandName(),
                  quoted(String.join(" ", of.usageMessage().description()))));
      var inside = quoted("__fish_seen_subcommand_from " + command.getCommandName());
      for (var option : of.options()) {
        if (!option.hidden()) {
          script.append(
              "complete -c parley -n %s%s -d %s\n"
                  .formatted(
                      inside, names(option), quoted(String.join(" ", option.description()))));
        }
      }
      if (of.positionalParameters().stream().anyMatch(it -> it.paramLabel().contains("SESSION"))) {
        script.append(
            "complete -c parley -n %s -a '(parley list --all -q 2>/dev/null)'\n".formatted(inside));
      }
    }
    return script.toString();
  }

  private static String names(OptionSpec option) {
    var names = new StringBuilder();
    for (var name : option.names()) {
      names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    return names.append(option.arity().max() > 0 ? " -r" : "").toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
