package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** Something a client can read by its address. */
public record Resource(String uri, String name, String title, String description, String mimeType) {

  ObjectNode toJson() {
    return Json.object()
        .put("uri", uri)
        .put("name", name)
        .put("title", title)
        .put("description", description)
        .put("mimeType", mimeType);
  }

  /** A family of resources, addressed by an RFC 6570 template such as {@code notes://{id}/text}. */
  public record Template(
      String uriTemplate, String name, String title, String description, String mimeType) {

    ObjectNode toJson() {
      return Json.object()
          .put("uriTemplate", uriTemplate)
          .put("name", name)
          .put("title", title)
          .put("description", description)
          .put("mimeType", mimeType);
    }
  }
}
