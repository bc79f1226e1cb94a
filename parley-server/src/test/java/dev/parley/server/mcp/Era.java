package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** The two ways a client speaks: introduced once, or describing itself with every request. */
public enum Era {
  STATEFUL,
  STATELESS;

  static final String CAPABILITIES =
      """
      {"elicitation": {}, "sampling": {}, "roots": {}}""";

  /** What a client of this era adds to the params of a request. */
  ObjectNode describe(ObjectNode params, String capabilities) {
    if (this == STATELESS) {
      params
          .withObjectProperty("_meta")
          .put(RequestMeta.REVISION, "2026-07-28")
          .set(RequestMeta.CAPABILITIES, Json.parse(capabilities));
    }
    return params;
  }
}
