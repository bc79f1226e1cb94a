package dev.parley.cli;

import dev.parley.client.RemoteEntry;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.text.CellWidth;
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
    var rows = shown.stream().map(this::cells).toList();
    var widths = widths(rows);
    lines.add(paint.quiet(cut(row(HEADINGS, "ABOUT", widths))));
    var under = below.subList(0, Math.min(below.size(), Math.max(0, size.rows() - 5)));
    var room = Math.max(1, size.rows() - 3 - under.size());
    var place = list.place();
    var top = Math.clamp((long) place - room + 1, 0, Math.max(0, shown.size() - room));
    for (var at = top; at < Math.min(shown.size(), top + room); at++) {
      var text = cut(row(rows.get(at), about(shown.get(at)), widths));
      lines.add(at == place ? marked(text) : painted(text, shown.get(at), widths.getFirst()));
    }
    if (shown.isEmpty()) {
      lines.add(
          cut(list.size() == 0 ? "No sessions; n starts one" : "None matches; Esc shows all"));
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

  private String marked(String text) {
    return "\033[7m" + text + " ".repeat(size.columns() - CellWidth.of(text)) + "\033[0m";
  }

  private String painted(String text, RemoteEntry entry, int width) {
    if (!TopList.isNeeding(entry)) {
      return text;
    }
    var needs = Math.min(text.length(), width); // a word of ours: one cell a letter
    return paint.needs(text.substring(0, needs)) + text.substring(needs);
  }

  private List<String> cells(RemoteEntry entry) {
    return List.of(
            TopList.isNeeding(entry) ? entry.attention() : "",
            TurnPrinter.named(entry),
            TurnPrinter.state(entry),
            Spans.shown(entry.age().toSeconds()),
            Spans.shown(entry.idle().toSeconds()))
        .stream()
        .map(cell -> CellWidth.cut(Printable.line(cell), WIDEST, paint.more()))
        .toList();
  }

  /** The question where there is one, and else the program. */
  private static String about(RemoteEntry entry) {
    var reason = Printable.line(entry.attentionReason());
    var about = reason.isEmpty() ? ProgramName.of(entry.foreground()) : reason;
    return (entry.isHeldByPerson() ? "a person has control: " : "") + about;
  }

  private static List<Integer> widths(List<List<String>> rows) {
    var widths = new ArrayList<Integer>();
    for (var column = 0; column < HEADINGS.size(); column++) {
      var width = HEADINGS.get(column).length();
      for (var row : rows) {
        width = Math.max(width, CellWidth.of(row.get(column)));
      }
      widths.add(width);
    }
    return widths;
  }

  private static String row(List<String> cells, String about, List<Integer> widths) {
    var row = new StringBuilder();
    for (var column = 0; column < cells.size(); column++) {
      var cell = cells.get(column);
      row.append(cell).repeat(' ', widths.get(column) - CellWidth.of(cell) + BETWEEN);
    }
    return row.append(about).toString();
  }

  private String cut(String line) {
    return CellWidth.cut(line, size.columns(), paint.more());
  }
}
