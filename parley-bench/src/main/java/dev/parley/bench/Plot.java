package dev.parley.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * A picture of figures as SVG, by hand: bars side by side in panels, lines or marks over a scale.
 * It uses the fonts of the system, and its colours follow whether the reader prefers light or dark.
 */
public final class Plot {
  /** Where plots for the documentation go. */
  public static final Path IMAGES = Path.of("docs", "images");

  private static final int WIDTH = 860;
  private static final int MARGIN = 16;
  private static final int TITLE = 30;

  /** A strip with more marks than this shows its median. */
  private static final int MANY = 8;

  private static final String STYLE =
      """
      <style>
        svg { --ink: #1f2328; --faint: #656d76; --rule: #d8dee4; --s0: #0969da; --s1: #8c959f; --s2: #bc4c00; --s3: #1a7f37; --s4: #8250df; --s5: #bf3989; --back: #ffffff }
        @media (prefers-color-scheme: dark) {
          svg { --ink: #e6edf3; --faint: #9198a1; --rule: #3d444d; --s0: #4493f8; --s1: #6e7681; --s2: #f0883e; --s3: #3fb950; --s4: #ab7df8; --s5: #f778ba; --back: #0d1117 }
        }
        text { font: 13px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif; fill: var(--ink) }
        .title { font-size: 15px; font-weight: 600 } .faint { fill: var(--faint); font-size: 12px } .strong { font-weight: 600 }
        .rule { stroke: var(--rule); stroke-width: 1 } .line { fill: none; stroke-width: 2 }
        .back { fill: var(--back) }
      </style>
      """;

  private final String title;
  private final int height;
  private final StringBuilder body = new StringBuilder();

  private Plot(String title, int height) {
    this.title = title;
    this.height = height;
    text(MARGIN, 22, "title", "start", title);
  }

  /** A way to write a number. */
  public static String plain(double value) {
    var whole = value >= 10 || value == Math.rint(value);
    return String.format(
        Locale.ROOT,
        whole ? "%,.0f" : value < 0.01 ? "%.3f" : value < 0.1 ? "%.2f" : "%.1f",
        value);
  }

  // --- bars -------------------------------------------------------------------------------------

  /**
   * One column of bars.
   *
   * @param full the value of a bar as wide as the panel; 0 for the largest there is
   */
  public record Panel(String name, double full, DoubleFunction<String> words) {
    public static Panel of(String name) {
      return new Panel(name, 0, Plot::plain);
    }
  }

  /**
   * A row of bars, one for each panel.
   *
   * @param strong whether it is the one to look at
   */
  public record Row(String label, boolean strong, List<Double> values) {
    public Row {
      values = List.copyOf(values);
    }
  }

  /** Rows of bars in panels side by side, so that one reads down a panel to compare. */
  public static Plot bars(String title, List<Panel> panels, List<Row> rows) {
    var step = 24;
    var labels = 180;
    var plot = new Plot(title, TITLE + 34 + rows.size() * step + 8);
    var width = (WIDTH - labels - MARGIN) / panels.size();
    var room = width - 62; // for the words behind the longest bar
    for (var column = 0; column < panels.size(); column++) {
      var panel = panels.get(column);
      var left = labels + column * width;
      plot.text(left, TITLE + 18, "faint", "start", panel.name());
      var index = column;
      var full =
          panel.full() > 0
              ? panel.full()
              : rows.stream().mapToDouble(row -> row.values().get(index)).max().orElse(1);
      for (var line = 0; line < rows.size(); line++) {
        var row = rows.get(line);
        var top = TITLE + 30 + line * step;
        var value = row.values().get(column);
        var length = full <= 0 ? 0 : Math.max(1, room * Math.min(1, value / full));
        plot.rectangle(left, top, length, step - 7, row.strong() ? 0 : 1);
        plot.text(
            left + length + 6,
            top + 13,
            row.strong() ? "strong" : "plain",
            "start",
            panel.words().apply(value));
        if (column == 0) {
          plot.text(labels - 12, top + 13, row.strong() ? "strong" : "plain", "end", row.label());
        }
      }
    }
    return plot;
  }

  // --- lines ------------------------------------------------------------------------------------

  /** A point of a line. */
  public record Point(double x, double y) {}

  /** A line with its name. */
  public record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /** How an axis runs. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC;

    private double of(double value) {
      return this == LINEAR ? value : Math.log10(Math.max(value, 1e-9));
    }
  }

  /**
   * An axis with its name.
   *
   * @param from where it begins; NaN when the values decide
   * @param to where it ends; NaN when the values decide
   */
  public record Axis(String name, Scale scale, double from, double to) {
    public Axis(String name, Scale scale) {
      this(name, scale, Double.NaN, Double.NaN);
    }

    private double[] range(List<Double> values) {
      var range = Plot.range(values, scale);
      return new double[] {Double.isNaN(from) ? range[0] : from, Double.isNaN(to) ? range[1] : to};
    }
  }

