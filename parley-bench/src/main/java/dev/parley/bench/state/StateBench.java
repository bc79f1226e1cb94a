package dev.parley.bench.state;

import dev.parley.bench.InsideProgram;
import dev.parley.bench.Report;
import dev.parley.bench.state.Result.Score;
import dev.parley.bench.state.Situation.Expected;
import dev.parley.session.Confidence;
import dev.parley.session.launch.SandboxProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Plays the state corpus and prints how often Parley was right, and how often the rules others use.
 *
 * <p>Options: {@code --quick} for the short run, {@code --only=TEXT} for situations whose title
 * holds the text, {@code --page=NAME} for one page, {@code --set=first}, {@code later} or {@code
 * aside} for one part of the corpus (by default all but what is set aside), {@code
 * --side-by-side=N}, {@code --ssh} to play on the far side of a connection to this host, {@code
 * --sandbox=PROFILE} to play in a sandbox, {@code --write} to put the tables on the page. {@code
 * --turns=N} plays turns beside {@code --busy=N} busy loops (2) instead.
 */
public final class StateBench {
  private StateBench() {}

  public static void main(String... options) throws Exception {
    var turns = Integer.parseInt(option(options, "--turns", "0"));
    if (turns > 0) {
      var early =
          LoadedTurns.play(turns, Integer.parseInt(option(options, "--busy", "2")), options);
      System.exit(early == 0 ? 0 : 1);
    }
    var only = option(options, "--only", "");
    var set = option(options, "--set", "");
    var quick = List.of(options).contains("--quick");
    var page = option(options, "--page", "");
    var situations =
        (page.isEmpty() ? Corpus.read() : Corpus.read(page))
            .stream()
                .filter(situation -> situation.title().contains(only))
                .filter(situation -> situation.quick() || !quick)
                .filter(
                    situation ->
                        set.isEmpty()
                            ? situation.set() != Situation.Set.ASIDE
                            : situation.set().name().equalsIgnoreCase(set))
                .toList();
    var sandbox = SandboxProfile.named(option(options, "--sandbox", "none"));
    var folder = Files.createTempDirectory("parley-state");
    try {
      if (sandbox.isConfined()) {
        InsideProgram.use(folder);
      }
      var run =
          StateRun.of(
              situations,
              folder,
              Integer.parseInt(option(options, "--side-by-side", "6")),
              List.of(options).contains("--ssh"),
              sandbox,
              StateBench::tell);
      report(run, options);
      StateFigures.keep(run.reached(), options);
    } finally {
      delete(folder);
    }
  }

  /** Of what is set aside only what could not be played is named, and what was said in error. */
  private static void tell(Result result) {
    if (result.situation().set() != Situation.Set.ASIDE) {
      System.err.println(result);
    } else if (!result.reached()) {
      System.err.println("UNREACHED " + result.situation().title());
    } else if (!result.parley().right()) {
      System.err.println(result.situation().expected().wire() + ", said " + result.note());
    }
  }

  private static String option(String[] options, String name, String otherwise) {
    return Arrays.stream(options)
        .filter(option -> option.startsWith(name + "="))
        .map(option -> option.substring(name.length() + 1))
        .findFirst()
        .orElse(otherwise);
  }

  private static void report(StateRun run, String... options) {
    var reached = run.reached();
    var sandbox = option(options, "--sandbox", "");
    var report =
        List.of(options).contains("--ssh")
            ? Report.of("state-ssh", "State over ssh: what is the program doing?")
            : sandbox.isEmpty()
                ? Report.of("state", "State: what is the program doing?")
                : Report.of("state-sandbox", "State in the sandbox " + sandbox);
    report.text(
        "%d situations; %d more were not tried, since a program is missing, and %d did not get to their point."
            .formatted(reached.size(), run.absent().size(), run.results().size() - reached.size()));
    report.header("", "right", "false waiting", "secrets found", "p50 to the answer", "p99");
    row(report, "**Parley**", reached, Result::parley);
    for (var rule : Rule.values()) {
      row(report, rule.label(), reached, result -> result.rules().getOrDefault(rule, Score.NONE));
    }
    report.text("How often Parley was right, by how sure it said it was:");
    report.header("confidence", "said", "right", "false waiting");
    for (var confidence : Confidence.values()) {
      calibration(report, confidence, reached);
    }
    if (reached.stream().anyMatch(each -> each.situation().set() == Situation.Set.ASIDE)) {
      report.finish(options);
      return;
    }
    report.text("By program, situations right:");
    report.header("program", "situations", "Parley", "last line", "100 ms", "1 s");
    reached.stream()
        .collect(
            Collectors.groupingBy(
                result -> result.situation().group(), TreeMap::new, Collectors.toList()))
        .forEach((group, results) -> groupRow(report, group, results));
    report.text("Where Parley was not right:");
    report.header("situation", "is", "Parley said", "why it cannot know");
    run.wrong().forEach(result -> wrongRow(report, result));
    report.finish(options);
  }

  private static void calibration(Report report, Confidence confidence, List<Result> results) {
    var said = results.stream().filter(each -> each.confidence() == confidence).toList();
    report.row(
        confidence.wire(),
        "" + said.size(),
        share(said.stream().filter(each -> each.parley().right()).count(), said.size()),
        share(said.stream().filter(each -> each.parley().falseWaiting()).count(), said.size()));
  }

  private static void wrongRow(Report report, Result result) {
    report.row(
        result.situation().title(),
        result.situation().expected().wire(),
        result.note(),
        result.situation().unknowable());
  }

  private static void row(
      Report report, String label, List<Result> results, Function<Result, Score> score) {
    var secrets =
        results.stream()
            .filter(result -> result.situation().expected() == Expected.SECRET)
            .toList();
    var times =
        results.stream()
            .filter(result -> result.situation().expected().wantsInput())
            .map(score)
            .filter(Score::right)
            .map(Score::millis)
            .sorted(Comparator.naturalOrder())
            .toList();
    report.row(
        label,
        share(
            results.stream().filter(result -> score.apply(result).right()).count(), results.size()),
        share(
            results.stream().filter(result -> score.apply(result).falseWaiting()).count(),
            results.size()),
        "%d of %d"
            .formatted(
                secrets.stream().filter(result -> score.apply(result).secretFound()).count(),
                secrets.size()),
        times.isEmpty() ? "" : times.get(times.size() / 2) + " ms",
        times.isEmpty() ? "" : times.get(times.size() * 99 / 100) + " ms");
  }

  private static String share(long count, long all) {
    return "%d (%.1f %%)".formatted(count, 100.0 * count / Math.max(1, all));
  }

  private static void groupRow(Report report, String group, List<Result> results) {
    report.row(
        group,
        "" + results.size(),
        "" + results.stream().filter(result -> result.parley().right()).count(),
        rights(results, Rule.LAST_LINE),
        rights(results, Rule.QUIET_100_MS),
        rights(results, Rule.QUIET_1_S));
  }

  private static String rights(List<Result> results, Rule rule) {
    return ""
        + results.stream()
            .filter(result -> result.rules().getOrDefault(rule, Score.NONE).right())
            .count();
  }

  private static void delete(Path folder) throws java.io.IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
