package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client says about itself: its name, the revision it speaks, and what it can do for us.
 * Nothing of it is proof of anything.
 */
public record Client(String name, String version, String revision, ObjectNode capabilities) {

  static Client of(Revision revision, JsonNode info, JsonNode capabilities) {
    return new Client(
        info.path("name").asString("unknown"),
        info.path("version").asString("unknown"),
        revision.text,
        capabilities instanceof ObjectNode object ? object : Json.object());
  }

  /** A client that has not introduced itself. */
  static Client unknown() {
    return of(Revision.V2025_06_18, Json.object(), Json.object());
  }

  /** Whether it declared a capability such as {@code elicitation}. */
  public boolean can(String capability) {
    return capabilities.has(capability);
  }
}