  /** Lines over two axes, each named at its end. */
  public static Plot lines(String title, Axis across, Axis up, List<Line> lines) {
    var plot = new Plot(title, 380);
    var frame = new Frame(64, TITLE + 26, WIDTH - 64 - 150, 380 - TITLE - 26 - 46);
    var xs =
        across.range(lines.stream().flatMap(line -> line.points().stream()).map(Point::x).toList());
    var ys =
        up.range(lines.stream().flatMap(line -> line.points().stream()).map(Point::y).toList());
    for (var tick : ticks(ys, up.scale())) {
      var y = frame.y(share(tick, ys, up.scale()));
      plot.rule(frame.left(), y, frame.left() + frame.width(), y);
      plot.text(frame.left() - 8, y + 4, "faint", "end", plain(tick));
    }
    for (var tick : ticks(xs, across.scale())) {
      var x = frame.x(share(tick, xs, across.scale()));
      plot.text(x, frame.top() + frame.height() + 18, "faint", "middle", plain(tick));
    }
    plot.text(frame.left(), TITLE + 14, "faint", "start", up.name());
    plot.text(
        frame.left() + frame.width(),
        frame.top() + frame.height() + 36,
        "faint",
        "end",
        across.name());
    var lowest = Double.NEGATIVE_INFINITY;
    for (var line : byEnd(lines)) {
      var colour = lines.indexOf(line) % 6;
      var path = new StringBuilder();
      for (var point : line.points()) {
        path.append(path.isEmpty() ? "M" : "L")
            .append(number(frame.x(share(point.x(), xs, across.scale()))))
            .append(' ')
            .append(number(frame.y(share(point.y(), ys, up.scale()))));
      }
      plot.body.append(
          "<path class='line' style='stroke:var(--s%d)' d='%s'/>%n".formatted(colour, path));
      var end = line.points().getLast();
      // Names that would stand on each other move down.
      var y = Math.max(frame.y(share(end.y(), ys, up.scale())) + 4, lowest + 15);
      lowest = y;
      plot.body.append(
          "<text x='%s' y='%s' style='fill:var(--s%d)'>%s</text>%n"
              .formatted(
                  number(frame.x(share(end.x(), xs, across.scale())) + 8),
                  number(y),
                  colour,
                  escaped(line.name())));
    }
    return plot;
  }

  // --- strips -----------------------------------------------------------------------------------

  /**
   * A mark on a strip.
   *
   * @param low from where the value may lie, drawn as a line; the value itself if that is known
   * @param high to where
   * @param series which colour it has
   */
  public record Mark(double value, double low, double high, int series) {
    public static Mark at(double value, int series) {
      return new Mark(value, value, value, series);
    }
  }

  /**
   * A line of marks with its name.
   *
   * @param strong whether it is the one to look at
   * @param words what is said behind it
   */
  public record Strip(String label, boolean strong, List<Mark> marks, String words) {
    public Strip {
      marks = List.copyOf(marks);
    }

    /** A heading between strips. */
    public static Strip heading(String words) {
      return new Strip(words, false, List.of(), "");
    }
  }

  /** What a colour stands for. */
  public record Series(String name, int colour) {}

  /**
   * Marks on strips below each other over one axis. Strips of many marks show them pale, and their
   * median as a stroke.
   */
  public static Plot strips(String title, Axis across, List<Series> series, List<Strip> strips) {
    var step = 22;
    var labels = 214;
    var behind = 140;
    var top = TITLE + (series.isEmpty() ? 8 : 30);
    var height = strips.size() * step;
    var plot = new Plot(title, top + height + 52);
    var frame = new Frame(labels, top, WIDTH - labels - behind, height);
    plot.legend(series);
    var xs =
        across.range(
            strips.stream()
                .flatMap(strip -> strip.marks().stream())
                .flatMap(mark -> Stream.of(mark.low(), mark.high()))
                .toList());
    for (var tick : ticks(xs, across.scale())) {
      var x = frame.x(share(tick, xs, across.scale()));
      plot.rule(x, top, x, top + height);
      plot.text(x, top + height + 18, "faint", "middle", plain(tick));
    }
    plot.text(labels + frame.width(), top + height + 38, "faint", "end", across.name());
    for (var line = 0; line < strips.size(); line++) {
      var strip = strips.get(line);
      var y = top + line * step + step / 2.0;
      if (strip.marks().isEmpty()) {
        plot.text(MARGIN, y + 5, "faint", "start", strip.label());
        continue;
      }
      var style = strip.strong() ? "strong" : "plain";
      plot.text(labels - 12, y + 4, style, "end", strip.label());
      plot.text(labels + frame.width() + 14, y + 4, style, "start", strip.words());
      var many = strip.marks().size() > MANY;
      for (var mark : strip.marks()) {
        plot.mark(frame, y, mark, value -> share(value, xs, across.scale()), many ? 0.4 : 1);
      }
      if (many) {
        var middle = strip.marks().stream().mapToDouble(Mark::value).sorted().toArray();
        var x = frame.x(share(middle[middle.length / 2], xs, across.scale()));
        plot.body.append(
            "<line x1='%1$s' y1='%2$s' x2='%1$s' y2='%3$s' style='stroke:var(--ink);stroke-width:2.5'/>%n"
                .formatted(number(x), number(y - 8), number(y + 8)));
      }
    }
    return plot;
  }

