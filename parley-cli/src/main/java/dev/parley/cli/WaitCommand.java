package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteSessions;
import dev.parley.client.RemoteTurn;
import dev.parley.client.RemoteWhy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley wait}: waits for the first of several sessions, or for all of them. */
@Command(
    name = "wait",
    mixinStandardHelpOptions = true,
    description = "Waits until the first of the sessions wants input, is at its prompt, or ends.",
    footer = {
      "",
      "Examples:",
      "  parley wait build tests --until exit --all",
      "  parley wait server --pattern 'listening on' --timeout 1m"
    })
final class WaitCommand implements Callable<Integer> {
  /** The longest the daemon waits in one call; a longer wait asks again. */
  private static final Duration ONE_CALL = Duration.ofMinutes(30);

  private static final Duration FOREVER = Duration.ofDays(3650);

  @Mixin Answering answering = new Answering();
  @Mixin WaitOptions waiting = new WaitOptions();

  @Option(names = "--all", description = "Wait for every one of them.")
  boolean all;

  @Parameters(arity = "1..*", paramLabel = "SESSION", description = "Ids, beginnings, or names.")
  List<String> sessions = List.of();

  @Override
  public Integer call() {
    if (waiting.view.equals("text")) {
      waiting.view = "none";
    }
    var deadline = System.nanoTime() + waiting.timeout(FOREVER).toNanos();
    try (var client = ToDaemon.sessions()) {
      if (!all) {
        var turn = wait(client, sessions, deadline);
        answering.say(turn.json(), line(turn));
        return code(turn);
      }
      var turns = new ArrayList<RemoteTurn>();
      for (var session : sessions) {
        turns.add(wait(client, List.of(session), deadline));
      }
      var fields = ParleyClient.object();
      fields.putArray("sessions").addAll(turns.stream().map(RemoteTurn::json).toList());
      answering.say(fields, String.join("\n", turns.stream().map(WaitCommand::line).toList()));
      return turns.stream().mapToInt(WaitCommand::code).max().orElse(ExitCode.DONE);
    }
  }

  private RemoteTurn wait(RemoteSessions client, List<String> which, long deadline) {
    var waitedOn = which.stream().map(client::by).toList();
    while (true) {
      var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      var now = left.compareTo(ONE_CALL) > 0 ? ONE_CALL : left;
      var turn = client.awaitAny(waitedOn, waiting.asked(now).within(now));
      if (code(turn) == ExitCode.DONE || now.equals(left)) {
        return turn;
      }
    }
  }

  private static String line(RemoteTurn turn) {
    return "%s %s".formatted(TurnPrinter.named(turn), TurnPrinter.state(turn));
  }

  private static int code(RemoteTurn turn) {
    return turn.why() == RemoteWhy.TIMEOUT ? ExitCode.TIMED_OUT : ExitCode.DONE;
  }
}
