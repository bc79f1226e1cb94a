package dev.parley.server.http;

import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What a monitoring system wants to know of the fleet, as this node sees it. */
final class FleetMetrics {
  private FleetMetrics() {}

  /** Nothing while this daemon is in no fleet. */
  static void of(JsonNode fleet, StringBuilder text) {
    if (!fleet.path("joined").asBoolean(false)) {
      return;
    }
    Metrics.one(
        text,
        "parley_fleet_connected",
        "gauge",
        "Whether the broker is reached",
        fleet.path("connected").asBoolean(false) ? 1 : 0);
    states(fleet, text);
    each(fleet, text, "sessions", "Sessions of a node");
    each(fleet, text, "capacity", "Sessions a node takes");
    each(fleet, text, "load", "Sessions over capacity and how busy the processors are");
    each(fleet, text, "seen_ms", "How long ago a node was heard, in milliseconds");
    each(fleet, text, "clock_ms", "How far the clock of a node is behind, in milliseconds");
    Metrics.head(
        text, "parley_fleet_calls_total", "counter", "Calls on other nodes by how they ended");
    var calls = fleet.path("calls");
    for (var outcome : List.of("answered", "refused", "unreachable", "unknown_outcome")) {
      Metrics.line(
          text,
          "parley_fleet_calls_total{outcome=\"" + outcome + "\"}",
          calls.path(outcome).asLong(0));
    }
    Metrics.one(
        text,
        "parley_fleet_call_seconds_total",
        "counter",
        "How long calls on other nodes took",
        calls.path("seconds").asDouble(0));
    Metrics.one(
        text,
        "parley_fleet_streams",
        "gauge",
        "Sessions of other nodes that are watched here",
        calls.path("streams").asLong(0));
  }

  private static void states(JsonNode fleet, StringBuilder text) {
    var states = new TreeMap<String, Integer>();
    for (var state : List.of("up", "draining", "unreachable", "lost")) {
      states.put(state, 0);
    }
    fleet
        .path("nodes")
        .forEach(node -> states.merge(node.path("state").asString(""), 1, Integer::sum));
    Metrics.head(text, "parley_fleet_nodes", "gauge", "Nodes by how they are");
    states.forEach(
        (state, count) -> Metrics.line(text, "parley_fleet_nodes{state=\"" + state + "\"}", count));
  }

  /** Names of nodes are small letters, digits and dashes. */
  private static void each(JsonNode fleet, StringBuilder text, String field, String help) {
    var name = "parley_fleet_node_" + field;
    Metrics.head(text, name, "gauge", help);
    fleet
        .path("nodes")
        .forEach(
            node ->
                Metrics.line(
                    text,
                    "%s{node=\"%s\"}".formatted(name, node.path("node").asString("")),
                    node.path(field).asDouble(0)));
  }
}
