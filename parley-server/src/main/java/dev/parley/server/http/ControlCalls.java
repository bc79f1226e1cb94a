package dev.parley.server.http;

import dev.parley.server.access.Caller;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the daemon does for people beyond the agents' tools, by the names its commands use. */
@FunctionalInterface
public interface ControlCalls {
  ObjectNode call(Caller caller, String method, JsonNode params);
}
