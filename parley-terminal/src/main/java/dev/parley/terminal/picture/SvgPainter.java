package dev.parley.terminal.picture;

import dev.parley.terminal.Cursor;
import dev.parley.terminal.CursorShape;
import dev.parley.terminal.Underline;
import dev.parley.terminal.picture.BoxGlyphs.Shape;
import dev.parley.terminal.picture.Canvas.Stretch;
import java.util.List;
import java.util.Locale;

/** Paints a Screen as SVG: text that can be copied, on a grid that no font can shift. */
final class SvgPainter {
  private static final int CELL_WIDTH = BoxGlyphs.WIDTH;
  private static final int CELL_HEIGHT = BoxGlyphs.HEIGHT;
  private static final int MARGIN = 8;
  private static final int BASELINE = 15;
  private static final int UNDERLINE = 17;
  private static final String FONTS =
      "DejaVu Sans Mono,Menlo,Consolas,Liberation Mono,Noto Sans Mono CJK SC,monospace";

  private final Canvas canvas;
  private final StringBuilder svg = new StringBuilder();

  private SvgPainter(Canvas canvas) {
    this.canvas = canvas;
  }

  static String paint(Canvas canvas) {
    return new SvgPainter(canvas).paint();
  }

  private String paint() {
    int width = canvas.columns() * CELL_WIDTH + 2 * MARGIN;
    int height = canvas.rows() * CELL_HEIGHT + 2 * MARGIN;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="%s" font-size="16.6">
        <title>%s</title>
        <rect width="100%%" height="100%%" fill="%s"/>
        """
            .formatted(
                width,
                height,
                width,
                height,
                FONTS,
                Markup.escape(canvas.screen.title()),
                Theme.css(canvas.theme.background())));
    for (int row = 0; row < canvas.rows(); row++) {
      List<Stretch> stretches = canvas.stretches(row);
      stretches.forEach(this::background);
      stretches.forEach(this::foreground);
    }
    cursor();
    return svg.append("</svg>\n").toString();
  }

  private void background(Stretch stretch) {
    if (stretch.ink().background() != canvas.theme.background()) {
      rect(
          left(stretch),
          top(stretch),
          stretch.width() * CELL_WIDTH,
          CELL_HEIGHT,
          stretch.ink().background());
    }
  }

  private void foreground(Stretch stretch) {
    PaintStyle ink = stretch.ink();
    boolean link = !ink.link().isEmpty();
    if (link) {
      svg.append("<a href=\"").append(Markup.escape(ink.link())).append("\">");
    }
    boolean seen = ink.foreground() != ink.background() && !stretch.text().isBlank();
    if (seen) {
      BoxGlyphs.of(stretch.text())
          .ifPresentOrElse(shapes -> shapes(stretch, shapes), () -> text(stretch));
    }
    lines(stretch);
    if (link) {
      svg.append("</a>\n");
    }
  }

  private void text(Stretch stretch) {
    PaintStyle ink = stretch.ink();
    // Marks that join a letter are set badly by some renderers when told how wide to be.
    boolean marked =
        !stretch.even() && stretch.text().codePointCount(0, stretch.text().length()) > 1;
    // Browsers do not take xml:space from the root; with blanks lost the rest would be stretched.
    svg.append(
        "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\"%s fill=\"%s\"%s%s>%s</text>\n"
            .formatted(
                left(stretch),
                top(stretch) + BASELINE,
                marked
                    ? ""
                    : " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\""
                        .formatted(stretch.width() * CELL_WIDTH),
                Theme.css(ink.foreground()),
                ink.bold() ? " font-weight=\"bold\"" : "",
                ink.italic() ? " font-style=\"italic\"" : "",
                Markup.escape(stretch.text())));
  }

  private void shapes(Stretch stretch, List<Shape> shapes) {
    String color = Theme.css(stretch.ink().foreground());
    svg.append(
        "<g transform=\"translate(%d %d)\" fill=\"%s\">"
            .formatted(left(stretch), top(stretch), color));
    for (Shape shape : shapes) {
      switch (shape) {
        case Shape.Box(var left, var top, var right, var bottom, var shade) ->
            svg.append(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"%s shape-rendering=\"crispEdges\"/>"
                    .formatted(
                        number(left),
                        number(top),
                        number(right - left),
                        number(bottom - top),
                        shade < 100 ? " fill-opacity=\".%d\"".formatted(shade) : ""));
        case Shape.Stroke(var points, var thickness) ->
            svg.append(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>"
                    .formatted(points(points), color, number(thickness)));
        case Shape.Area(var points) ->
            svg.append("<polygon points=\"%s\"/>".formatted(points(points)));
      }
    }
    svg.append("</g>\n");
  }

  private void lines(Stretch stretch) {
    PaintStyle ink = stretch.ink();
    int width = stretch.width() * CELL_WIDTH;
    int left = left(stretch);
    int line = top(stretch) + UNDERLINE;
    switch (ink.underline()) {
      case NONE -> {}
      case SINGLE -> rect(left, line, width, 1, ink.line());
      case DOUBLE -> {
        rect(left, line - 1, width, 1, ink.line());
        rect(left, line + 1, width, 1, ink.line());
      }
      case CURLY -> {
        var path = new StringBuilder("M%d %d".formatted(left, line));
        for (int half = 0; half < 2 * stretch.width(); half++) {
          path.append(half % 2 == 0 ? "q2.5 -3 5 0" : "q2.5 3 5 0");
        }
        line(path.toString(), ink.line(), "");
      }
      case DOTTED -> line("M%d %dh%d".formatted(left, line, width), ink.line(), "1 1");
      case DASHED -> line("M%d %dh%d".formatted(left, line, width), ink.line(), "3 2");
    }
    if (ink.struck()) {
      rect(left, top(stretch) + CELL_HEIGHT / 2, width, 1, ink.foreground());
    }
    if (ink.overline()) {
      rect(left, top(stretch), width, 1, ink.foreground());
    }
    if (!ink.link().isEmpty() && ink.underline() == Underline.NONE) {
      line("M%d %dh%d".formatted(left, line, width), ink.foreground(), "1 1");
    }
  }

  private void cursor() {
    Cursor cursor = canvas.screen.cursor();
    if (!cursor.visible() || canvas.screen.cursorShape() == CursorShape.BLOCK) {
      return;
    }
    int left = MARGIN + Math.min(cursor.column(), canvas.columns() - 1) * CELL_WIDTH;
    int top = MARGIN + cursor.row() * CELL_HEIGHT;
    if (canvas.screen.cursorShape() == CursorShape.BAR) {
      rect(left, top + 1, 2, CELL_HEIGHT - 2, canvas.theme.cursor());
    } else {
      rect(left, top + CELL_HEIGHT - 3, CELL_WIDTH, 2, canvas.theme.cursor());
    }
  }

  private void rect(int left, int top, int width, int height, int color) {
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" shape-rendering=\"crispEdges\"/>\n"
            .formatted(left, top, width, height, Theme.css(color)));
  }

  private void line(String path, int color, String dashes) {
    svg.append(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\"%s/>\n"
            .formatted(
                path,
                Theme.css(color),
                dashes.isEmpty() ? "" : " stroke-dasharray=\"%s\"".formatted(dashes)));
  }

  private static int left(Stretch stretch) {
    return MARGIN + stretch.column() * CELL_WIDTH;
  }

  private static int top(Stretch stretch) {
    return MARGIN + stretch.row() * CELL_HEIGHT;
  }

  private static String points(List<Double> points) {
    return String.join(" ", points.stream().map(SvgPainter::number).toList());
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
