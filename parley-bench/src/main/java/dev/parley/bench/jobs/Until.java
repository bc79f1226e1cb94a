package dev.parley.bench.jobs;

import java.time.Duration;
import java.util.regex.Pattern;

/** What must have happened before the next step, said so that it means the same to every peer. */
sealed interface Until {
  Duration PATIENCE = Duration.ofSeconds(12);

  /** The shell is back at its prompt. */
  record Shell(Duration patience) implements Until {}

  /** The program waits at a prompt that whoever types knows; the pattern is how it ends. */
  record Prompt(String pattern, Duration patience) implements Until {
    /** Whether a text ends with the prompt. */
    boolean ends(String text) {
      return Pattern.compile("(?:" + pattern.stripTrailing() + ")\\s*\\z").matcher(text).find();
    }
  }

  /** The program waits for input, and nobody knows what that looks like. */
  record Input(Duration patience) implements Until {}

  /** This has been shown since the last step, whether or not the program wants anything. */
  record Shows(String pattern, Duration patience) implements Until {
    boolean in(String text) {
      return Pattern.compile(pattern).matcher(text).find();
    }
  }

  /** The program has ended. */
  record Exit(Duration patience) implements Until {}

  /** Nothing: the next step may come at once. */
  record Nothing() implements Until {
    @Override
    public Duration patience() {
      return Duration.ZERO;
    }
  }

  /** How long a peer is given. */
  Duration patience();

  static Until shell() {
    return new Shell(PATIENCE);
  }

  static Until prompt(String pattern) {
    return new Prompt(pattern, PATIENCE);
  }

  static Until input() {
    return new Input(PATIENCE);
  }

  static Until shows(String pattern) {
    return new Shows(pattern, PATIENCE);
  }

  static Until exit() {
    return new Exit(PATIENCE);
  }

  static Until nothing() {
    return new Nothing();
  }

  /** The same with more time. */
  default Until within(int seconds) {
    var patience = Duration.ofSeconds(seconds);
    return switch (this) {
      case Shell _ -> new Shell(patience);
      case Prompt(var pattern, _) -> new Prompt(pattern, patience);
      case Input _ -> new Input(patience);
      case Shows(var pattern, _) -> new Shows(pattern, patience);
      case Exit _ -> new Exit(patience);
      case Nothing nothing -> nothing;
    };
  }
}
