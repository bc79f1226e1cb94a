package dev.parley.cli;

import dev.parley.client.RemoteEntry;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.text.CellWidth;
import java.util.ArrayList;
import java.util.List;

/** Sessions as a table for people, as wide as their terminal. */
final class SessionTable {
  private static final List<String> HEADINGS =
      List.of("ID", "NAME", "STATE", "AGE", "IDLE", "PROGRAM");
  private static final int STATE = HEADINGS.indexOf("STATE");
  private static final int LAST = HEADINGS.size() - 1;
  private static final int BETWEEN = 2;

  /** Less of a program says nothing. */
  private static final int NARROWEST = 12;

  private final Answering answering;
  private final List<List<String>> rows = new ArrayList<>();

  private SessionTable(List<RemoteEntry> sessions, Answering answering) {
    this.answering = answering;
    rows.add(HEADINGS);
    sessions.forEach(session -> rows.add(row(session)));
  }

  /** The lines of the table, with its headings. */
  static List<String> of(List<RemoteEntry> sessions, Answering answering) {
    var table = new SessionTable(sessions, answering);
    return table.rows.stream().map(table::line).toList();
  }

  private static List<String> row(RemoteEntry session) {
    return List.of(
        session.session(),
        Printable.line(session.name().orElse("-")),
        TurnPrinter.state(session) + ended(session) + people(session),
        Spans.shown(session.age().toSeconds()),
        Spans.shown(session.idle().toSeconds()),
        ProgramName.of(session.foreground()) + sandbox(session));
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
      return ", a person has control";
    }
    return switch (session.asks().isEmpty() ? "" : session.asks().getFirst()) {
      case "secret" -> ", asked for";
      case "takeover" -> ", take it over";
      default -> "";
    };
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    var used = 0;
    for (var column = 0; column < LAST; column++) {
      var width = width(column);
      line.append(painted(row, column))
          .repeat(' ', width - CellWidth.of(row.get(column)) + BETWEEN);
      used += width + BETWEEN;
    }
    var program = cut(row.get(LAST), used);
    return line.append(row == HEADINGS ? answering.paint.strong(program) : program).toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> CellWidth.of(row.get(column))).max().orElse(0);
  }

  /** A terminal would break a longer line; a pipe gets all of it. */
  private String cut(String program, int before) {
    var columns = answering.seat.size().map(Size::columns).orElse(Integer.MAX_VALUE);
    var room = Math.max(NARROWEST, columns - before);
    return answering.seat.hasTerminalOut()
        ? CellWidth.cut(program, room, answering.paint.more())
        : program;
  }

  private String painted(List<String> row, int column) {
    var word = row.get(column);
    if (row == HEADINGS) {
      return answering.paint.strong(word);
    }
    return column == STATE ? answering.paint.state(word) : word;
  }
}
