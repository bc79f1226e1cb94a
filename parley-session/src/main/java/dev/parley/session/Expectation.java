package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What to wait for, and how long. Running out of time is an answer, not an error.
 *
 * @param until any of these ends the wait
 * @param pattern for {@link Until#MATCH}, over the text since the call began
 * @param quiet for {@link Until#QUIET}; also the fallback where nothing better is known
 * @param timeout the longest wait; zero looks once
 */
public record Expectation(
    Set<Until> until, Optional<Search> pattern, Duration quiet, Duration timeout) {

  public static final Duration DEFAULT_QUIET = Duration.ofMillis(1500);
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

  private static final Set<Until> TURN = Set.of(Until.INPUT, Until.COMMAND, Until.EXIT);

  public Expectation {
    if (quiet.isNegative() || timeout.isNegative()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "A wait cannot be shorter than nothing");
    }
    // A set of our own, in the order of Until, so that answers do not depend on the caller's order.
    until = until.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(until));
  }

  /** The program is ready for the next turn: it waits, its shell is back, or it ended. */
  public static Expectation turn() {
    return new Expectation(TURN, Optional.empty(), DEFAULT_QUIET, DEFAULT_TIMEOUT);
  }

  /** The program waits for input. */
  public static Expectation input() {
    return turn().only(Until.INPUT, Until.EXIT);
  }

  /** The shell is back at its prompt. */
  public static Expectation command() {
    return turn().only(Until.COMMAND, Until.EXIT);
  }

  /** The child has ended. */
  public static Expectation exit() {
    return turn().only(Until.EXIT);
  }

  /** This very text was printed. */
  public static Expectation text(String text) {
    return turn().only(Until.EXIT).matching(Search.text(text));
  }

  /** Something that matches this regular expression (RE2 syntax) was printed. */
  public static Expectation pattern(String expression) {
    return turn().only(Until.EXIT).matching(expression);
  }

  /** Nothing is printed for this long. */
  public static Expectation quiet(Duration quiet) {
    return new Expectation(
        Set.of(Until.QUIET, Until.EXIT), Optional.empty(), quiet, DEFAULT_TIMEOUT);
  }

  /** The screen differs from what it is now. */
  public static Expectation change() {
    return turn().only(Until.CHANGE, Until.EXIT);
  }

  /** Nothing: looks once and returns. */
  public static Expectation none() {
    return turn().within(Duration.ZERO);
  }

  public Expectation only(Until... until) {
    return new Expectation(Set.of(until), pattern, quiet, timeout);
  }

  public Expectation within(Duration timeout) {
    return new Expectation(until, pattern, quiet, timeout);
  }

  public Expectation quietFor(Duration quiet) {
    return new Expectation(until, pattern, quiet, timeout);
  }

  /** Ends the wait, among other things, when this regular expression matches. */
  public Expectation matching(String expression) {
    return matching(Search.pattern(expression));
  }

  private Expectation matching(Search search) {
    var more = EnumSet.of(Until.MATCH);
    more.addAll(until);
    return new Expectation(more, Optional.of(search), quiet, timeout);
  }

  boolean wants(Until what) {
    return until.contains(what);
  }
}
