package dev.parley.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * One turn of a conversation: why the call returned, what the session is doing now, and what it
 * printed.
 *
 * @param json all of it, as it travels
 */
public record RemoteTurn(JsonNode json) {
  public String session() {
    return json.path("session").asString();
  }

  /** Such as {@code input}, {@code exit} or {@code timeout}. */
  public String why() {
    return json.path("why").asString();
  }

  /** Such as {@code waiting}, {@code ready} or {@code exited}. */
  public String state() {
    return json.path("state").asString();
  }

  /** {@code high}, {@code medium} or {@code low}. */
  public String confidence() {
    return json.path("confidence").asString();
  }

  public List<String> evidence() {
    return json.path("evidence").valueStream().map(JsonNode::asString).toList();
  }

  public String prompt() {
    return json.path("prompt").asString("");
  }

  public String output() {
    return json.path("output").asString("");
  }

  public long from() {
    return json.path("from").asLong();
  }

  /** Where the next read goes on. */
  public long to() {
    return json.path("to").asLong();
  }

  /** How it ended; a signal's code is 128 and its number. */
  public OptionalInt exitCode() {
    return json.has("exit_code")
        ? OptionalInt.of(json.path("exit_code").asInt())
        : OptionalInt.empty();
  }

  /** What the pattern matched. */
  public Optional<String> match() {
    return json.path("match").path("text").asStringOpt();
  }

  /** The groups of the pattern. */
  public List<String> groups() {
    return json.path("match").path("groups").valueStream().map(JsonNode::asString).toList();
  }
}
