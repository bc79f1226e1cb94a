package dev.parley.client;

import java.util.Map;

/**
 * The first line a client says: which door it wants, where it is, and what that door needs to know.
 * Written by hand, because {@code parley mcp} starts faster without the JSON library.
 */
public final class Hello {
  /** The version of what is said on the socket. */
  public static final int PROTOCOL = 1;

  private final StringBuilder json = new StringBuilder();

  private Hello(String version, String door) {
    json.append("{\"parley\":").append(PROTOCOL);
    with("version", version).with("door", door);
  }

  public static Hello to(String door, String version) {
    return new Hello(version, door);
  }

  public Hello with(String name, String value) {
    json.append(',').append(quoted(name)).append(':').append(quoted(value));
    return this;
  }

  public Hello with(String name, long value) {
    json.append(',').append(quoted(name)).append(':').append(value);
    return this;
  }

  public Hello with(String name, boolean value) {
    json.append(',').append(quoted(name)).append(':').append(value);
    return this;
  }

  /** Says where this process is, so that sessions start in the same place. */
  public Hello fromHere() {
    return from(System.getProperty("user.dir"), OwnEnvironment.get());
  }

  /** Says where the client is. */
  public Hello from(String directory, Map<String, String> environment) {
    with("cwd", directory);
    json.append(",\"env\":{");
    var comma = "";
    for (Map.Entry<String, String> entry : environment.entrySet()) {
      json.append(comma).append(quoted(entry.getKey())).append(':');
      json.append(quoted(entry.getValue()));
      comma = ",";
    }
    json.append('}');
    return this;
  }

  public String line() {
    return json + "}";
  }

  private static String quoted(String text) {
    var out = new StringBuilder("\"");
    for (var i = 0; i < text.length(); i++) {
      var letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        out.append('\\').append(letter);
      } else if (letter < ' ' || Character.isSurrogate(letter)) {
        out.append("\\u").append(Integer.toHexString(0x10000 | letter), 1, 5);
      } else {
        out.append(letter);
      }
    }
    return out.append('"').toString();
  }
}