  private void legend(List<Series> series) {
    var x = (double) MARGIN;
    for (var one : series) {
      body.append(
          "<circle cx='%s' cy='%d' r='5' style='fill:var(--s%d)'/>%n"
              .formatted(number(x + 5), TITLE + 14, one.colour()));
      text(x + 15, TITLE + 18, "faint", "start", one.name());
      x += 15 + one.name().length() * 6.3 + 18; // a letter of this size is hardly wider
    }
  }

  private void mark(Frame frame, double y, Mark mark, DoubleUnaryOperator share, double strength) {
    if (mark.low() < mark.high()) {
      body.append(
          "<line x1='%s' y1='%4$s' x2='%s' y2='%4$s' style='stroke:var(--s%s);stroke-width:2'/>%n"
              .formatted(
                  number(frame.x(share.applyAsDouble(mark.low()))),
                  number(frame.x(share.applyAsDouble(mark.high()))),
                  mark.series(),
                  number(y)));
    }
    body.append(
        "<circle cx='%s' cy='%s' r='%s' style='fill:var(--s%d)' opacity='%s'/>%n"
            .formatted(
                number(frame.x(share.applyAsDouble(mark.value()))),
                number(y),
                strength < 1 ? "4" : "5",
                mark.series(),
                strength));
  }

  private static List<Line> byEnd(List<Line> lines) {
    var sorted = new ArrayList<>(lines);
    sorted.sort(
        (one, other) -> Double.compare(other.points().getLast().y(), one.points().getLast().y()));
    return sorted;
  }

  private record Frame(double left, double top, double width, double height) {
    double x(double share) {
      return left + share * width;
    }

    double y(double share) {
      return top + (1 - share) * height;
    }
  }

  /** From where to where an axis runs; a linear one begins at nothing. */
  private static double[] range(List<Double> values, Scale scale) {
    var most = values.stream().mapToDouble(each -> each).max().orElse(1);
    var least = values.stream().mapToDouble(each -> each).min().orElse(0);
    return scale == Scale.LINEAR
        ? new double[] {Math.min(0, least), most <= 0 ? 1 : most}
        : new double[] {
          Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-9)))),
          Math.pow(10, Math.ceil(Math.log10(Math.max(most, 1e-8))))
        };
  }

  private static double share(double value, double[] range, Scale scale) {
    var low = scale.of(range[0]);
    var high = scale.of(range[1]);
    return high == low ? 0.5 : (scale.of(value) - low) / (high - low);
  }

  private static List<Double> ticks(double[] range, Scale scale) {
    var ticks = new ArrayList<Double>();
    if (scale == Scale.LOGARITHMIC) {
      for (var power = Math.ceil(Math.log10(range[0]) - 1e-9); ; power++) {
        var tick = Math.pow(10, power);
        if (tick > range[1] * 1.001) {
          return ticks;
        }
        ticks.add(tick);
      }
    }
    var rough = (range[1] - range[0]) / 5;
    var power = Math.pow(10, Math.floor(Math.log10(rough)));
    var step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    for (var tick = Math.ceil(range[0] / step) * step;
        tick <= range[1] + step / 1000;
        tick += step) {
      ticks.add(tick);
    }
    return ticks;
  }

  // --- the file ---------------------------------------------------------------------------------

  private void text(double x, double y, String style, String anchor, String words) {
    body.append(
        "<text class='%s' x='%s' y='%s' text-anchor='%s'>%s</text>%n"
            .formatted(style, number(x), number(y), anchor, escaped(words)));
  }

  private void rectangle(double x, double y, double width, double height, int colour) {
    body.append(
        "<rect x='%s' y='%s' width='%s' height='%s' rx='2' style='fill:var(--s%d)'/>%n"
            .formatted(number(x), number(y), number(width), number(height), colour));
  }

  private void rule(double fromX, double fromY, double toX, double toY) {
    body.append(
        "<line class='rule' x1='%s' y1='%s' x2='%s' y2='%s'/>%n"
            .formatted(number(fromX), number(fromY), number(toX), number(toY)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The picture. */
  public String svg() {
    return """
        <svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' role='img' aria-label='%s'>
        %s<rect class='back' width='100%%' height='100%%' rx='6'/>
        %s</svg>
        """
        .formatted(
            WIDTH, height, WIDTH, height, escaped(title).replace("'", "&apos;"), STYLE, body);
  }

  /** Writes the picture into the images of the documentation. */
  public void write(String name) {
    try {
      Files.createDirectories(IMAGES);
      Files.writeString(IMAGES.resolve(name), svg());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
