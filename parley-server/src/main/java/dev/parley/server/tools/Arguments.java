package dev.parley.server.tools;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call, by name; their types have been checked against the tool's schema. */
record Arguments(ObjectNode json) {

  boolean has(String name) {
    return json.has(name);
  }

  Optional<String> text(String name) {
    return json.path(name).stringValueOpt();
  }

  String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  boolean flag(String name, boolean otherwise) {
    return json.path(name).asBoolean(otherwise);
  }

  OptionalLong number(String name) {
    var value = json.path(name);
    return value.isNumber() ? OptionalLong.of((long) value.doubleValue()) : OptionalLong.empty();
  }

  int number(String name, int otherwise) {
    return Math.clamp(number(name).orElse(otherwise), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A length of time given in milliseconds. */
  Duration millis(String name, Duration otherwise) {
    var value = number(name);
    return value.isPresent() ? Duration.ofMillis(value.getAsLong()) : otherwise;
  }

  /** A length of time given in seconds, whole or not. */
  Duration seconds(String name, Duration otherwise) {
    var value = json.path(name);
    return value.isNumber() ? Duration.ofMillis((long) (value.doubleValue() * 1000)) : otherwise;
  }

  List<String> texts(String name) {
    return json.path(name).values().stream().map(JsonNode::asString).toList();
  }

  Map<String, String> map(String name) {
    var map = new LinkedHashMap<String, String>();
    for (var entry : json.path(name).properties()) {
      map.put(entry.getKey(), entry.getValue().asString());
    }
    return map;
  }

  Arguments object(String name) {
    return new Arguments(json.withObjectProperty(name));
  }
}
