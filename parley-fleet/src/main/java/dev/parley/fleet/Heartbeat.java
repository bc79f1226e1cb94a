package dev.parley.fleet;

import dev.parley.server.calls.Place;
import dev.parley.server.json.Json;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a node says of itself, twice a second. Nothing is concluded from its clock: when it was
 * heard counts, not when it was said.
 *
 * @param protocol the version of what nodes say to each other
 * @param instance tells one process of a node from the next
 * @param link counts its connections: what was asked over an earlier one is not answered any more
 * @param epoch changes when the node has lost its sessions, never on a restart that kept them
 * @param joined when this process joined, by its own clock
 * @param clock what its clock says, in milliseconds; for people who look for a clock that is wrong
 * @param sessions how many live there
 * @param load sessions over capacity, and how busy its processors are
 */
record Heartbeat(
    int protocol,
    String node,
    String instance,
    int link,
    String epoch,
    long joined,
    long clock,
    String host,
    String version,
    int sessions,
    int capacity,
    double load,
    boolean draining,
    String accept,
    Map<String, String> labels) {
  /** More than any honest one has; it is not even looked at. */
  private static final int LONGEST = 16 << 10;

  Heartbeat {
    labels = Map.copyOf(labels);
  }

  byte[] message() {
    var fields =
        Json.object()
            .put("protocol", protocol)
            .put("node", node)
            .put("instance", instance)
            .put("link", link)
            .put("epoch", epoch)
            .put("joined", joined)
            .put("clock", clock)
            .put("host", host)
            .put("version", version)
            .put("sessions", sessions)
            .put("capacity", capacity)
            .put("load", load)
            .put("draining", draining)
            .put("accept", accept);
    var all = fields.putObject("labels");
    labels.forEach(all::put);
    return Json.bytes(fields);
  }

  /**
   * Reads one; empty when it is none, or says to be another node's than the subject it came on.
   *
   * @param node whose subject it came on
   */
  static Optional<Heartbeat> read(String node, byte[] message) {
    if (message.length > LONGEST || !Place.NODE_NAME.matcher(node).matches()) {
      return Optional.empty();
    }
    try {
      var fields = Json.parse(ByteBuffer.wrap(message));
      if (!fields.path("node").asString("").equals(node)
          || !fields.path("protocol").isNumber()
          || fields.path("instance").asString("").isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(of(fields));
    } catch (JacksonException noJson) {
      return Optional.empty();
    }
  }

  private static Heartbeat of(JsonNode fields) {
    var labels = new LinkedHashMap<String, String>();
    for (var label : fields.path("labels").properties()) {
      labels.put(label.getKey(), label.getValue().asString(""));
    }
    return new Heartbeat(
        fields.path("protocol").asInt(0),
        fields.path("node").asString(),
        fields.path("instance").asString(),
        fields.path("link").asInt(0),
        fields.path("epoch").asString(""),
        fields.path("joined").asLong(0),
        fields.path("clock").asLong(0),
        fields.path("host").asString(""),
        fields.path("version").asString(""),
        Math.max(0, fields.path("sessions").asInt(0)),
        Math.max(0, fields.path("capacity").asInt(0)),
        fields.path("load").asDouble(0),
        fields.path("draining").asBoolean(false),
        fields.path("accept").asString("none"),
        labels);
  }

  /** Whether what was asked of it is still worked on when it says the other, later. */
  boolean isSameLink(Heartbeat other) {
    return instance.equals(other.instance) && link == other.link;
  }

  boolean isCompatible() {
    return protocol == Subjects.PROTOCOL;
  }
}
