package dev.parley.bench.state;

import dev.parley.bench.state.Result.Score;
import dev.parley.bench.state.Situation.Expected;
import dev.parley.bench.state.Situation.Step;
import dev.parley.pty.finding.Evidence;
import dev.parley.session.Confidence;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.Turn;
import dev.parley.session.Until;
import dev.parley.session.Verdict;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Plays one situation and keeps the score.
 *
 * <p>The way to the point follows what the program prints, never the clock. From the last thing
 * typed on, the first time Parley says that input is wanted must be the right one: said before the
 * text that the situation waits for is there, it is a false waiting. A program that works is then
 * watched for a while, long enough for the slowest rule to make up its mind.
 */
final class Stage {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration WATCHED = Duration.ofMillis(1600);
  private static final Duration SLICE = Duration.ofMillis(20);

  private final Situation situation;
  private final Session session;
  private long typedAt;
  private long quietFrom = System.nanoTime();
  private long quietAt = -1;
  private boolean early;
  private String earlyNote = "";
  private Confidence earlyConfidence = Confidence.LOW;

  private Stage(Situation situation, Session session) {
    this.situation = situation;
    this.session = session;
  }

  static Result play(
      Situation situation,
      Sessions sessions,
      Target target,
      SandboxProfile sandbox,
      Map<String, String> variables,
      Path folder)
      throws IOException {
    Files.createDirectories(folder);
    for (var file : situation.files().entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    if (situation.needs().stream().anyMatch(need -> need.startsWith(NodeModules.NEED))) {
      Files.createSymbolicLink(folder.resolve("node_modules"), NodeModules.FOLDER);
    }
    var launch =
        situation.shell().isEmpty()
            ? Launch.of("/bin/sh", "-c", situation.script())
            : Launch.shell(situation.shell());
    var session = sessions.start(launch.on(target).in(folder).with(variables).sandboxed(sandbox));
    try {
      return new Stage(situation, session).play();
    } finally {
      sessions.remove(session);
    }
  }

  private Result play() {
    for (var step : situation.steps()) {
      if (!take(step)) {
        return new Result(
            situation,
            false,
            Score.NONE,
            Map.of(),
            session.verdict().confidence(),
            "stuck at %s in %s".formatted(step, shown(session.verdict())));
      }
    }
    return situation.expected() == Expected.WORKING ? watch() : await();
  }

  private boolean take(Step step) {
    return switch (step) {
      case Step.Sees(var text) -> reaches(() -> printed().contains(text));
      case Step.Shows(var text) -> reaches(() -> session.screen().text().contains(text));
      case Step.Types(var input) -> {
        session.await(Expectation.turn().within(ANSWER));
        yield types(input);
      }
      case Step.TypesAhead(var input) -> types(input);
    };
  }

  private boolean types(Input input) {
    try {
      typedAt = session.lastOffset();
      session.send(input, Expectation.none());
      quietFrom = System.nanoTime();
      return true;
    } catch (Refusal ended) {
      return false;
    }
  }

  /** How long nothing was typed or printed, as far as anybody has looked. */
  private Duration quiet() {
    var now = System.nanoTime();
    if (session.lastOffset() != quietAt) {
      quietAt = session.lastOffset();
      quietFrom = now;
    }
    return Duration.ofNanos(now - quietFrom);
  }

  private String printed() {
    return session.read(typedAt, View.text()).text();
  }

  /** Waits for something to appear; who says before that it is our turn is early. */
  private boolean reaches(java.util.function.BooleanSupplier there) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var answering = typedAt > 0;
    while (!there.getAsBoolean()) {
      quiet();
      if (System.nanoTime() > deadline || session.ending().isPresent()) {
        return there.getAsBoolean();
      }
      var until =
          answering && !early
              ? Expectation.turn().only(Until.CHANGE, Until.INPUT, Until.COMMAND, Until.EXIT)
              : Expectation.turn().only(Until.CHANGE, Until.EXIT);
      var turn = session.await(until.within(SLICE));
      if (answering && turn.state().wantsInput() && !there.getAsBoolean()) {
        early = true;
        earlyNote = "early: " + shown(turn.verdict());
        earlyConfidence = turn.verdict().confidence();
      }
    }
    return true;
  }

