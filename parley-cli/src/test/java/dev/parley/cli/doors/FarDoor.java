package dev.parley.cli.doors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A door of one node through which the sessions of another are used. */
record FarDoor(Door door, String node) implements Door {

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    var there = arguments.deepCopy();
    switch (what) {
      case "session_start" -> there.put("target", "node:" + node);
      case "session_list" -> there.put("fleet", true);
      default -> {
        var session = there.path("session").asString("");
        if (!session.isEmpty() && session.indexOf('/') < 0) {
          there.put("session", node + "/" + session);
        }
      }
    }
    return door.call(what, there);
  }

  @Override
  public void close() {
    door.close();
  }
}
