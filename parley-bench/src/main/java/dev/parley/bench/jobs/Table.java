package dev.parley.bench.jobs;

import dev.parley.bench.Figures;
import dev.parley.bench.Plot;
import dev.parley.bench.Report;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** The results as tables. The first peer is the one that others are measured by. */
final class Table {
  /** What is to be said of a peer as such. */
  record About(String version, int toolTokens) {}

  private final List<Job> jobs;
  private final Map<String, About> about;
  private final List<List<Result>> results;

  Table(List<Job> jobs, Map<String, About> about, List<List<Result>> results) {
    this.jobs = jobs;
    this.about = about;
    this.results = results;
  }

  void publish(String... options) {
    var report = Report.of("jobs", "Jobs");
    summary(report);
    report.text(
        """
        %d jobs, each in a fresh folder and judged by what it leaves behind there: files, rows, commits, never by what a \
        tool says. A step has the same meaning for every peer: what to type, and what must have happened before the next \
        one. Every peer plays it by the shortest sensible calls of its own documentation; one that cannot wait is asked \
        again after a quarter of a second, then half a second and so on, up to two seconds. Sums are over the jobs that a \
        peer has done, and in brackets is Parley's sum over the same jobs. *Asked* is what a model writes, *answered* \
        what it reads, *tools* what it is told of the tools, once; tokens are those of o200k, and an answer of more than \
        25,000 counts as that many because clients cut it. Clearing up is not counted. The tmux harness is that of \
        Terminal-Bench (keystrokes and a duration, the pane as the answer, `tmux wait` behind a shell command); pexpect \
        is a cell of Python for each step. Load average at the end: %.1f."""
            .formatted(jobs.size(), load()));
    report.text(better());
    matrix(report);
    report.text("Calls / tokens answered; ✗ is a job that was not done.");
    report.finish(options);
    var figures =
        Figures.of(
            "jobs",
            "Whole jobs through Parley and its peers, a row for each job and peer.",
            "job",
            "peer",
            "done",
            "calls",
            "seconds",
            "asked",
            "answered");
    results.forEach(
        peer ->
            peer.forEach(
                one ->
                    figures.row(
                        one.job(),
                        one.peer(),
                        one.done(),
                        one.calls(),
                        one.seconds(),
                        one.asked(),
                        one.answered())));
    figures.finish("jobs", options);
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private void summary(Report report) {
    report.header("peer", "done", "calls", "seconds", "asked", "answered", "tools");
    for (var peer : results) {
      var known = about.getOrDefault(name(peer), new About("", 0));
      var done = done(peer);
      report.row(
          name(peer) + " " + known.version(),
          done.size() + " of " + peer.size(),
          beside(done, Result::calls),
          beside(done, Result::seconds),
          beside(done, Result::asked),
          beside(done, Result::answered),
          known.toolTokens() == 0 ? "–" : Plot.plain(known.toolTokens()));
    }
  }

  private void matrix(Report report) {
    var head = new ArrayList<>(List.of("job"));
    results.forEach(peer -> head.add(name(peer)));
    report.header(head.toArray(new String[0]));
    for (var job : jobs) {
      var row = new ArrayList<>(List.of("`%s`: %s".formatted(job.name(), job.title())));
      for (var peer : results) {
        row.add(
            of(peer, job)
                .map(result -> result.done() ? result.calls() + " / " + result.answered() : "✗")
                .orElse(""));
      }
      report.row(row.toArray(new String[0]));
    }
  }

  private static String name(List<Result> peer) {
    return peer.getFirst().peer();
  }

  private static List<Result> done(List<Result> peer) {
    return peer.stream().filter(Result::done).toList();
  }

  private static Optional<Result> of(List<Result> peer, Job job) {
    return peer.stream().filter(result -> result.job().equals(job.name())).findFirst();
  }

  /** A sum over the jobs that a peer has done, and the first peer's for the same jobs. */
  private String beside(List<Result> done, ToDoubleFunction<Result> figure) {
    var names = done.stream().map(Result::job).toList();
    var ours = results.getFirst();
    var text = Plot.plain(done.stream().mapToDouble(figure).sum());
    return done.isEmpty() || done.getFirst().peer().equals(name(ours))
        ? text
        : text
            + " ("
            + Plot.plain(
                ours.stream()
                    .filter(result -> names.contains(result.job()))
                    .mapToDouble(figure)
                    .sum())
            + ")";
  }

  /** Where a peer does better than the first one. */
  String better() {
    var fewer = new StringJoiner(", ");
    var faster = new StringJoiner(", ");
    var undone = new StringJoiner(", ");
    for (var job : jobs) {
      var ours = of(results.getFirst(), job);
      var others =
          results.stream()
              .skip(1)
              .flatMap(peer -> of(peer, job).stream())
              .filter(Result::done)
              .toList();
      if (ours.isEmpty() || others.isEmpty()) {
        continue;
      }
      var own = ours.get();
      if (!own.done()) {
        undone.add("`" + job.name() + "`");
        continue;
      }
      others.stream()
          .min((one, other) -> Integer.compare(one.calls(), other.calls()))
          .filter(best -> best.calls() < own.calls())
          .ifPresent(
              best ->
                  fewer.add(
                      "`%s` (%s %d, %s %d)"
                          .formatted(
                              job.name(), best.peer(), best.calls(), own.peer(), own.calls())));
      others.stream()
          .min((one, other) -> Double.compare(one.seconds(), other.seconds()))
          .filter(best -> best.seconds() < own.seconds() - 1)
          .ifPresent(
              best ->
                  faster.add(
                      String.format(
                          Locale.ROOT,
                          "`%s` (%s %.1f s, %s %.1f s)",
                          job.name(),
                          best.peer(),
                          best.seconds(),
                          own.peer(),
                          own.seconds())));
    }
    return "Where a peer is better. Done, and not by Parley: %s. In fewer calls: %s. Faster by more than a second: %s."
        .formatted(orNone(undone), orNone(fewer), orNone(faster));
  }

  private static String orNone(StringJoiner list) {
    return list.length() == 0 ? "none" : list.toString();
  }
}
