package dev.parley.server.json;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call, by name; their types have been checked against the tool's schema. */
public record Arguments(ObjectNode json) {

  public boolean has(String name) {
    return json.has(name);
  }

  public Optional<String> text(String name) {
    return json.path(name).stringValueOpt();
  }

  public String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  public boolean flag(String name, boolean otherwise) {
    return json.path(name).asBoolean(otherwise);
  }

  public OptionalLong number(String name) {
    var value = json.path(name);
    return value.isNumber() ? OptionalLong.of((long) value.doubleValue()) : OptionalLong.empty();
  }

  public int number(String name, int otherwise) {
    return Math.clamp(number(name).orElse(otherwise), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A length of time given in milliseconds. */
  public Duration millis(String name, Duration otherwise) {
    var value = number(name);
    return value.isPresent() ? Duration.ofMillis(value.getAsLong()) : otherwise;
  }

  /** A length of time given in seconds, whole or not. */
  public Duration seconds(String name, Duration otherwise) {
    var value = json.path(name);
    return value.isNumber() ? Duration.ofMillis((long) (value.doubleValue() * 1000)) : otherwise;
  }

  public List<String> texts(String name) {
    return json.path(name).values().stream().map(JsonNode::asString).toList();
  }

  public Map<String, String> map(String name) {
    var map = new LinkedHashMap<String, String>();
    for (var entry : json.path(name).properties()) {
      map.put(entry.getKey(), entry.getValue().asString());
    }
    return map;
  }

  public Arguments object(String name) {
    return new Arguments(json.withObjectProperty(name));
  }
}
