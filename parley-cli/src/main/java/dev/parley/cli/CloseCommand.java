package dev.parley.cli;

import dev.parley.client.RemoteEnding;
import dev.parley.client.RemoteSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley close}: ends sessions and every process they started. */
@Command(
    name = "close",
    mixinStandardHelpOptions = true,
    description = "Ends sessions and every process they started; their output stays readable.",
    footer = {"", "Examples:", "  parley close py", "  parley close --all --force"})
final class CloseCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(names = "--force", description = "Kill at once instead of asking first.")
  boolean force;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "How long to wait before killing; default 2s.")
  @Nullable Duration grace;

  @Option(names = "--all", description = "Every session that lives.")
  boolean all;

  @Parameters(arity = "0..*", paramLabel = "SESSION", description = "Ids, beginnings, or names.")
  List<String> sessions = List.of();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  CloseCommand() {}

  @Override
  public Integer call() {
    if (sessions.isEmpty() != all) {
      throw new ParameterException(spec.commandLine(), "Say which sessions to close, or --all");
    }
    try (var client = ToDaemon.sessions()) {
      for (var session : all ? client.list() : sessions.stream().map(client::by).toList()) {
        close(session);
      }
      return ExitCode.DONE;
    }
  }

  private void close(RemoteSession session) {
    var ending = ended(session);
    answering.say(
        ending.json(),
        "%s %s; %d processes ended, %d of them by force"
            .formatted(
                session.id(), TurnPrinter.state(ending), ending.processes(), ending.killed()));
  }

  private RemoteEnding ended(RemoteSession session) {
    if (force) {
      return session.end(Duration.ZERO);
    }
    return grace == null ? session.end() : session.end(grace);
  }
}
