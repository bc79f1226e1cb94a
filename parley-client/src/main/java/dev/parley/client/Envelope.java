package dev.parley.client;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What a pipe must know of an MCP message: its id as written, its method, and the tool it calls.
 * Everything else is passed over, which is why this is no JSON reader.
 *
 * @param id as it stands in the message, quotes included; empty when there is none
 * @param method empty for an answer
 * @param tool of a call of a tool; empty otherwise
 */
public record Envelope(String id, String method, String tool) {

  public static Envelope of(byte[] line) {
    var found = new String[] {"", "", ""};
    try {
      new Scan(new String(line, StandardCharsets.UTF_8))
          .object(
              (key, value) -> {
                switch (key) {
                  case "id" -> found[0] = value;
                  case "method" -> found[1] = unquoted(value);
                  case "params" -> found[2] = name(value);
                  default -> {}
                }
              });
    } catch (IndexOutOfBoundsException notJson) {
      // The daemon says what is wrong with it.
    }
    return new Envelope(found[0], found[1], found[2]);
  }

  private static String name(String params) {
    var name = new String[] {""};
    if (params.startsWith("{")) {
      new Scan(params)
          .object(
              (key, value) -> {
                if (key.equals("name")) {
                  name[0] = unquoted(value);
                }
              });
    }
    return name[0];
  }

  /** The words of a list in an object, such as names of tools, which nothing is escaped in. */
  static Set<String> words(String json, String field) {
    var words = new HashSet<String>();
    try {
      new Scan(json)
          .object(
              (key, value) -> {
                if (key.equals(field) && value.length() > 2) {
                  for (var word : value.substring(1, value.length() - 1).split(",", -1)) {
                    words.add(unquoted(word.strip()));
                  }
                }
              });
    } catch (IndexOutOfBoundsException notJson) {
      return Set.of();
    }
    return words;
  }

  private static String unquoted(String value) {
    return value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
  }

  public boolean isRequest() {
    return !id.isEmpty() && !method.isEmpty();
  }

  public boolean isAnswer() {
    return !id.isEmpty() && method.isEmpty();
  }

  /** Goes over the members of one object, with their values as they are written. */
  private static final class Scan {
    private final String text;
    private int at;

    Scan(String text) {
      this.text = text;
    }

    void object(BiConsumer<String, String> member) {
      skipSpace();
      if (text.charAt(at) != '{') {
        return;
      }
      at++;
      for (skipSpace(); text.charAt(at) != '}'; skipSpace()) {
        if (text.charAt(at) == ',') {
          at++;
          skipSpace();
        }
        var key = unquoted(value());
        skipSpace();
        at++; // the colon
        skipSpace();
        member.accept(key, value());
      }
    }

    private String value() {
      var from = at;
      switch (text.charAt(at)) {
        case '"' -> skipString();
        case '{', '[' -> skipNested();
        default -> {
          while (",}] \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
          }
        }
      }
      return text.substring(from, at);
    }

    private void skipString() {
      at++;
      while (text.charAt(at) != '"') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    }

    private void skipNested() {
      var depth = 0;
      do {
        switch (text.charAt(at)) {
          case '"' -> skipString();
          case '{', '[' -> {
            depth++;
            at++;
          }
          case '}', ']' -> {
            depth--;
            at++;
          }
          default -> at++;
        }
      } while (depth > 0);
    }

    private void skipSpace() {
      while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }
  }
}