  private Result watch() {
    var scores = new EnumMap<Rule, Score>(Rule.class);
    for (var rule : Rule.values()) {
      scores.put(rule, new Score(true, false, false, 0));
    }
    var parley = new Score(!early, early, false, 0);
    var note = earlyNote;
    var confidence = earlyConfidence;
    var end = System.nanoTime() + WATCHED.toNanos();
    while (System.nanoTime() < end) {
      var turn = session.await(Expectation.turn().within(SLICE));
      if (note.isEmpty() && !(turn.state() instanceof SessionState.Working)) {
        parley = new Score(false, turn.state().wantsInput(), false, 0);
        note = shown(turn.verdict());
        confidence = turn.verdict().confidence();
      }
      for (var rule : Rule.values()) {
        if (rule.saysWaiting(session, quiet()) || rule.saysSecret(session)) {
          scores.put(rule, new Score(false, true, false, 0));
        }
      }
    }
    if (session.ending().isPresent()) {
      // It has ended by itself, so that it was no program at work for as long as that.
      return new Result(situation, false, Score.NONE, Map.of(), confidence, "ended: " + note);
    }
    if (note.isEmpty()) {
      note = shown(session.verdict());
      confidence = session.verdict().confidence();
    }
    return new Result(situation, true, parley, scores, confidence, note);
  }

  private Result await() {
    var began = System.nanoTime();
    var asked = session.await(Expectation.turn().within(Duration.ZERO));
    var turn = settled(asked) ? asked : session.await(Expectation.turn().within(ANSWER));
    var right = !early && is(turn, situation.expected());
    var falsely = early || (turn.state().wantsInput() && !situation.expected().wantsInput());
    var parley =
        new Score(
            right,
            falsely,
            right && situation.expected() == Expected.SECRET,
            (System.nanoTime() - began) / 1_000_000);
    return new Result(
        situation,
        true,
        parley,
        rules(began),
        early ? earlyConfidence : turn.verdict().confidence(),
        (early ? earlyNote + "; " : "") + shown(turn.verdict()));
  }

  private static boolean settled(Turn turn) {
    return !(turn.state() instanceof SessionState.Working);
  }

  /** The others get the same time, and their right answers too: silence need not name a secret. */
  private Map<Rule, Score> rules(long began) {
    var scores = new EnumMap<Rule, Score>(Rule.class);
    var end = began + WATCHED.toNanos();
    var wanted = situation.expected().wantsInput();
    for (var rule : Rule.values()) {
      scores.put(rule, new Score(!wanted, false, false, 0));
    }
    while (wanted && System.nanoTime() < end) {
      for (var rule : Rule.values()) {
        var secret = rule.saysSecret(session);
        if (!scores.getOrDefault(rule, Score.NONE).right()
            && (secret || rule.saysWaiting(session, quiet()))) {
          var millis = (System.nanoTime() - began) / 1_000_000;
          scores.put(
              rule,
              new Score(true, false, secret && situation.expected() == Expected.SECRET, millis));
        }
      }
      if (scores.values().stream().allMatch(Score::right)) {
        break;
      }
      session.await(Expectation.turn().only(Until.CHANGE, Until.EXIT).within(SLICE));
    }
    return scores;
  }

  private static boolean is(Turn turn, Expected expected) {
    return turn.state().wire().equals(expected.wire());
  }

  private static String shown(Verdict verdict) {
    return "%s %s %s"
        .formatted(
            verdict.state().wire(), verdict.confidence().wire(), Evidence.wire(verdict.evidence()));
  }
}
