package dev.parley.client;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Sessions and what each is doing, oldest first.
 *
 * @param json all of it, as it travels
 */
public record RemoteList(JsonNode json) {
  public List<RemoteEntry> entries() {
    return json.path("sessions").valueStream().map(RemoteEntry::new).toList();
  }

  /** The nodes of the fleet that did not answer. */
  public List<String> unreachable() {
    return json.path("unreachable").valueStream().map(JsonNode::asString).toList();
  }
}
