package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import dev.parley.server.json.Schema;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something a handler wants to know from the client, or through it from the person or the model.
 */
public sealed interface Question {

  /**
   * A form for the person: a message and the fields to fill in, a flat JSON Schema object. Never
   * for secrets: what is typed there passes through the client and its logs.
   */
  record Form(String message, ObjectNode schema) implements Question {}

  /** A completion by the client's model. */
  record Sample(String prompt, int maxTokens) implements Question {}

  /** The folders the client works in. */
  record Roots() implements Question {}

  /** The capability a client must have declared to be asked this. */
  default String capability() {
    return switch (this) {
      case Form _ -> "elicitation";
      case Sample _ -> "sampling";
      case Roots _ -> "roots";
    };
  }

  default String method() {
    return switch (this) {
      case Form _ -> "elicitation/create";
      case Sample _ -> "sampling/createMessage";
      case Roots _ -> "roots/list";
    };
  }

  default ObjectNode params() {
    return switch (this) {
      case Form(var message, var schema) ->
          Json.object().put("message", message).set("requestedSchema", schema);
      case Sample(var prompt, var maxTokens) -> {
        var params = Json.object();
        params
            .putArray("messages")
            .addObject()
            .put("role", "user")
            .set("content", Content.text(prompt).toJson());
        yield params.put("maxTokens", maxTokens);
      }
      case Roots _ -> Json.object();
    };
  }

  /** Questions as they travel, by their keys. */
  static ObjectNode requests(Map<String, Question> questions) {
    var requests = Json.object();
    questions.forEach(
        (key, question) ->
            requests
                .putObject(key)
                .put("method", question.method())
                .set("params", question.params()));
    return requests;
  }

  /** What is wrong with an answer, as a sentence; empty when it will do. */
  default Optional<String> faultIn(JsonNode answer) {
    return switch (this) {
      case Form(_, var schema) ->
          switch (answer.path("action").asString("")) {
            case "accept" -> Schema.faultIn(schema, answer.path("content"));
            case "decline", "cancel" -> Optional.empty();
            default -> Optional.of("action must be accept, decline or cancel");
          };
      case Sample _ -> answer.has("content") ? Optional.empty() : Optional.of("content is missing");
      case Roots _ ->
          answer.path("roots").isArray() ? Optional.empty() : Optional.of("roots must be an array");
    };
  }
}
