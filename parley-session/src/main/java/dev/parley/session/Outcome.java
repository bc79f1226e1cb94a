package dev.parley.session;

import dev.parley.terminal.Screen;

/** How a wait for a text ended, with the screen of that moment. */
public sealed interface Outcome {

  /** The text was printed. */
  record Met(Match match, Screen screen) implements Outcome {}

  /** Time ran out; the program goes on. */
  record TimedOut(Screen screen) implements Outcome {}

  /** The child ended first. */
  record Ended(SessionState state, Screen screen) implements Outcome {}

  /** How a turn that waited for a pattern ended. */
  static Outcome of(Turn turn) {
    return switch (turn.why()) {
      case MATCH -> new Met(turn.match().orElseThrow(), turn.screen());
      case EXIT -> new Ended(turn.state(), turn.screen());
      default -> new TimedOut(turn.screen());
    };
  }
}
