package dev.parley.terminal.picture;

import dev.parley.terminal.Style;
import dev.parley.terminal.Underline;
import dev.parley.terminal.picture.Canvas.Stretch;
import java.util.ArrayList;
import java.util.List;

/** Paints a Screen as a page of HTML that loads nothing and runs nothing. */
final class HtmlPainter {
  private final Canvas canvas;
  private final StringBuilder html = new StringBuilder();

  private HtmlPainter(Canvas canvas) {
    this.canvas = canvas;
  }

  static String paint(Canvas canvas) {
    return new HtmlPainter(canvas).paint();
  }

  private String paint() {
    String front = Theme.css(canvas.theme.foreground());
    String back = Theme.css(canvas.theme.background());
    html.append(
        """
        <!doctype html>
        <html>
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>%s</title>
        <style>
        body { margin: 0; background: %s }
        pre { margin: 8px; color: %s; font: 16px "DejaVu Sans Mono", Menlo, Consolas, monospace; line-height: normal }
        a { color: inherit; text-decoration: dotted underline }
        .w { display: inline-block; width: 2ch; overflow: hidden; vertical-align: bottom }
        </style>
        </head>
        <body>
        <pre>
        """
            .formatted(Markup.escape(canvas.screen.title()), back, front));
    for (int row = 0; row < canvas.rows(); row++) {
      row(canvas.stretches(row));
    }
    return html.append("</pre>\n</body>\n</html>\n").toString();
  }

  private void row(List<Stretch> stretches) {
    PaintStyle plain = PaintStyle.of(Style.PLAIN, canvas.theme);
    int end = stretches.size();
    while (end > 0 && blank(stretches.get(end - 1), plain)) {
      end--;
    }
    for (Stretch stretch : stretches.subList(0, end)) {
      stretch(stretch, plain);
    }
    html.append('\n');
  }

  private boolean blank(Stretch stretch, PaintStyle plain) {
    return stretch.ink().equals(plain)
        && stretch.text().isBlank()
        && !canvas.cursorAt(stretch.row(), stretch.column());
  }

  private void stretch(Stretch stretch, PaintStyle plain) {
    PaintStyle ink = stretch.ink();
    boolean link = !ink.link().isEmpty();
    if (link) {
      html.append("<a href=\"")
          .append(Markup.escape(ink.link()))
          .append("\" rel=\"noopener noreferrer\">");
    }
    String style = css(stretch, plain);
    boolean wide =
        stretch.width() == 2 && stretch.text().codePointCount(0, stretch.text().length()) < 2;
    if (style.isEmpty() && !wide) {
      html.append(Markup.escape(stretch.text()));
    } else {
      html.append("<span")
          .append(wide ? " class=\"w\"" : "")
          .append(style.isEmpty() ? "" : " style=\"" + style + "\"")
          .append('>')
          .append(Markup.escape(stretch.text()))
          .append("</span>");
    }
    if (link) {
      html.append("</a>");
    }
  }

  private String css(Stretch stretch, PaintStyle plain) {
    PaintStyle ink = stretch.ink();
    var rules = new ArrayList<String>();
    if (ink.foreground() != plain.foreground()) {
      rules.add("color:" + Theme.css(ink.foreground()));
    }
    if (ink.background() != plain.background()) {
      rules.add("background:" + Theme.css(ink.background()));
    }
    if (ink.bold()) {
      rules.add("font-weight:bold");
    }
    if (ink.italic()) {
      rules.add("font-style:italic");
    }
    String lines = lines(ink);
    if (!lines.isEmpty()) {
      rules.add("text-decoration:" + lines);
    }
    cursor(stretch, rules);
    return String.join(";", rules);
  }

  private static String lines(PaintStyle ink) {
    var lines = new ArrayList<String>();
    if (ink.underline() != Underline.NONE) {
      lines.add("underline");
    }
    if (ink.struck()) {
      lines.add("line-through");
    }
    if (ink.overline()) {
      lines.add("overline");
    }
    switch (ink.underline()) {
      case NONE, SINGLE -> {}
      case DOUBLE -> lines.add("double");
      case CURLY -> lines.add("wavy");
      case DOTTED -> lines.add("dotted");
      case DASHED -> lines.add("dashed");
    }
    if (ink.underline() != Underline.NONE && ink.line() != ink.foreground()) {
      lines.add(Theme.css(ink.line()));
    }
    return String.join(" ", lines);
  }

  private void cursor(Stretch stretch, List<String> rules) {
    if (!canvas.cursorAt(stretch.row(), stretch.column())) {
      return;
    }
    String color = Theme.css(canvas.theme.cursor());
    switch (canvas.screen.cursorShape()) {
      case BLOCK -> {} // the ink is that of the cursor already
      case UNDERLINE -> rules.add("box-shadow:inset 0 -2px " + color);
      case BAR -> rules.add("box-shadow:inset 2px 0 " + color);
    }
  }
}
