package dev.parley.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code parley manual}: writes a man page for each command, from what the commands say of
 * themselves.
 */
@Command(name = "manual", hidden = true, description = "Used by the packages.")
final class ManualCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FOLDER", description = "Where to write the pages.")
  private Path folder = Path.of(".");

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  ManualCommand() {}

  @Override
  public Integer call() throws IOException {
    folder = Seat.current().path(folder);
    Files.createDirectories(folder);
    var root = spec.root();
    write("parley", root.commandLine());
    for (var command : root.subcommands().values()) {
      if (!command.getCommandSpec().usageMessage().hidden()) {
        write("parley-" + command.getCommandName(), command);
      }
    }
    return ExitCode.DONE;
  }

  private void write(String name, CommandLine command) throws IOException {
    Files.writeString(folder.resolve(name + ".1"), page(name, command));
  }

  private static String page(String name, CommandLine command) {
    var message = command.getCommandSpec().usageMessage();
    var page = new StringBuilder();
    page.append(
        ".TH \"%s\" 1 \"\" \"Parley %s\" \"Parley\"\n".formatted(upper(name), Parley.VERSION));
    var description = String.join(" ", message.description()).formatted();
    page.append(".SH NAME\n%s \\- %s\n".formatted(name, escaped(lowered(description))));
    page.append(".SH SYNOPSIS\n.nf\n%s\n.fi\n".formatted(escaped(synopsis(command))));
    page.append(".SH DESCRIPTION\n%s\n".formatted(escaped(description)));
    var options =
        command.getCommandSpec().options().stream().filter(option -> !option.hidden()).toList();
    var operands =
        command.getCommandSpec().positionalParameters().stream()
            .filter(operand -> !operand.hidden())
            .toList();
    if (!operands.isEmpty()) {
      page.append(".SH ARGUMENTS\n");
      operands.forEach(operand -> entry(page, operand.paramLabel(), operand));
    }
    if (!options.isEmpty()) {
      page.append(".SH OPTIONS\n");
      options.forEach(option -> entry(page, label(option), option));
    }
    commands(page, command);
    examples(page, message.footer());
    return page.append(
            """
            .SH EXIT STATUS
            0 done, 1 failed, 2 wrong usage, 3 no such session, 4 timed out.
            .B parley run
            exits with the command's own code.
            """)
        .toString();
  }

  private static void commands(StringBuilder page, CommandLine command) {
    var shown =
        command.getSubcommands().values().stream()
            .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
            .distinct()
            .toList();
    if (!shown.isEmpty()) {
      page.append(".SH COMMANDS\n");
      for (var sub : shown) {
        page.append(
            ".TP\n.BR parley-%s (1)\n%s\n"
                .formatted(
                    sub.getCommandName(),
                    escaped(String.join(" ", sub.getCommandSpec().usageMessage().description()))));
      }
    }
  }

  private static void examples(StringBuilder page, String[] footer) {
    var lines = String.join("\n", footer).strip();
    if (!lines.isEmpty()) {
      page.append(".SH EXAMPLES\n.nf\n%s\n.fi\n".formatted(escaped(lines)));
    }
  }

  private static void entry(StringBuilder page, String label, ArgSpec what) {
    page.append(".TP\n.B %s\n".formatted(escaped(label)));
    page.append(escaped(String.join(" ", what.description()))).append('\n');
  }

  private static String label(OptionSpec option) {
    var names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private static String synopsis(CommandLine command) {
    return command.getHelp().synopsis(0).strip();
  }

  private static String upper(String text) {
    return text.toUpperCase(java.util.Locale.ROOT);
  }

  private static String lowered(String text) {
    var end = text.endsWith(".") ? text.length() - 1 : text.length();
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1, end);
  }

  /** A line that begins with a dot or a quote would be a request of roff's. */
  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
