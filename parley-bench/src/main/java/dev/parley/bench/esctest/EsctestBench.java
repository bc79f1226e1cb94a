package dev.parley.bench.esctest;

import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.session.Expectation;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The tests of esctest in a session: the suite runs on the session's terminal as it would in a
 * window, asks what it has drawn, and is answered. It is not part of this project: {@code --suite
 * FOLDER} says where its {@code esctest.py} is.
 *
 * <p>Other options: {@code --include REGEX}, {@code --failures FILE}, {@code --write}.
 */
public final class EsctestBench {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Pattern TEST = Pattern.compile("Run test: (\\S+)\\.(\\S+)");

  /** How the tests of one function ended. */
  private static final class Score {
    int passed;
    int known;
    int failed;
  }

  private EsctestBench() {}

  public static void main(String[] options) throws IOException {
    System.setProperty("parley.terminal.checksums", "true");
    var log = Files.createTempFile("esctest", ".log");
    var started = System.nanoTime();
    run(
        Path.of(Options.text(options, "--suite", "esctest")),
        Options.text(options, "--include", ".*"),
        log);
    var seconds = (System.nanoTime() - started) / 1e9;
    var lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    var scores = scores(lines);
    var all = new Score();
    scores.values().forEach(one -> add(all, one));
    var report = Report.of("esctest", "esctest, live in a session");
    report.header("tests", "passed", "known to differ in xterm", "failed", "seconds");
    report.row(
        "" + (all.passed + all.known + all.failed),
        "" + all.passed,
        "" + all.known,
        "" + all.failed,
        "%.1f".formatted(seconds));
    report.text("Functions with tests that fail.");
    report.header("function", "passed", "failed");
    scores.forEach(
        (name, one) -> {
          if (one.failed > 0) {
            report.row("`" + name + "`", "" + one.passed, "" + one.failed);
          }
        });
    report.finish(options);
    var failures = Options.text(options, "--failures", "");
    if (!failures.isEmpty()) {
      Files.copy(log, Path.of(failures), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    Files.delete(log);
  }

  private static void run(Path suite, String include, Path log) {
    try (var sessions = Sessions.inProcess()) {
      var command =
          List.of(
              "python3",
              suite.resolve("esctest.py").toString(),
              "--expected-terminal=xterm",
              "--max-vt-level=4",
              "--xterm-reverse-wrap=379",
              "--no-print-logs",
              "--include=" + include,
              "--logfile=" + log);
      var session = sessions.start(Launch.of(command).sized(80, 25));
      var turn = session.await(Expectation.exit().within(LONG));
      System.err.println(turn.state());
    }
  }

  /** By function, from what the suite wrote down about itself. */
  private static Map<String, Score> scores(List<String> lines) {
    var scores = new TreeMap<String, Score>();
    var score = new Score();
    for (var line : lines) {
      var test = TEST.matcher(line);
      if (test.find()) {
        score = scores.computeIfAbsent(test.group(1), _ -> new Score());
      } else if (line.startsWith("Passed.")) {
        score.passed++;
      } else if (line.startsWith("Fails as expected") || line.startsWith("Skipped because")) {
        score.known++;
      } else if (line.startsWith("*** TEST ")) {
        score.failed++;
      }
    }
    return scores;
  }

  private static void add(Score all, Score one) {
    all.passed += one.passed;
    all.known += one.known;
    all.failed += one.failed;
  }
}
