package dev.parley.server.http;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the daemon does for people beyond the agents' tools, by the names its commands use. */
@FunctionalInterface
public interface ControlCalls {
  ObjectNode call(String method, JsonNode params);
}
