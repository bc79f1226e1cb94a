package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley kill}: ends sessions at once, or sends their programs a signal. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    description = "Ends sessions at once, as 'close --force' does; with -s only sends a signal.",
    footer = {"", "Examples:", "  parley kill build", "  parley kill -s INT build"})
final class KillCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = {"-s", "--signal"},
      paramLabel = "SIGNAL",
      description = "Send INT, TERM, HUP, … to the program in front instead; the session goes on.")
  Optional<String> signal = Optional.empty();

  @Parameters(arity = "1..*", paramLabel = "SESSION", description = "Ids, beginnings, or names.")
  List<String> sessions = List.of();

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      return answering.each(
          sessions, session -> signal.isPresent() ? signal(client, session) : end(client, session));
    }
  }

  private int signal(ParleyClient client, String session) {
    return SignalCommand.send(client, answering, session, signal.orElseThrow(), false);
  }

  private int end(ParleyClient client, String session) {
    return CloseCommand.close(client, answering, session, Optional.of(Duration.ZERO));
  }
}
