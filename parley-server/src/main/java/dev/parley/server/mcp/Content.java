package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** One piece of what a tool or a prompt shows. */
public sealed interface Content {

  record Text(String text) implements Content {}

  /** A picture or a sound, already in base64. */
  record Media(String type, String base64, String mimeType) implements Content {}

  /** A resource with its contents. */
  record Embedded(ResourceContents contents) implements Content {}

  /** A resource the client may read if it cares. */
  record Link(Resource resource) implements Content {}

  static Content text(String text) {
    return new Text(text);
  }

  static Content image(byte[] bytes, String mimeType) {
    return new Media("image", Base64.getEncoder().encodeToString(bytes), mimeType);
  }

  static Content audio(byte[] bytes, String mimeType) {
    return new Media("audio", Base64.getEncoder().encodeToString(bytes), mimeType);
  }

  static Content embedded(ResourceContents contents) {
    return new Embedded(contents);
  }

  static Content link(Resource resource) {
    return new Link(resource);
  }

  /** As it travels. */
  default ObjectNode toJson() {
    return switch (this) {
      case Text(var text) -> Json.object().put("type", "text").put("text", text);
      case Media(var type, var base64, var mimeType) ->
          Json.object().put("type", type).put("data", base64).put("mimeType", mimeType);
      case Embedded(var contents) ->
          Json.object().put("type", "resource").set("resource", contents.toJson());
      case Link(var resource) -> resource.toJson().put("type", "resource_link");
    };
  }
}
