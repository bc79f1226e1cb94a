package dev.parley.cli;

import static java.util.Objects.requireNonNull;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code parley} command: where everything is put together. */
@Command(
    name = "parley",
    mixinStandardHelpOptions = true,
    version = "parley " + Parley.VERSION,
    description = "Terminals that agents can hold a conversation with.",
    subcommands = {
      AttachCommand.class,
      CloseCommand.class,
      CompletionCommand.class,
      ConfigCommand.class,
      DaemonCommandLine.class,
      DemoCommand.class,
      DoctorCommand.class,
      ExportCommand.class,
      ListCommand.class,
      McpCommand.class,
      OpenCommand.class,
      PruneCommand.class,
      ReadCommand.class,
      RenderCommand.class,
      ReplayCommand.class,
      ResizeCommand.class,
      RestartCommand.class,
      RunCommand.class,
      ScreenshotCommand.class,
      SecretCommand.class,
      SendCommand.class,
      SignalCommand.class,
      StartCommand.class,
      StatusCommand.class,
      StopCommand.class,
      TokenCommand.class,
      WaitCommand.class,
      WarmUpCommand.class
    })
public final class Parley implements Runnable {
  static final String VERSION = "0.1.0";

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  private Parley() {}

  public static void main(String[] arguments) {
    if (McpCommand.isPlain(arguments)) {
      System.exit(McpCommand.pipe(arguments.length == 3 ? arguments[2] : "parley"));
    }
    var complaint = new Complaint();
    var line =
        new CommandLine(new Parley())
            .setExecutionExceptionHandler(complaint)
            .setParameterExceptionHandler(complaint);
    // What follows the program to start is the program's own: parley start python3 -q
    for (var starts : List.of("start", "run")) {
      requireNonNull(line.getSubcommands().get(starts)).setStopAtPositional(true);
    }
    System.exit(line.execute(arguments));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do; try 'parley demo'");
  }
}
