package dev.parley.cli;

import dev.parley.client.RemoteList;
import dev.parley.client.RemoteSessions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley list}: the sessions and what each is doing. */
@Command(
    name = "list",
    aliases = "ls",
    mixinStandardHelpOptions = true,
    description = "Lists the sessions and what each is doing.",
    footer = {
      "",
      "Examples:",
      "  parley list --all",
      "  parley list -w                # goes on as the sessions do; Ctrl-C ends it",
      "  parley close $(parley list -q)"
    })
final class ListCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = {"-a", "--all"},
      description = "Sessions that have ended as well.")
  boolean all;

  @Option(names = "--fleet", description = "The sessions of the other nodes as well.")
  boolean fleet;

  @Option(
      names = {"-q", "--quiet"},
      description = "Only the ids, one a line.")
  boolean quiet;

  @Option(names = "--names", hidden = true, description = "Names, or ids where there is none.")
  boolean names;

  @Option(
      names = {"-w", "--watch"},
      description = "Stay, and show every change as it happens.")
  boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    if (watch) {
      try (var client = ToDaemon.open()) {
        new ListScreen(client, all, fleet, answering, this::print).run();
      }
      return ExitCode.DONE;
    }
    // A shell that completes a word must not start a daemon.
    try (var sessions = RemoteSessions.over(names ? ToDaemon.running() : ToDaemon.open())) {
      print(fleet ? sessions.fleetStandings(all) : sessions.standings(all));
      return ExitCode.DONE;
    }
  }

  private void print(RemoteList list) {
    if (answering.json) {
      answering.json(list.json());
    } else if (names) {
      list.entries().forEach(session -> answering.out.println(TurnPrinter.named(session)));
    } else if (quiet) {
      list.entries().forEach(session -> answering.out.println(session.session()));
    } else if (list.entries().isEmpty()) {
      answering.remark("no sessions; 'parley start' starts one");
    } else {
      SessionTable.of(list.entries(), answering).forEach(answering.out::println);
    }
    var silent = list.unreachable();
    if (!silent.isEmpty() && !answering.json) {
      answering.remark("not reached: " + String.join(", ", silent));
    }
  }
}
