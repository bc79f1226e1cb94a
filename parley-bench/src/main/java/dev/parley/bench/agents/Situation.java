package dev.parley.bench.agents;

import dev.parley.session.Attention.Kind;
import java.time.Duration;

/** What a coding agent can be doing when somebody asks which one needs them. */
enum Situation {
  /** The model has not answered yet, or speaks still. Nobody is needed. */
  THINKING("thinking", Kind.NONE),
  /** It has asked whether it may do something. */
  PERMISSION("asks for a permission", Kind.QUESTION),
  /** It is through after a while, and its input box is empty. */
  IDLE("idle after work", Kind.DONE),
  /**
   * The model has failed after a while, the program says so in its own words, and its input box is
   * empty.
   */
  ERROR("error of the model after a while", Kind.FAILED);

  /** As long as it may take until it is said. */
  static final Duration PATIENCE = Duration.ofSeconds(8);

  private final String title;
  private final Kind right;

  Situation(String title, Kind right) {
    this.title = title;
    this.right = right;
  }

  String title() {
    return title;
  }

  boolean isRight(Kind said) {
    return right == said;
  }
}
