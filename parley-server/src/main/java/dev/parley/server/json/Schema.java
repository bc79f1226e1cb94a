package dev.parley.server.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks a value against the part of JSON Schema that tools use: types, required and additional
 * properties, enum and const, items, bounds on numbers, strings and arrays, anyOf and oneOf. A
 * keyword it does not know does not count. Faults are sentences that name the field, for a model to
 * correct itself by.
 */
public final class Schema {
  /** A field's name is quoted up to here; the caller chose it, and it may be long. */
  private static final int MAX_NAME = 200;

  private Schema() {}

  /** The first thing wrong with a value, as a sentence without a full stop; empty when it fits. */
  public static Optional<String> faultIn(JsonNode schema, JsonNode value) {
    return check("", schema, value);
  }

  /** The value without what means nothing: models write null for a field they leave out. */
  public static JsonNode withoutNulls(JsonNode schema, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return Json.object();
    }
    if (!(value instanceof ObjectNode fields)
        || fields.values().stream().noneMatch(JsonNode::isNull)) {
      return value;
    }
    var known = schema.path("properties");
    var absent =
        fields.properties().stream()
            .filter(field -> field.getValue().isNull())
            .filter(field -> faultIn(known.path(field.getKey()), field.getValue()).isPresent())
            .map(Map.Entry::getKey)
            .toList();
    return fields.deepCopy().remove(absent);
  }

  private static Optional<String> check(String path, JsonNode schema, JsonNode value) {
    return type(path, schema, value)
        .or(() -> choice(path, schema, value))
        .or(() -> bounds(path, schema, value))
        .or(() -> properties(path, schema, value))
        .or(() -> items(path, schema, value))
        .or(() -> alternatives(path, schema, value));
  }

  private static Optional<String> type(String path, JsonNode schema, JsonNode value) {
    var allowed = types(schema);
    if (allowed.isEmpty() || allowed.stream().anyMatch(type -> is(type, value))) {
      return Optional.empty();
    }
    return Optional.of(
        "%s must be %s, not %s"
            .formatted(
                named(path),
                allowed.stream().map(Schema::withArticle).collect(Collectors.joining(" or ")),
                withArticle(typeOf(value))));
  }

  private static List<String> types(JsonNode schema) {
    var type = schema.path("type");
    return type.isArray()
        ? type.values().stream().map(JsonNode::asString).toList()
        : type.stringValueOpt().map(List::of).orElse(List.of());
  }

  private static boolean is(String type, JsonNode value) {
    return switch (type) {
      case "integer" -> value.isNumber() && value.canConvertToExactIntegral();
      case "number" -> value.isNumber();
      default -> typeOf(value).equals(type);
    };
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      case NULL, MISSING -> "null";
    };
  }

  private static String withArticle(String type) {
    return switch (type) {
      case "null" -> "null";
      case "object", "array", "integer" -> "an " + type;
      default -> "a " + type;
    };
  }

  private static Optional<String> choice(String path, JsonNode schema, JsonNode value) {
    if (schema.has("const") && !schema.path("const").equals(value)) {
      return Optional.of("%s must be %s".formatted(named(path), schema.path("const")));
    }
    var allowed = schema.path("enum").values();
    if (allowed.isEmpty() || allowed.contains(value)) {
      return Optional.empty();
    }
    var names = allowed.stream().map(JsonNode::asString).toList();
    return Optional.of(
        "%s must be one of %s%s"
            .formatted(
                named(path), String.join(", ", names), suggestion(value.asString(""), names)));
  }

  private static Optional<String> bounds(String path, JsonNode schema, JsonNode value) {
    if (value.isNumber()) {
      return outside(path, schema, "minimum", "maximum", value.doubleValue(), "");
    }
    if (value.isString()) {
      var length = value.stringValue();
      return outside(
          path,
          schema,
          "minLength",
          "maxLength",
          length.codePointCount(0, length.length()),
          " characters long");
    }
    return value.isArray()
        ? outside(path, schema, "minItems", "maxItems", value.size(), " items long")
        : Optional.empty();
  }

  private static Optional<String> outside(
      String path, JsonNode schema, String least, String most, double size, String unit) {
    if (schema.has(least) && size < schema.path(least).doubleValue()) {
      return Optional.of(
          "%s must be at least %s%s".formatted(named(path), schema.path(least), unit));
    }
    if (schema.has(most) && size > schema.path(most).doubleValue()) {
      return Optional.of("%s must be at most %s%s".formatted(named(path), schema.path(most), unit));
    }
    return Optional.empty();
  }

  private static Optional<String> properties(String path, JsonNode schema, JsonNode value) {
    if (!value.isObject()) {
      return Optional.empty();
    }
    var known = schema.path("properties");
    var others = schema.path("additionalProperties");
    for (var property : value.properties()) {
      var name = property.getKey();
      var inner = known.has(name) ? known.path(name) : others;
      if (inner.isBoolean() && !inner.asBoolean()) {
        return Optional.of(
            "%s does not exist%s; %s"
                .formatted(
                    named(join(path, name)),
                    suggestion(name, known.propertyNames()),
                    known.isEmpty()
                        ? "there are no fields"
                        : "the fields are: " + String.join(", ", known.propertyNames())));
      }
      var fault = check(join(path, name), inner, property.getValue());
      if (fault.isPresent()) {
        return fault;
      }
    }
    return schema.path("required").values().stream()
        .map(JsonNode::asString)
        .filter(name -> !value.has(name))
        .findFirst()
        .map(name -> "%s is missing".formatted(named(join(path, name))));
  }

  private static Optional<String> items(String path, JsonNode schema, JsonNode value) {
    if (!value.isArray() || !schema.has("items")) {
      return Optional.empty();
    }
    for (int i = 0; i < value.size(); i++) {
      var fault = check("%s[%d]".formatted(path, i), schema.path("items"), value.path(i));
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> alternatives(String path, JsonNode schema, JsonNode value) {
    // oneOf is read as anyOf: a value that fits two alternatives is a fault of the schema's author,
    // and nothing a caller could mend.
    var alternatives = new ArrayList<JsonNode>(schema.path("anyOf").values());
    alternatives.addAll(schema.path("oneOf").values());
    var faults = new ArrayList<String>();
    for (var alternative : alternatives) {
      var fault = check(path, alternative, value);
      if (fault.isEmpty()) {
        return Optional.empty();
      }
      faults.add(fault.get());
    }
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(faults.stream().distinct().collect(Collectors.joining(", or ")));
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String named(String path) {
    if (path.isEmpty()) {
      return "The value";
    }
    return path.length() <= MAX_NAME ? path : path.substring(0, MAX_NAME) + "…";
  }

  /** " (did you mean …?)" when one of the names is close to what was written. */
  public static String suggestion(String written, Collection<String> names) {
    return names.stream()
        .filter(name -> near(plain(written), plain(name)))
        .findFirst()
        .map(name -> " (did you mean %s?)".formatted(name))
        .orElse("");
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  private static boolean near(String written, String name) {
    if (written.isEmpty() || written.length() > MAX_NAME) {
      return false;
    }
    return name.startsWith(written)
        || written.startsWith(name)
        || distance(written, name) <= Math.max(1, name.length() / 4);
  }

  /** How many letters must be changed, added or taken away (Levenshtein). */
  private static int distance(String from, String to) {
    var row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
