package dev.parley.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code parley} command: where everything is put together. */
@Command(
    name = "parley",
    mixinStandardHelpOptions = true,
    version = "parley " + Parley.VERSION,
    description = "Terminals that agents can hold a conversation with.")
public final class Parley implements Runnable {
  static final String VERSION = "0.1.0";

  static final List<Class<?>> COMMANDS =
      List.of(
          AlertCommand.class,
          AttachCommand.class,
          CloseCommand.class,
          CompletionCommand.class,
          ConfigCommand.class,
          DaemonCommandLine.class,
          DemoCommand.class,
          DoctorCommand.class,
          ExplainCommand.class,
          ExportCommand.class,
          FleetCommand.class,
          HelpCommand.class,
          JoinCommand.class,
          KillCommand.class,
          LeaveCommand.class,
          ListCommand.class,
          LogsCommand.class,
          ManualCommand.class,
          McpCommand.class,
          NodesCommand.class,
          NotifyCommand.class,
          OpenCommand.class,
          PolicyCommand.class,
          PruneCommand.class,
          ReadCommand.class,
          RenameCommand.class,
          RenderCommand.class,
          ReplayCommand.class,
          ReportCommand.class,
          ResizeCommand.class,
          RestartCommand.class,
          RunCommand.class,
          ScreenshotCommand.class,
          SecretCommand.class,
          SendCommand.class,
          ServeCommand.class,
          SignalCommand.class,
          StartCommand.class,
          StatusCommand.class,
          StopCommand.class,
          TokenCommand.class,
          TopCommand.class,
          UrlCommand.class,
          WaitCommand.class,
          WarmUpCommand.class);

  private static final CommandLines LINES = new CommandLines();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  private Parley() {}

  public static void main(String[] given) throws IOException, InterruptedException {
    var arguments = OwnArguments.asTyped(given);
    if (McpCommand.isPlain(arguments)) {
      System.exit(McpCommand.pipe(arguments.length == 3 ? arguments[2] : "parley"));
    }
    if (DaemonCommandLine.isPlain(arguments)) {
      DaemonCommandLine.run();
    }
    System.exit(allSaid(execute(arguments)));
  }

  /** A command that could not say all it had to has not worked. */
  private static int allSaid(int code) {
    var lost = OwnSeat.ONLY.lost();
    if (code != ExitCode.DONE || lost.isEmpty()) {
      return code;
    }
    var why = String.valueOf(lost.get().getMessage());
    if (!why.contains("Broken pipe")) {
      System.err.println("parley: stdout: " + why);
    }
    return ExitCode.FAILED;
  }

  /** Runs a command at the seat that is current; the exit code. */
  static int execute(String... arguments) {
    var seat = Seat.current();
    var coloured = seat.hasTerminalOut() && !seat.environment().containsKey("NO_COLOR");
    return LINES.with(
        arguments.length == 0 ? "" : arguments[0],
        coloured,
        line ->
            line.setOut(new PrintWriter(seat.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(seat.err(), true, StandardCharsets.UTF_8))
                .execute(arguments));
  }

  static Parley root() {
    return new Parley();
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: 'parley demo' is a tour, 'parley help' lists the commands");
  }
}
