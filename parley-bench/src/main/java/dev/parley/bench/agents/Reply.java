package dev.parley.bench.agents;

import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** What the scripted model does when it is asked. */
public sealed interface Reply {

  /**
   * It says something and is through.
   *
   * @param silent how long it says nothing
   * @param spoken how long it takes to say the text, piece by piece
   */
  record Say(Duration silent, Duration spoken, String text) implements Reply {}

  /** It thinks for a while and then wants a tool to be called. */
  record Call(Duration silent, String tool, ObjectNode arguments) implements Reply {}

  /** It refuses after a while, with a status of HTTP. */
  record Fail(Duration silent, int status) implements Reply {}

  static Reply say(String text) {
    return new Say(Duration.ZERO, Duration.ZERO, text);
  }
}
