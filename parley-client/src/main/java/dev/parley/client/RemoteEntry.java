package dev.parley.client;

import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A session as a list shows it.
 *
 * @param json all of it, as it travels
 */
public record RemoteEntry(JsonNode json) implements RemoteStanding {
  /** What was started, in one line. */
  public String command() {
    return json.path("command").asString("");
  }

  /** The program in front, in one line; what was started where that is not known. */
  public String foreground() {
    return json.path("foreground").path("command").asString(command());
  }

  /** The sandbox it is in; empty when it is in none. */
  public String sandbox() {
    return json.path("sandbox").asString("");
  }

  public Duration age() {
    return Duration.ofSeconds(json.path("age_s").asLong());
  }

  /** How long nothing was typed or printed. */
  public Duration idle() {
    return Duration.ofSeconds(json.path("idle_s").asLong());
  }

  /** Whether a person has the floor, so that agents may not type. */
  public boolean isHeldByPerson() {
    return json.path("floor").asString("agent").equals("human");
  }

  /**
   * What it needs somebody for: {@code asked}, {@code secret}, {@code question}, {@code failed},
   * {@code done} or {@code none}.
   */
  public String attention() {
    return json.path("attention").asString("none");
  }

  /** What that is about: the question, the exit code; empty where nothing is needed. */
  public String attentionReason() {
    return json.path("attention_reason").asString("");
  }

  /** What agents ask of people there: {@code secret} or {@code takeover}. */
  public List<String> asks() {
    return json.path("asks").valueStream().map(JsonNode::asString).toList();
  }
}
