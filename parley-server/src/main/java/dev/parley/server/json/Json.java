package dev.parley.server.json;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as we read and write it: trees, bounded in size and depth.
 *
 * <p>Trees are built from tokens and taken apart into them here rather than by an ObjectMapper. A
 * mapper, which a node's {@code toString} brings in as well, loads several hundred classes to bind
 * objects we do not have; without it a server answers its first message in half the time.
 */
public final class Json {
  /** The longest message taken from a client; an image or a paste fits, a runaway does not. */
  public static final int MAX_MESSAGE = 4 << 20;

  private static final int MAX_DEPTH = 200;
  private static final int USUAL_SIZE = 512;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_MESSAGE)
                  .build())
          .build();

  private Json() {}

  public static ObjectNode object() {
    return NODES.objectNode();
  }

  public static ArrayNode array() {
    return NODES.arrayNode();
  }

  /** Reads a document, such as a tool's schema written as a text block. */
  public static JsonNode parse(String text) {
    try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      return document(parser);
    }
  }

  /** As {@link #parse}, for a document that is an object. */
  public static ObjectNode parseObject(String text) {
    return (ObjectNode) parse(text);
  }

  public static JsonNode parse(ByteBuffer bytes) {
    int offset = bytes.arrayOffset() + bytes.position();
    try (var parser =
        FACTORY.createParser(ObjectReadContext.empty(), bytes.array(), offset, bytes.remaining())) {
      return document(parser);
    }
  }

  private static JsonNode document(JsonParser parser) {
    if (parser.nextToken() == null) {
      throw new StreamReadException(parser, "There is nothing here");
    }
    var node = read(parser);
    if (parser.nextToken() != null) {
      throw new StreamReadException(parser, "There is more after the end of the value");
    }
    return node;
  }

  private static JsonNode read(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        var object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          var name = parser.currentName();
          parser.nextToken();
          object.set(name, read(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        var array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(read(parser));
        }
        yield array;
      }
      case VALUE_STRING -> NODES.stringNode(parser.getString());
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new StreamReadException(parser, "This is not a value");
    };
  }

  /** A tree as text. */
  public static String text(JsonNode node) {
    var text = new StringWriter();
    try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(generator, node);
    }
    return text.toString();
  }

  public static byte[] bytes(JsonNode node) {
    return bytes(node, "");
  }

  /** A message as one line; JSON as written here has no line feeds of its own. */
  public static byte[] line(JsonNode node) {
    return bytes(node, "\n");
  }

  private static byte[] bytes(JsonNode node, String end) {
    var bytes = new ByteArrayOutputStream(USUAL_SIZE);
    try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(generator, node);
    } catch (JacksonException unpairedSurrogate) {
      // Half a character is legal in a Java string and not in UTF-8; the charset encoder turns it
      // into a question mark where the JSON writer gives up.
      return (text(node) + end).getBytes(StandardCharsets.UTF_8);
    }
    bytes.writeBytes(end.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator generator, JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        generator.writeStartObject();
        for (var field : node.properties()) {
          generator.writeName(field.getKey());
          write(generator, field.getValue());
        }
        generator.writeEndObject();
      }
      case ARRAY -> {
        generator.writeStartArray();
        for (var item : node.values()) {
          write(generator, item);
        }
        generator.writeEndArray();
      }
      case STRING -> generator.writeString(node.stringValue());
      case NUMBER -> {
        switch (node.numberType()) {
          case INT -> generator.writeNumber(node.intValue());
          case LONG -> generator.writeNumber(node.longValue());
          case BIG_INTEGER -> generator.writeNumber(node.bigIntegerValue());
          case FLOAT, DOUBLE -> generator.writeNumber(node.doubleValue());
          case BIG_DECIMAL -> generator.writeNumber(node.decimalValue());
        }
      }
      case BOOLEAN -> generator.writeBoolean(node.booleanValue());
      case NULL, MISSING -> generator.writeNull();
      case BINARY -> generator.writeBinary(node.binaryValue());
      case POJO ->
          throw new IllegalArgumentException("A Java object is no JSON; write out its fields");
    }
  }

  /** A moment as it travels: to the millisecond, which is more than anybody reads. */
  public static String time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
