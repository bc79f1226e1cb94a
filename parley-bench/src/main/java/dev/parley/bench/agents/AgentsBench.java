package dev.parley.bench.agents;

import dev.parley.bench.Report;
import dev.parley.pty.finding.Evidence;
import dev.parley.session.Attention.Kind;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What Parley says of real coding agents: thinking, asking for a permission, idle, and after an
 * error. {@code parley-bench/programs} installs them. Options: {@code --rounds 20}, {@code --only
 * claude,codex}, {@code --show} for what was said and seen in each round.
 */
public final class AgentsBench {
  private static final Duration THINKS = Duration.ofMillis(10_200);
  private static final Duration BEFORE_ASKING = Duration.ofMillis(1500);

  private final ModelServer server;
  private final Path folder;
  private final int rounds;
  private final boolean show;

  private AgentsBench(Path folder, List<String> options) throws IOException {
    this.folder = folder;
    rounds = Integer.parseInt(value(options, "--rounds").orElse("20"));
    show = options.contains("--show");
    server =
        new ModelServer(
            AgentsBench::reply,
            options.contains("--log") ? Optional.of(folder.resolve("requests")) : Optional.empty());
  }

  static Optional<String> value(List<String> options, String name) {
    var at = options.indexOf(name);
    return at < 0 ? Optional.empty() : Optional.of(options.get(at + 1));
  }

