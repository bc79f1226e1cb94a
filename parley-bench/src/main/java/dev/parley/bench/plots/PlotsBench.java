package dev.parley.bench.plots;

import dev.parley.bench.Figures;
import dev.parley.bench.Plot;
import dev.parley.bench.Plot.Axis;
import dev.parley.bench.Plot.Mark;
import dev.parley.bench.Plot.Panel;
import dev.parley.bench.Plot.Scale;
import dev.parley.bench.Plot.Series;
import dev.parley.bench.Plot.Strip;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Draws the pictures of {@code docs/benchmarks.md} from the figures in {@code
 * parley-bench/figures}.
 */
public final class PlotsBench {
  private static final String PARLEY = "Parley";

  /** Colours: ours, and the peers'. */
  private static final int OURS = 0;

  private static final int PEERS = 1;

  private PlotsBench() {}

  public static void main(String... options) {
    draw("jobs", "jobs", PlotsBench::jobs);
    draw("jobs", "tokens", PlotsBench::tokens);
    draw("turns", "turns", PlotsBench::turns);
    draw("state-first", "state", PlotsBench::state);
    draw("start", "start", PlotsBench::start);
    draw("recovery", "recovery", PlotsBench::recovery);
  }

  private static void draw(String figures, String picture, Supplier<Plot> plot) {
    if (Figures.areKept(figures)) {
      plot.get().write(picture + ".svg");
    } else {
      System.err.println("left out: " + picture + ", since no run has kept its figures");
    }
  }

  // --- jobs -------------------------------------------------------------------------------------

  static Plot jobs() {
    var all = Figures.read("jobs");
    var count = all.stream().map(row -> row.text("job")).distinct().count();
    var rows = new ArrayList<Plot.Row>();
    for (var peer : distinct(all, "peer")) {
      var done = done(all, peer);
      rows.add(
          new Plot.Row(
              peer,
              peer.equals(PARLEY),
              List.of(
                  (double) done.size(),
                  middle(done, row -> row.number("calls")),
                  middle(done, row -> row.number("seconds")),
                  middle(done, row -> row.number("asked") + row.number("answered")))));
    }
    return Plot.bars(
        "Jobs at a terminal: how many are done, and what one costs (medians of the jobs done)",
        List.of(
            new Panel("done, of " + count, count, Plot::plain),
            Panel.of("calls"),
            Panel.of("seconds"),
            Panel.of("tokens, asked and answered")),
        rows);
  }

  static Plot tokens() {
    var all = Figures.read("jobs");
    var strips = new ArrayList<Strip>();
    for (var peer : distinct(all, "peer")) {
      var done = done(all, peer);
      var ours = peer.equals(PARLEY);
      var marks =
          done.stream().map(row -> Mark.at(row.number("answered"), ours ? OURS : PEERS)).toList();
      var middle = Plot.plain(middle(done, row -> row.number("answered")));
      strips.add(new Strip(peer, ours, marks, "%s, %d jobs".formatted(middle, done.size())));
    }
    return Plot.strips(
        "Tokens that a model reads for one job: a dot is a job that was done, the stroke the median",
        new Axis("tokens of all answers of a job", Scale.LOGARITHMIC, 5, 300_000),
        List.of(),
        strips);
  }

  private static List<Figures.Row> done(List<Figures.Row> all, String peer) {
    return all.stream().filter(row -> row.has("peer", peer) && row.has("done", "true")).toList();
  }

  // --- turns ------------------------------------------------------------------------------------

  private static final Map<String, String> WAYS =
      Map.of(
          "direct", "the program's own time",
          "Parley", "Parley",
          "pexpect with the prompt known", "pexpect, told the prompt",
          "pexpect as it comes", "pexpect as it comes",
          "tmux settled 100 ms", "tmux until it is still");

  static Plot turns() {
    var all = Figures.read("turns");
    var order = List.of(3, 0, 4, 2, 1);
    var ways =
        List.of(
            "direct",
            "Parley",
            "pexpect with the prompt known",
            "pexpect as it comes",
            "tmux settled 100 ms");
    var series = new ArrayList<Series>();
    for (var index = 0; index < ways.size(); index++) {
      series.add(new Series(WAYS.getOrDefault(ways.get(index), ""), order.get(index)));
    }
    var strips = new ArrayList<Strip>();
    for (var program : distinct(all, "program")) {
      var marks = new ArrayList<Mark>();
      var words = "";
      for (var row : all) {
        var way = ways.indexOf(row.text("way"));
        if (row.has("program", program) && way >= 0) {
          var millis = row.number("p50_us") / 1000;
          marks.add(Mark.at(millis, order.get(way)));
          words = row.has("way", PARLEY) ? shown(millis) : words;
        }
      }
      // Ours is drawn last, above what lies below it.
      marks.sort((one, other) -> Boolean.compare(one.series() == OURS, other.series() == OURS));
      strips.add(new Strip(program, false, marks, PARLEY + " " + words));
    }
    return Plot.strips(
        "A line is typed: how long until the answer is there (medians)",
        new Axis("ms", Scale.LOGARITHMIC, 0.03, 200),
        series,
        strips);
  }

  private static String shown(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
  }

  // --- state ------------------------------------------------------------------------------------

