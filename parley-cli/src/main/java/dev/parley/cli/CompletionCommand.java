package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final Set<String> OF_THE_LIVING =
      Set.of("attach", "close", "kill", "rename", "resize", "secret", "send", "signal", "wait");

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
          case bash -> bash(root);
          case zsh -> "#compdef parley\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root);
          case fish -> fish(root);
        };
    answering.say(ParleyClient.object().put("script", script), script);
    return ExitCode.DONE;
  }

  /** What picocli knows, and the sessions there are at the moment. */
  private static String bash(CommandLine root) {
    return AutoComplete.bash("parley", root)
        + """

        # Sessions by their names, where a word stands for one.
        function _complete_parley_sessions() {
          _complete_parley "$@"
          local word="${COMP_WORDS[COMP_CWORD]}"
          case "$word" in -*) return ;; esac
          case "${COMP_WORDS[1]}" in
            %s) COMPREPLY+=( $(compgen -W "$(parley list --names 2>/dev/null)" -- "$word") ) ;;
            %s) COMPREPLY+=( $(compgen -W "$(parley list --all --names 2>/dev/null)" -- "$word") ) ;;
          esac
        }
        complete -F _complete_parley_sessions -o default parley parley.sh parley.bash
        """
            .formatted(
                String.join("|", sessions(root, true)), String.join("|", sessions(root, false)));
  }

  /** The commands that take a session: one that lives, or also one that has ended. */
  private static List<String> sessions(CommandLine root, boolean alive) {
    return root.getSubcommands().entrySet().stream()
        .filter(command -> takesSession(command.getValue()))
        .map(Map.Entry::getKey)
        .filter(name -> OF_THE_LIVING.contains(name) == alive)
        .sorted()
        .toList();
  }

  private static boolean takesSession(CommandLine command) {
    return command.getCommandSpec().positionalParameters().stream()
        .anyMatch(parameter -> parameter.paramLabel().contains("SESSION"));
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
      if (takesSession(command)) {
        script.append(
            "complete -c parley -n %s -a '(parley list %s--names 2>/dev/null)'\n"
                .formatted(
                    inside, OF_THE_LIVING.contains(command.getCommandName()) ? "" : "--all "));
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
