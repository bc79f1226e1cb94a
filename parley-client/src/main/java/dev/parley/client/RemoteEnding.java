package dev.parley.client;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How a session ended.
 *
 * @param json all of it, as it travels
 */
public record RemoteEnding(JsonNode json) implements RemoteStanding {
  /** How many processes were ended with it. */
  public int processes() {
    return json.path("processes").asInt(0);
  }

  /** How many of them had to be killed. */
  public int killed() {
    return json.path("killed").asInt(0);
  }

  /** What became of what it had, such as a worktree. */
  public Optional<String> note() {
    return json.path("note").asStringOpt();
  }
}
