package dev.parley.pty;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A real program brought to a known point, and what the probe must find there.
 *
 * <p>Points are reached by conditions only: text the program prints, or the probe saying that it
 * wants input. A program that works is watched for a while, and must at no moment be found waiting
 * with certainty.
 */
final class ProbeSituation {
  private static final long PATIENCE = Duration.ofSeconds(60).toNanos();
  private static final long WATCHED = Duration.ofMillis(350).toNanos();
  private static final long STEADY = Duration.ofMillis(30).toNanos();

  /** A step on the way to the point: types something, or waits for something. */
  private interface Step {
    void take(Pty pty, Collected output);
  }

  final String name;
  private final List<String> command;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path directory = Path.of("/");
  private Doing expected = Doing.WAITING;
  private boolean softExpected;
  private String excuse = "";

  ProbeSituation(String name, String... command) {
    this.name = name;
    this.command = List.of(command);
    environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("HOME", System.getProperty("java.io.tmpdir", "/tmp"));
    environment.put("TERM", "xterm-256color");
    environment.put("LANG", "C.UTF-8");
    environment.put("PS1", "$ ");
    environment.put("PAGER", "less");
    environment.put("DEBIAN_FRONTEND", "readline");
  }

  ProbeSituation in(Path where) {
    directory = where;
    return this;
  }

  ProbeSituation with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Waits until the program wants input. */
  ProbeSituation ready() {
    steps.add(
        (pty, _) ->
            await(
                "wants input",
                () -> pty.probe().wantsInput() || pty.probe().doing() == Doing.EXITED));
    return this;
  }

  ProbeSituation type(String text) {
    steps.add((pty, _) -> pty.type(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    return this;
  }

  ProbeSituation line(String text) {
    return type(text + "\r");
  }

  ProbeSituation sees(String text) {
    steps.add((_, output) -> await("shows " + text.strip(), () -> output.text().contains(text)));
    return this;
  }

  ProbeSituation waits() {
    expected = Doing.WAITING;
    return this;
  }

  /** It waits, but the kernel cannot prove it: the answer must say so. */
  ProbeSituation waitsSoftly() {
    expected = Doing.WAITING;
    softExpected = true;
    return this;
  }

  ProbeSituation asksForSecret() {
    expected = Doing.SECRET;
    return this;
  }

  ProbeSituation works() {
    expected = Doing.WORKING;
    return this;
  }

  ProbeSituation isStopped() {
    expected = Doing.STOPPED;
    return this;
  }

  /** It works, and a finding of waiting that calls itself uncertain is forgiven, for a reason. */
  ProbeSituation worksUnseen(String reason) {
    expected = Doing.WORKING;
    excuse = reason;
    return this;
  }

  String program() {
    return command.getFirst();
  }

  /** What came of it: right or not, whether excused, and what was found. */
  record Result(ProbeSituation situation, boolean right, boolean falseHard, String note) {
    boolean forgiven() {
      return !right && !falseHard && !situation.excuse.isEmpty();
    }

    @Override
    public String toString() {
      return "%-9s %-44s %-8s %s"
          .formatted(
              falseHard ? "FALSE" : right ? "ok" : forgiven() ? "forgiven" : "MISS",
              situation.name,
              situation.expected,
              note + (forgiven() ? " — " + situation.excuse : ""));
    }
  }

  Result run(Ptys ptys) {
    var output = new Collected();
    try (var pty =
        ptys.start(new Spawn(command, environment, directory, 100, 30, Limits.NONE), output)) {
      try {
        for (var step : steps) {
          step.take(pty, output);
        }
        return expected == Doing.WORKING ? watchWork(pty) : awaitExpected(pty);
      } catch (AssertionError never) {
        var text = output.text();
        return new Result(
            this,
            false,
            false,
            String.valueOf(never.getMessage()).lines().findFirst().orElse("")
                + " "
                + pty.probe()
                + " after "
                + quoted(text.substring(Math.max(0, text.length() - 300))));
      }
    }
  }

  /** The expected finding must come, and stay for a moment. */
  private Result awaitExpected(Pty pty) {
    var deadline = System.nanoTime() + PATIENCE;
    var since = 0L;
    var finding = pty.probe();
    while (System.nanoTime() < deadline) {
      finding = pty.probe();
      var now = System.nanoTime();
      if (finding.doing() != expected || (softExpected && finding.grade() == Grade.HARD)) {
        since = 0;
      } else if (since == 0) {
        since = now;
      } else if (now - since > STEADY) {
        return new Result(
            this, true, false, finding.grade() + " " + Evidence.wire(finding.evidence()));
      }
      pause();
    }
    return new Result(
        this,
        false,
        softExpected && finding.wantsInput() && finding.grade() == Grade.HARD,
        finding.toString());
  }

  private Result watchWork(Pty pty) {
    var end = System.nanoTime() + WATCHED;
    var finding = pty.probe();
    while (System.nanoTime() < end) {
      finding = pty.probe();
      if (finding.wantsInput()) {
        return new Result(this, false, finding.grade() == Grade.HARD, finding.toString());
      }
      pause();
    }
    var right = finding.doing() == Doing.WORKING;
    return new Result(
        this, right, false, finding.grade() + " " + Evidence.wire(finding.evidence()));
  }

  private static void await(String what, BooleanSupplier condition) {
    var deadline = System.nanoTime() + PATIENCE;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("never: " + what);
      }
      pause();
    }
  }

  /** Between two looks, so that the programs looked at get their share of the processors. */
  private static void pause() {
    LockSupport.parkNanos(1_000_000);
  }

  private static String quoted(String text) {
    return text.replace("\033", "^[").replace("\r", "\\r").replace("\n", "\\n");
  }
}
