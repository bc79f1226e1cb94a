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
public record RemoteTurn(JsonNode json) implements RemoteStanding {
  public RemoteWhy why() {
    return RemoteWhy.named(json.path("why").asString(""));
  }

  public RemoteConfidence confidence() {
    return RemoteConfidence.named(json.path("confidence").asString(""));
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

  /** The lines of the screen, where the screen was to be shown. */
  public Optional<List<String>> screen() {
    return json.has("screen")
        ? Optional.of(
            json.path("screen").path("lines").valueStream().map(JsonNode::asString).toList())
        : Optional.empty();
  }

  /** The program in front, in one line. */
  public Optional<String> foreground() {
    return json.path("foreground").path("command").asStringOpt();
  }

  /** How the shell's last command ended, where the shell says so. */
  public OptionalInt commandExitCode() {
    return json.path("command").has("exit_code")
        ? OptionalInt.of(json.path("command").path("exit_code").asInt())
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
