package dev.parley.server.daemon;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.OtherNodes;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A daemon's membership of a fleet. The daemon asks for one when somebody joins, or when it finds
 * that its user has joined before; until then nothing of it is loaded.
 */
public interface Fleet {

  /** Makes the membership of a daemon. */
  @FunctionalInterface
  interface Opening {
    Fleet open(FleetHost host);
  }

  /** Takes up what was remembered, if anything was, and returns before it has connected. */
  void resume();

  /** Joins as a person asks, remembers it, and says what was joined. */
  ObjectNode join(JsonNode params);

  /** Leaves and forgets, when the sessions have ended or the time for it is over. */
  ObjectNode leave(JsonNode params);

  /** The nodes that are known. */
  ObjectNode nodes();

  /** The other nodes; empty while this daemon is in no fleet. */
  Optional<OtherNodes> others();

  /** Does on another node what {@code Control} does here. */
  ObjectNode control(Caller caller, String node, String method, ObjectNode params);

  /** Says farewell to the others; what was remembered stays. */
  void close();
}
