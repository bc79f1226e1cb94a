package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEnding;
import dev.parley.client.RemoteSession;
import dev.parley.client.RemoteSessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    var patience = force ? Optional.of(Duration.ZERO) : Optional.ofNullable(grace);
    try (var client = ToDaemon.open()) {
      return answering.each(
          all ? living(client) : sessions, session -> close(client, answering, session, patience));
    }
  }

  private static List<String> living(ParleyClient client) {
    return RemoteSessions.over(client).list().stream().map(RemoteSession::id).toList();
  }

  /** Ends a session and says how that went. */
  static int close(
      ParleyClient client, Answering answering, String name, Optional<Duration> patience) {
    var session = RemoteSessions.over(client).by(name);
    var ending = patience.isPresent() ? session.end(patience.get()) : session.end();
    answering.say(
        ending.json(),
        "%s %s; %s%s"
            .formatted(
                session.id(),
                TurnPrinter.state(ending),
                processes(ending),
                ending.note().map("; "::concat).orElse("")));
    return ExitCode.DONE;
  }

  private static String processes(RemoteEnding ending) {
    var ended = ending.processes() == 1 ? "1 process" : ending.processes() + " processes";
    return ending.killed() == 0
        ? ended + " ended"
        : "%s ended, %s by force"
            .formatted(
                ended, ending.killed() < ending.processes() ? ending.killed() + " of them" : "all");
  }
}