  /** What the pages of the corpus are about, in the order of the picture. */
  private static final List<Map.Entry<String, String>> PAGES =
      List.of(
          Map.entry("shells", "shells"),
          Map.entry("languages", "interpreters"),
          Map.entry("programs", "more programs of all kinds"),
          Map.entry("consoles", "databases, debuggers"),
          Map.entry("tools", "command-line tools"),
          Map.entry("screens", "full screens"),
          Map.entry("secrets", "secrets"),
          Map.entry("rawsecrets", "secrets in raw mode"),
          Map.entry("relays", "sudo, ssh and other relays"),
          Map.entry("calls", "system calls one by one"),
          Map.entry("pairs", "programs of two processes"),
          Map.entry("loops", "event loops with work"),
          Map.entry("go", "programs in Go"),
          Map.entry("lag", "slow readers"),
          Map.entry("pollers", "pollers"),
          Map.entry("machines", "rings, 32-bit, static"),
          Map.entry("bystander", "beside a busy ring"),
          Map.entry("newcomers", "newcomers"));

  static Plot state() {
    var all =
        Stream.of("state-first", "state-later", "state-aside")
            .flatMap(name -> Figures.read(name).stream())
            .toList();
    var strips = new ArrayList<Strip>();
    strips.add(Strip.heading("by kind of program"));
    for (var page : PAGES) {
      strips.add(
          share(page.getValue(), false, 3, all, ours(row -> row.has("page", page.getKey()))));
    }
    strips.add(Strip.heading("by how sure it says it is, all parts"));
    for (var confidence : List.of("high", "medium", "low")) {
      strips.add(share(confidence, false, 4, all, ours(row -> row.has("confidence", confidence))));
    }
    strips.add(Strip.heading("beside the rules of others, all parts"));
    strips.add(share(PARLEY, true, OURS, all, ours(_ -> true)));
    for (var rule : distinct(all, "by")) {
      if (!rule.equals(PARLEY)) {
        strips.add(share(rule, false, PEERS, all, row -> row.has("by", rule)));
      }
    }
    return Plot.strips(
        "How often the state of a program is told rightly (lines: 95 % confidence)",
        new Axis("% of situations", Scale.LINEAR, 55, 100), List.of(), strips);
  }

  private static Predicate<Figures.Row> ours(Predicate<Figures.Row> which) {
    return which.and(row -> row.has("by", PARLEY));
  }

  private static Strip share(
      String label,
      boolean strong,
      int colour,
      List<Figures.Row> all,
      Predicate<Figures.Row> which) {
    var said = all.stream().filter(which).mapToDouble(row -> row.number("said")).sum();
    var right = all.stream().filter(which).mapToDouble(row -> row.number("right")).sum();
    var bounds = wilson(right, said);
    return new Strip(
        label,
        strong,
        List.of(new Mark(100 * right / said, 100 * bounds[0], 100 * bounds[1], colour)),
        "%.0f of %.0f".formatted(right, said));
  }

  /** Where a share lies with 95 % confidence, by Wilson's score interval. */
  static double[] wilson(double right, double of) {
    var z = 1.96;
    var share = right / of;
    var middle = (share + z * z / (2 * of)) / (1 + z * z / of);
    var reach = z / (1 + z * z / of) * Math.sqrt(share * (1 - share) / of + z * z / (4 * of * of));
    return new double[] {Math.max(0, middle - reach), Math.min(1, middle + reach)};
  }

  // --- starting and coming back -----------------------------------------------------------------

  static Plot start() {
    var rows = new ArrayList<Plot.Row>();
    for (var row : Figures.read("start")) {
      var name = row.text("server");
      var label =
          switch (name) {
            case "Parley with nothing running" -> "Parley, first client";
            case "Parley with its daemon running" -> "Parley, further clients";
            default -> name;
          };
      rows.add(
          new Plot.Row(
              label,
              name.startsWith(PARLEY),
              List.of(row.number("start_ms"), row.number("memory_mb"))));
    }
    return Plot.bars(
        "What an MCP client waits for at its start, and the memory that it costs",
        List.of(Panel.of("ms to the first answer"), Panel.of("MB of memory, all processes")),
        rows);
  }

  static Plot recovery() {
    var strips = new ArrayList<Strip>();
    for (var row : Figures.read("recovery")) {
      var colour = row.has("killed", "daemon") ? OURS : 2;
      strips.add(
          Strip.heading("%s killed, load %s".formatted(row.text("killed"), row.text("load"))));
      for (var until : List.of("listed", "read")) {
        var middle = row.number(until + "_p50_ms");
        var most = row.number(until + "_most_ms");
        strips.add(
            new Strip(
                until.equals("read") ? "all read on" : "all listed",
                false,
                List.of(new Mark(middle, middle, most, colour)),
                "%.0f to %.0f".formatted(middle, most)));
      }
    }
    return Plot.strips(
        "After kill -9: how soon all twenty sessions are back (median, and a line to the longest)",
        new Axis("ms since the kill", Scale.LINEAR),
        List.of(),
        strips);
  }

  // --- rows -------------------------------------------------------------------------------------

  private static List<String> distinct(List<Figures.Row> rows, String column) {
    return rows.stream().map(row -> row.text(column)).distinct().toList();
  }

  private static double middle(List<Figures.Row> rows, ToDoubleFunction<Figures.Row> figure) {
    var values = rows.stream().mapToDouble(figure).sorted().toArray();
    return values.length == 0 ? 0 : values[values.length / 2];
  }
}
