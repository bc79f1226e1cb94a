package dev.parley.server.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as this package reads and writes it: trees, bounded in size and depth. */
public final class Json {
  /** The longest message taken from a client; an image or a paste fits, a runaway does not. */
  static final int MAX_MESSAGE = 32 << 20;

  private static final int MAX_DEPTH = 200;

  private static final JsonMapper MAPPER =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(MAX_DEPTH)
                      .maxStringLength(MAX_MESSAGE)
                      .build())
              .build());

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Reads a document, such as a tool's schema written as a text block. */
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** As {@link #parse}, for a document that is an object. */
  public static ObjectNode parseObject(String text) {
    return (ObjectNode) parse(text);
  }

  static JsonNode parse(ByteBuffer bytes) {
    return MAPPER.readTree(
        bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
  }

  static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JacksonException unpairedSurrogate) {
      // Half a character is legal in a Java string and not in UTF-8; the charset encoder turns it
      // into a question mark where the JSON writer would give up.
      return MAPPER.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A message as one line; JSON as written here has no line feeds of its own. */
  static byte[] line(JsonNode node) {
    var bytes = bytes(node);
    var line = Arrays.copyOf(bytes, bytes.length + 1);
    line[bytes.length] = '\n';
    return line;
  }
}