  /** The script: what was typed says what the model does. */
  private static Reply reply(Asked asked) {
    var program =
        AgentProgram.all().stream()
            .filter(one -> one.name().equals(asked.program()))
            .findFirst()
            .orElseThrow();
    return switch (asked.marker().orElse("").split(" ", 2)[0]) {
      case "work" ->
          new Reply.Say(THINKS.dividedBy(3), THINKS.multipliedBy(2).dividedBy(3), "It is done.");
      case "ask" ->
          asked.results().isEmpty()
              ? new Reply.Call(BEFORE_ASKING, program.tool(), program.toolArguments())
              : Reply.say("It is made.");
      case "fail" -> new Reply.Fail(THINKS, 400);
      default -> Reply.say("ok");
    };
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var options = List.of(arguments);
    // Not below /tmp: one of them refuses to keep its things there.
    var folder = Files.createTempDirectory(Path.of("/var/tmp"), "parley-agents");
    var bench = new AgentsBench(folder, options);
    var chosen = value(options, "--only").map(names -> List.of(names.split(",")));
    var programs =
        AgentProgram.all().stream()
            .filter(AgentProgram::isInstalled)
            .filter(one -> chosen.isEmpty() || chosen.get().contains(one.name()))
            .toList();
    var report =
        Report.of("agents", "Coding agents")
            .header("program", "situation", "right", "said", "p50 / p99 ms until it was said");
    var began = System.nanoTime();
    for (var scores : bench.playAll(programs)) {
      for (var score : scores.each()) {
        report.row(
            "%s %s".formatted(scores.program().name(), scores.program().version()),
            score.situation().title(),
            score.right(),
            score.said(),
            score.times());
      }
    }
    report.text(
        String.format(
            Locale.ROOT,
            "%d rounds in %d s, all programs side by side; load average at the end %.1f.",
            bench.rounds,
            (System.nanoTime() - began) / 1_000_000_000,
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    report.finish(arguments);
    bench.server.close();
    System.exit(0);
  }

  private List<Scores> playAll(List<AgentProgram> programs) throws InterruptedException {
    var all = programs.stream().map(Scores::new).toList();
    try (var sessions = Sessions.inProcess()) {
      var threads = new ArrayList<Thread>();
      for (var scores : all) {
        for (var situation : List.of(Situation.IDLE, Situation.PERMISSION, Situation.ERROR)) {
          threads.add(Thread.ofVirtual().start(() -> play(situation, sessions, scores)));
        }
      }
      for (var thread : threads) {
        thread.join();
      }
    }
    return all;
  }

  /** Plays the rounds of one kind; each has a session of its own, to save time. */
  private void play(Situation situation, Sessions sessions, Scores scores) {
    var program = scores.program();
    var home = folder.resolve(program.name() + "-" + situation);
    try (var played = new Played(program, server, sessions, home)) {
      if (!played.ready()) {
        System.err.println(program.name() + " did not get ready:\n" + played.picture());
        return;
      }
      for (var round = 1; round <= rounds; round++) {
        switch (situation) {
          case THINKING, IDLE -> work(program, played, scores, round);
          case PERMISSION -> ask(program, played, scores, round);
          case ERROR -> fail(program, played, scores, round);
        }
      }
    } catch (IOException failed) {
      System.err.println(program.name() + ": " + failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(AgentProgram program, Played played, Scores scores, int round) {
    var step = "work " + round;
    var entered = played.enter("please [[" + step + "]]");
    if (!played.until(() -> played.times(step).answered() != 0)) {
      lost(program, played, step);
      return;
    }
    var times = played.times(step);
    var early =
        played.since(entered).stream()
            .filter(one -> one.nanos() < times.answered() && one.attention().isNeeded())
            .findFirst();
    var working =
        played.since(entered).stream()
            .filter(one -> one.verdict().state() instanceof SessionState.Working)
            .findFirst();
    scores
        .of(Situation.THINKING)
        .add(
            early.map(one -> one.attention().kind()).orElse(Kind.NONE),
            working.map(one -> millis(entered, one.nanos())).orElse(0.0));
    tell(program, step, played, entered, times.answered());
    await(Situation.IDLE, played, scores, times.answered(), program, step);
    played.ready();
  }

  private void ask(AgentProgram program, Played played, Scores scores, int round) {
    var step = "ask " + round;
    played.enter("please [[" + step + "]]");
    if (!played.until(() -> played.times(step).answered() != 0)) {
      lost(program, played, step);
      return;
    }
    await(Situation.PERMISSION, played, scores, played.times(step).answered(), program, step);
    if (!played.asks()) {
      lost(program, played, step);
      return;
    }
    played.press();
    played.until(() -> played.times(step).requests() > 1);
    played.ready();
  }

  private void fail(AgentProgram program, Played played, Scores scores, int round) {
    var step = "fail " + round;
    played.enter("please [[" + step + "]]");
    if (!played.until(() -> played.times(step).answered() != 0)) {
      lost(program, played, step);
      return;
    }
    await(Situation.ERROR, played, scores, played.times(step).answered(), program, step);
    played.ready();
  }

  /** Waits until it is said that somebody is needed, and whether that stays so. */
  private void await(
      Situation situation,
      Played played,
      Scores scores,
      long from,
      AgentProgram program,
      String step) {
    played.until(
        () -> played.since(from).stream().anyMatch(one -> one.attention().isNeeded()),
        Situation.PATIENCE);
    var first = played.since(from).stream().filter(one -> one.attention().isNeeded()).findFirst();
    var score = scores.of(situation);
    first.ifPresentOrElse(
        one -> score.add(one.attention().kind(), millis(from, one.nanos())),
        () -> score.add(Kind.NONE));
    tell(program, step, played, from, System.nanoTime());
  }

  private void tell(AgentProgram program, String step, Played played, long from, long to) {
    if (show) {
      var text = new StringBuilder("%s %s:".formatted(program.name(), step));
      for (var one : played.since(from)) {
        if (one.nanos() < to) {
          text.append(
              " %.0f %s/%s"
                  .formatted(
                      millis(from, one.nanos()),
                      one.verdict().state().wire(),
                      one.attention().kind().wire()));
        }
      }
      if (!played.since(from).isEmpty()) {
        text.append(" ").append(Evidence.wire(played.since(from).getLast().verdict().evidence()));
      }
      System.err.println(text);
    }
  }

  private void lost(AgentProgram program, Played played, String step) {
    System.err.println(
        "%s did not get to its point in '%s':%n%s"
            .formatted(program.name(), step, played.picture()));
    played.ready();
  }

  private static double millis(long from, long to) {
    return (to - from) / 1e6;
  }
}
