package dev.parley.terminal;

import java.util.ArrayList;
import java.util.List;

/** Writes a Screen as lines of text with colours (SGR), to be printed on a terminal or kept. */
final class AnsiText {
  private AnsiText() {}

  static String of(Screen screen) {
    var ansi = new StringBuilder();
    int last = screen.rows();
    while (last > 0 && blank(screen.row(last - 1))) {
      last--;
    }
    for (int row = 0; row < last; row++) {
      line(screen.row(row), ansi);
    }
    return ansi.toString();
  }

  private static boolean blank(Row row) {
    return end(row) == 0;
  }

  /** Where the row has nothing more to show. */
  private static int end(Row row) {
    int end = row.length();
    while (end > 0 && row.text(end - 1).equals(" ") && row.style(end - 1).equals(Style.PLAIN)) {
      end--;
    }
    return end;
  }

  static void line(Row row, StringBuilder ansi) {
    line(row, 0, row.length(), ansi);
    ansi.append('\n');
  }

  /** A part of a row; of a wide character that lies across its edge a blank is left. */
  static void line(Row row, int from, int to, StringBuilder ansi) {
    Style now = Style.PLAIN;
    int end = Math.min(to, end(row));
    for (int column = from; column < end; column++) {
      Style style = row.style(column);
      if (!style.equals(now)) {
        ansi.append(change(now, style));
        now = style;
      }
      boolean cut =
          (column == from && row.width(column) == 0)
              || (column == to - 1 && row.width(column) == 2);
      ansi.append(cut ? " " : row.text(column));
    }
    ansi.append(change(now, Style.PLAIN));
  }

  private static String change(Style from, Style to) {
    String link = from.link().equals(to.link()) ? "" : link(to.link());
    if (withoutLink(from).equals(withoutLink(to))) {
      return link;
    }
    return link + rendition(to);
  }

  private static String link(String address) {
    // What a program put into a link comes back as text; only a visible address is safe to repeat.
    boolean safe = address.chars().allMatch(character -> character > ' ' && character < 0x7f);
    return "\u001b]8;;" + (safe ? address : "") + "\u001b\\";
  }

  private static Style withoutLink(Style style) {
    return new Style(
        style.foreground(),
        style.background(),
        style.underlineColor(),
        style.underline(),
        style.bold(),
        style.faint(),
        style.italic(),
        style.blink(),
        style.inverse(),
        style.invisible(),
        style.struck(),
        style.overline(),
        "");
  }

  private static String rendition(Style style) {
    var codes = new ArrayList<String>();
    add(codes, style.bold(), "1");
    add(codes, style.faint(), "2");
    add(codes, style.italic(), "3");
    switch (style.underline()) {
      case NONE -> {}
      case SINGLE -> codes.add("4");
      case DOUBLE -> codes.add("4:2");
      case CURLY -> codes.add("4:3");
      case DOTTED -> codes.add("4:4");
      case DASHED -> codes.add("4:5");
    }
    add(codes, style.blink(), "5");
    add(codes, style.inverse(), "7");
    add(codes, style.invisible(), "8");
    add(codes, style.struck(), "9");
    add(codes, style.overline(), "53");
    color(codes, style.foreground(), 30, "38");
    color(codes, style.background(), 40, "48");
    color(codes, style.underlineColor(), -1, "58");
    return codes.isEmpty() ? "\u001b[m" : "\u001b[0;" + String.join(";", codes) + "m";
  }

  private static void add(List<String> codes, boolean wanted, String code) {
    if (wanted) {
      codes.add(code);
    }
  }

  private static void color(List<String> codes, Color color, int first, String extended) {
    switch (color) {
      case Color.Default _ -> {}
      case Color.Indexed(var index) when index < 8 && first > 0 ->
          codes.add(String.valueOf(first + index));
      case Color.Indexed(var index) when index < 16 && first > 0 ->
          codes.add(String.valueOf(first + 60 + index - 8));
      case Color.Indexed(var index) -> codes.add(extended + ";5;" + index);
      case Color.Rgb rgb ->
          codes.add("%s;2;%d;%d;%d".formatted(extended, rgb.red(), rgb.green(), rgb.blue()));
    }
  }
}
