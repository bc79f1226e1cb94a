package dev.parley.cli;

import dev.parley.client.RemoteEntry;
import java.util.ArrayList;
import java.util.List;
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
    footer = {"", "Example:", "  parley list --all"})
final class ListCommand implements Callable<Integer> {
  private static final List<String> HEADINGS =
      List.of("ID", "NAME", "STATE", "AGE", "IDLE", "PROGRAM");
  private static final int STATE = HEADINGS.indexOf("STATE");

  @Mixin Answering answering = new Answering();

  @Option(
      names = {"-a", "--all"},
      description = "Sessions that have ended as well.")
  boolean all;

  @Override
  public Integer call() {
    try (var sessions = ToDaemon.sessions()) {
      var list = sessions.standings(all);
      if (answering.json) {
        answering.json(list.json());
      } else {
        print(list.entries());
      }
      return ExitCode.DONE;
    }
  }

  private void print(List<RemoteEntry> sessions) {
    if (sessions.isEmpty()) {
      answering.remark("no sessions; 'parley start' starts one");
      return;
    }
    var rows = new ArrayList<List<String>>();
    rows.add(HEADINGS);
    sessions.forEach(session -> rows.add(row(session)));
    rows.forEach(row -> answering.out.println(line(rows, row)));
  }

  private static List<String> row(RemoteEntry session) {
    return List.of(
        session.session(),
        Printable.line(session.name().orElse("-")),
        TurnPrinter.state(session) + ended(session) + people(session),
        Spans.shown(session.age().toSeconds()),
        Spans.shown(session.idle().toSeconds()),
        Printable.line(session.foreground()) + sandbox(session));
  }

  private static String sandbox(RemoteEntry session) {
    return session.sandbox().isEmpty() ? "" : " [" + Printable.line(session.sandbox()) + "]";
  }

  /** Why it has ended, where that was not the program's own doing. */
  private static String ended(RemoteEntry session) {
    return session.endedBy().map(reason -> ", " + Printable.line(reason)).orElse("");
  }

  /** What concerns people: a question to them, or that one of them has the keyboard. */
  private static String people(RemoteEntry session) {
    if (session.isHeldByPerson()) {
      return ", held by a person";
    }
    return switch (session.asks().isEmpty() ? "" : session.asks().getFirst()) {
      case "secret" -> ", asked for";
      case "takeover" -> ", take it over";
      default -> "";
    };
  }

  private String line(List<List<String>> rows, List<String> row) {
    var line = new StringBuilder();
    for (var column = 0; column < row.size(); column++) {
      var place = column;
      var width = rows.stream().mapToInt(other -> other.get(place).length()).max().orElse(0);
      var word = row.get(column);
      line.append(painted(row, column)).repeat(' ', width - word.length() + 2);
    }
    return line.toString().stripTrailing();
  }

  private String painted(List<String> row, int column) {
    var word = row.get(column);
    if (row == HEADINGS) {
      return answering.paint.strong(word);
    }
    return column == STATE ? answering.paint.state(word) : word;
  }
}
