package dev.parley.server.tools;

import dev.parley.server.json.Arguments;
import dev.parley.server.mcp.Call;
import dev.parley.session.Expectation;
import dev.parley.session.Turn;
import dev.parley.session.Until;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a call waits and what it shows: the parameters every acting call has.
 *
 * @param shortened whether the caller asked for a longer wait than it can get
 * @param began when the call came in
 */
record Waiting(Expectation expectation, View view, boolean shortened, long began) {
  /** For a caller that does not want to wait; without a connection there is nothing to answer. */
  private static final Duration USUAL_OPENING = Duration.ofSeconds(15);

  static Waiting of(Call call) {
    var arguments = new Arguments(call.arguments());
    var asked = arguments.millis("timeout_ms", Expectation.DEFAULT_TIMEOUT);
    var longest = Engine.longest(call, asked);
    return new Waiting(
        expectation(arguments, longest),
        new View(
            kind(arguments.text("view", "text")),
            arguments.number("max_tokens", View.DEFAULT_TOKENS)),
        asked.compareTo(longest) > 0,
        System.nanoTime());
  }

  /** How long a connection may take to open. */
  Duration opening() {
    return expectation.timeout().isZero() ? USUAL_OPENING : expectation.timeout();
  }

  /** What is left to wait for, and the time for it, after other things were done. */
  Expectation rest() {
    var left = expectation.timeout().minusNanos(System.nanoTime() - began);
    return expectation.within(left.isNegative() ? Duration.ZERO : left);
  }

  private static Expectation expectation(Arguments arguments, Duration timeout) {
    var turn = Expectation.turn();
    var expectation =
        new Expectation(
            arguments.has("until") ? until(arguments) : turn.until(),
            turn.pattern(),
            arguments.millis("quiet_ms", turn.quiet()),
            timeout);
    var pattern = arguments.text("pattern");
    if (pattern.isPresent()) {
      return expectation.matching(pattern.get());
    }
    if (expectation.until().contains(Until.MATCH)) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "Waiting for a match needs a pattern",
          "Give pattern, a regular expression in RE2 syntax");
    }
    return expectation;
  }

  private static Set<Until> until(Arguments arguments) {
    var until = EnumSet.noneOf(Until.class);
    for (var word : arguments.texts("until")) {
      until.add(
          Until.named(word)
              .orElseThrow(
                  () ->
                      new Refusal(
                          Refusal.Code.BAD_INPUT,
                          "There is no “%s” to wait for".formatted(word),
                          "Use any of "
                              + Arrays.stream(Until.values())
                                  .map(Until::wire)
                                  .collect(Collectors.joining(", ")))));
    }
    return until;
  }

  private static View.Kind kind(String word) {
    return View.Kind.named(word)
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.BAD_INPUT,
                    "There is no view “%s”".formatted(word),
                    "Use text, screen, raw or none"));
  }

  TurnAnswer answer(Turn turn) {
    var answer = TurnAnswer.of(turn, view.kind());
    return shortened && turn.why() == Why.TIMEOUT
        ? answer.hinting(
            "Waited %d s, the longest a call may; read again to wait on."
                .formatted(expectation.timeout().toSeconds()))
        : answer;
  }
}
