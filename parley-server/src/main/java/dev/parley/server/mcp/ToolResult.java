package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a tool answers: content for the model to read, and fields for programs. */
public record ToolResult(List<Content> content, Optional<JsonNode> structured, boolean isError) {

  public ToolResult {
    content = List.copyOf(content);
  }

  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), Optional.empty(), false);
  }

  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  /** Fields that follow the tool's output schema, and the same said as text. */
  public static ToolResult structured(JsonNode fields, String text) {
    return new ToolResult(List.of(Content.text(text)), Optional.of(fields), false);
  }

  /** Fields that follow the tool's output schema, with themselves as the text. */
  public static ToolResult structured(JsonNode fields) {
    return structured(fields, Json.text(fields));
  }

  /** A failure the model can act on; see {@link ToolRefusal}. */
  public static ToolResult refused(ToolRefusal refusal) {
    var error = Json.object().put("code", refusal.code()).put("message", refusal.sentence());
    refusal.instead().ifPresent(instead -> error.put("try", instead));
    var text =
        refusal.code()
            + ": "
            + refusal.sentence()
            + refusal.instead().map(instead -> "\nTry: " + instead).orElse("");
    return new ToolResult(
        List.of(Content.text(text)), Optional.of(Json.object().set("error", error)), true);
  }

  /** The same with more content after it, such as a picture. */
  public ToolResult and(Content more) {
    return new ToolResult(
        Stream.concat(content.stream(), Stream.of(more)).toList(), structured, isError);
  }

  ObjectNode toJson() {
    var json = Json.object();
    var list = json.putArray("content");
    content.forEach(piece -> list.add(piece.toJson()));
    structured.ifPresent(fields -> json.set("structuredContent", fields));
    if (isError) {
      json.put("isError", true);
    }
    return json;
  }
}
