package dev.parley.session.storage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The little JSON that a session's own files need: objects, lists, texts, whole numbers and
 * booleans. A library for it would be this module's largest part.
 */
public final class StoredJson {
  /** Deeper than anything we write; a stack has its end. */
  private static final int DEEPEST = 50;

  private final String text;
  private int at;
  private int depth;

  private StoredJson(String text) {
    this.text = text;
  }

  /** Writes a value: a map, a list, a text, a number, a boolean or nothing. */
  public static String write(@Nullable Object value) {
    var out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> {
        out.append('{');
        var comma = "";
        for (var entry : map.entrySet()) {
          out.append(comma);
          quote(String.valueOf(entry.getKey()), out);
          out.append(':');
          write(entry.getValue(), out);
          comma = ",";
        }
        out.append('}');
      }
      case List<?> list -> {
        out.append('[');
        var comma = "";
        for (var item : list) {
          out.append(comma);
          write(item, out);
          comma = ",";
        }
        out.append(']');
      }
      case Number number -> out.append(number);
      case Boolean bool -> out.append(bool);
      default -> quote(value.toString(), out);
    }
  }

  private static void quote(String value, StringBuilder out) {
    out.append('"');
    for (var index = 0; index < value.length(); index++) {
      var letter = value.charAt(index);
      switch (letter) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (letter < ' ' || letter == 0x7f || Character.isSurrogate(letter)) {
            out.append(String.format("\\u%04x", (int) letter));
          } else {
            out.append(letter);
          }
        }
      }
    }
    out.append('"');
  }

  /**
   * Reads an object.
   *
   * @throws IllegalArgumentException when the text is not one
   */
  static Map<?, ?> readObject(String text) {
    var json = new StoredJson(text);
    try {
      if (json.value() instanceof Map<?, ?> map) {
        return map;
      }
    } catch (IndexOutOfBoundsException | NumberFormatException cut) {
      throw json.broken();
    }
    throw json.broken();
  }

  private @Nullable Object value() {
    skip();
    if (++depth > DEEPEST) {
      throw broken();
    }
    try {
      return switch (text.charAt(at)) {
        case '{' -> object();
        case '[' -> list();
        case '"' -> string();
        case 't' -> literal("true", true);
        case 'f' -> literal("false", false);
        case 'n' -> literal("null", null);
        default -> number();
      };
    } finally {
      depth--;
    }
  }

  private Map<String, @Nullable Object> object() {
    var map = new LinkedHashMap<String, @Nullable Object>();
    at++;
    for (skip(); text.charAt(at) != '}'; skip()) {
      if (!map.isEmpty()) {
        expect(',');
        skip();
      }
      var key = string();
      skip();
      expect(':');
      map.put(key, value());
    }
    at++;
    return map;
  }

  private List<@Nullable Object> list() {
    var list = new ArrayList<@Nullable Object>();
    at++;
    for (skip(); text.charAt(at) != ']'; skip()) {
      if (!list.isEmpty()) {
        expect(',');
      }
      list.add(value());
    }
    at++;
    return list;
  }

  private String string() {
    expect('"');
    var out = new StringBuilder();
    while (text.charAt(at) != '"') {
      var letter = text.charAt(at++);
      out.append(letter == '\\' ? escaped() : letter);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    var letter = text.charAt(at++);
    return switch (letter) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      default -> letter;
    };
  }

  private Long number() {
    var from = at;
    while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Long.valueOf(text.substring(from, at));
  }

  private @Nullable Object literal(String name, @Nullable Object value) {
    if (!text.startsWith(name, at)) {
      throw broken();
    }
    at += name.length();
    return value;
  }

  private void skip() {
    while (Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void expect(char letter) {
    if (text.charAt(at) != letter) {
      throw broken();
    }
    at++;
  }

  private IllegalArgumentException broken() {
    return new IllegalArgumentException(
        "Not a Parley meta file: unexpected character at offset " + at);
  }
}
