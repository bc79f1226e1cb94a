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
}
