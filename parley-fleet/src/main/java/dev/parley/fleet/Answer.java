package dev.parley.fleet;

import dev.parley.server.json.Json;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one node answers another: fields, and behind them bytes that are no JSON.
 *
 * @param tail such as a picture; mostly empty
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record Answer(JsonNode fields, byte[] tail) {

  static Answer of(ObjectNode fields) {
    return new Answer(fields, new byte[0]);
  }

  byte[] message() {
    var head = Json.line(fields);
    var message = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, message, head.length, tail.length);
    return message;
  }

  /**
   * Reads one.
   *
   * @throws tools.jackson.core.JacksonException when it is none
   */
  static Answer read(byte[] message) {
    var end = 0;
    while (end < message.length && message[end] != '\n') {
      end++;
    }
    return new Answer(
        Json.parse(ByteBuffer.wrap(message, 0, end)),
        Arrays.copyOfRange(message, Math.min(end + 1, message.length), message.length));
  }
}
