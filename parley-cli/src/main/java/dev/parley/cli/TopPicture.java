package dev.parley.cli;

import dev.parley.client.RemoteEntry;
import dev.parley.pty.OwnTerminal.Size;
import java.util.ArrayList;
import java.util.List;

/** What {@code parley top} shows: as many lines as the terminal has, and none too long. */
final class TopPicture {
  private static final List<String> HEADINGS = List.of("NEEDS", "NAME", "STATE", "AGE", "IDLE");
  private static final int BETWEEN = 2;
  private static final int WIDEST = 24;

  private final Size size;
  private final Paint paint;

  TopPicture(Size size, Paint paint) {
    this.size = size;
    this.paint = paint;
  }

  /**
   * The lines.
   *
   * @param below what stands under the list: a look at a session, or help; empty for nothing
   * @param last the last line
   */
  List<String> of(TopList list, List<String> below, String last) {
    var lines = new ArrayList<String>();
    lines.add(paint.strong(cut(title(list))));
    var shown = list.shown();
    var widths = widths(shown);
    lines.add(paint.quiet(cut(row(cells(HEADINGS), "ABOUT", widths))));
    var under = below.subList(0, Math.min(below.size(), Math.max(0, size.rows() - 5)));
    var room = Math.max(1, size.rows() - 3 - under.size());
    var top = Math.clamp((long) list.place() - room + 1, 0, Math.max(0, shown.size() - room));
    for (var at = top; at < Math.min(shown.size(), top + room); at++) {
      lines.add(line(shown.get(at), widths, at == list.place()));
    }
    while (lines.size() < size.rows() - 1 - under.size()) {
      lines.add("");
    }
    under.forEach(line -> lines.add(cut(line)));
    lines.add(cut(last));
    return lines.subList(Math.max(0, lines.size() - size.rows()), lines.size());
  }

  private static String title(TopList list) {
    var sessions = list.size() == 1 ? "1 session" : list.size() + " sessions";
    var needing = list.needing();
    var needs =
        needing == 0 ? "none needs you" : needing == 1 ? "1 needs you" : needing + " need you";
    var filter = list.filter().isEmpty() ? "" : ", only those with '%s'".formatted(list.filter());
    return "parley: %s, %s%s".formatted(sessions, needs, Printable.line(filter));
  }

  private String line(RemoteEntry entry, List<Integer> widths, boolean selected) {
    var text = cut(row(cells(entry), about(entry), widths));
    if (selected) {
      return "\033[7m" + text + " ".repeat(Math.max(0, size.columns() - text.length())) + "\033[0m";
    }
    var needs = Math.min(text.length(), widths.getFirst());
    return TopList.isNeeding(entry)
        ? paint.needs(text.substring(0, needs)) + text.substring(needs)
        : text;
  }

  private static List<String> cells(RemoteEntry entry) {
    return cells(
        List.of(
            TopList.isNeeding(entry) ? entry.attention() : "",
            TurnPrinter.named(entry),
            TurnPrinter.state(entry) + (entry.isHeldByPerson() ? ", a person has control" : ""),
            Spans.shown(entry.age().toSeconds()),
            Spans.shown(entry.idle().toSeconds())));
  }

  private static List<String> cells(List<String> words) {
    return words.stream()
        .map(Printable::line)
        .map(word -> word.substring(0, Math.min(word.length(), WIDEST)))
        .toList();
  }

  /** The question where there is one, and else the program. */
  private static String about(RemoteEntry entry) {
    var reason = Printable.line(entry.attentionReason());
    return reason.isEmpty() ? ProgramName.of(entry.foreground()) : reason;
  }

  private static List<Integer> widths(List<RemoteEntry> entries) {
    var widths = new ArrayList<Integer>();
    for (var column = 0; column < HEADINGS.size(); column++) {
      var width = HEADINGS.get(column).length();
      for (var entry : entries) {
        width = Math.max(width, cells(entry).get(column).length());
      }
      widths.add(width);
    }
    return widths;
  }

  private static String row(List<String> cells, String about, List<Integer> widths) {
    var row = new StringBuilder();
    for (var column = 0; column < cells.size(); column++) {
      var cell = cells.get(column);
      row.append(cell).repeat(' ', widths.get(column) - cell.length() + BETWEEN);
    }
    return row.append(about).toString();
  }

  private String cut(String line) {
    if (line.length() <= size.columns()) {
      return line;
    }
    var more = paint.more();
    return line.substring(0, Math.max(0, size.columns() - more.length())) + more;
  }
}
