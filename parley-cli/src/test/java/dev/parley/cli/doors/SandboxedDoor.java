package dev.parley.cli.doors;

import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Another door, whose sessions are all started in a sandbox. */
record SandboxedDoor(Door door, String profile, Path workspace) implements Door {
  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    if (what.equals("session_start")) {
      arguments.put("sandbox", profile);
      if (!arguments.has("cwd")) {
        arguments.put("cwd", workspace.toString());
      }
    }
    return door.call(what, arguments);
  }

  /** The other door is closed by whoever opened it. */
  @Override
  public void close() {}
}
