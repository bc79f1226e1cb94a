package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a person did with a form, and what they filled in if they sent it. */
public record Elicited(Action action, ObjectNode content) {
  /** Sent, refused, or closed without a choice. */
  public enum Action {
    ACCEPT,
    DECLINE,
    CANCEL
  }

  public Elicited {
    content = content.deepCopy();
  }

  static Elicited of(JsonNode answer) {
    var action =
        switch (answer.path("action").asString("").toLowerCase(Locale.ROOT)) {
          case "accept" -> Action.ACCEPT;
          case "decline" -> Action.DECLINE;
          default -> Action.CANCEL;
        };
    return new Elicited(
        action, answer.get("content") instanceof ObjectNode content ? content : Json.object());
  }

  public boolean accepted() {
    return action == Action.ACCEPT;
  }
}
