package dev.parley.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.ParseResult;

/**
 * The parsers of commands. To make one takes far longer than to parse with it, since it reads every
 * annotation of its command; so one that has done its work serves the next who calls the same
 * command. The parser sets every option back before it reads the next arguments.
 */
final class CommandLines {
  /** Of one command at once; more than this are made anew. */
  private static final int KEPT = 4;

  /** They have threads of their own, which may outlast the command by a moment. */
  private static final Set<String> LASTING =
      Set.of("attach", "read", "render", "replay", "run", "top");

  /** They speak of all commands, so all must be there. */
  private static final Set<Class<?>> ABOUT_ALL =
      Set.of(CompletionCommand.class, HelpCommand.class, ManualCommand.class);

  private static final ColorScheme COLOURED = Help.defaultColorScheme(Help.Ansi.ON);
  private static final ColorScheme PLAIN = Help.defaultColorScheme(Help.Ansi.OFF);

  private final Map<String, BlockingQueue<CommandLine>> idle = new ConcurrentHashMap<>();

  /** Lets a parser do something, alone; what that returns. */
  int with(String command, boolean coloured, ToIntFunction<CommandLine> task) {
    var scheme = coloured ? COLOURED : PLAIN;
    var meant = meant(command);
    if (meant.isEmpty() || LASTING.contains(command)) {
      // Without a command it is for help and the like, and all commands are too much to keep.
      var all = meant.<List<Class<?>>>map(List::of).orElse(Parley.COMMANDS);
      return task.applyAsInt(made(all).setColorScheme(scheme));
    }
    var kept = idle.computeIfAbsent(command, _ -> new ArrayBlockingQueue<>(KEPT));
    var line = Optional.ofNullable(kept.poll()).orElseGet(() -> made(List.of(meant.get())));
    try {
      return task.applyAsInt(line.setColorScheme(scheme));
    } finally {
      var unused = kept.offer(line);
    }
  }

  private static Optional<Class<?>> meant(String word) {
    for (var command : Parley.COMMANDS) {
      if (!ABOUT_ALL.contains(command)
          && command.getSimpleName().equalsIgnoreCase(word + "Command")) {
        return Optional.of(command);
      }
    }
    return Optional.empty();
  }

  private static CommandLine made(List<Class<?>> commands) {
    var printer = new ErrorPrinter();
    var line =
        new CommandLine(Parley.root())
            .setExpandAtFiles(false) // what is typed into a program may begin with an @
            .setExecutionExceptionHandler(printer)
            .setParameterExceptionHandler(printer);
    commands.forEach(line::addSubcommand);
    // What follows the program to start is the program's own: parley start python3 -q
    for (var starts : List.of("start", "run")) {
      Optional.ofNullable(line.getSubcommands().get(starts))
          .ifPresent(command -> command.setStopAtPositional(true));
    }
    return line.setExecutionStrategy(CommandLines::seated);
  }

  /** Tells a command where it sits this time, then runs it. */
  private static int seated(ParseResult parsed) {
    for (var command : parsed.asCommandLineList()) {
      for (var mixin : command.getCommandSpec().mixins().values()) {
        if (mixin.userObject() instanceof Answering answering) {
          answering.sit(Seat.current());
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }
}
