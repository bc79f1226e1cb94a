package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The envelopes of JSON-RPC 2.0. */
final class JsonRpc {
  /** The id of an answer to a message whose own id could not be read. */
  static final JsonNode NO_ID = JsonNodeFactory.instance.nullNode();

  private static final int MAX_SENTENCE = 1000;

  private JsonRpc() {}

  static ObjectNode result(JsonNode id, ObjectNode result) {
    return envelope().set("id", id).set("result", result);
  }

  static ObjectNode error(JsonNode id, ProtocolException fault) {
    return envelope().set("id", id).set("error", error(fault));
  }

  static ObjectNode error(ProtocolException fault) {
    var error =
        Json.object().put("code", fault.fault.code).put("message", clip(fault.getMessage()));
    return fault.data.isEmpty() ? error : error.set("data", fault.data);
  }

  /** What a client sent may be quoted to it, but not all thirty megabytes of it. */
  private static String clip(@Nullable String message) {
    var text = String.valueOf(message);
    return text.length() <= MAX_SENTENCE ? text : text.substring(0, MAX_SENTENCE) + "…";
  }

  static ObjectNode request(int id, String method, ObjectNode params) {
    return envelope().put("id", id).put("method", method).set("params", params);
  }

  static ObjectNode notification(String method, ObjectNode params) {
    return envelope().put("method", method).set("params", params);
  }

  private static ObjectNode envelope() {
    return Json.object().put("jsonrpc", "2.0");
  }

  /** Whether a message is a client's answer to something we asked it. */
  static boolean isAnswer(JsonNode message) {
    return message.isObject()
        && !message.has("method")
        && (message.has("result") || message.has("error"));
  }

  /** The id to answer a message with, as far as it has one. */
  static JsonNode idOf(JsonNode message) {
    var id = message.path("id");
    return id.isString() || id.isNumber() ? id : NO_ID;
  }

  /** Refuses what is not a single, well-formed request or notification. */
  static void check(JsonNode message) {
    if (message.isArray()) {
      throw new ProtocolException(
          Fault.INVALID_REQUEST,
          "Batches are not part of MCP any more; send one message at a time");
    }
    if (!message.isObject() || !message.path("jsonrpc").stringValue("").equals("2.0")) {
      throw new ProtocolException(
          Fault.INVALID_REQUEST, "A message is an object with \"jsonrpc\": \"2.0\"");
    }
    if (!message.path("method").isString()) {
      throw new ProtocolException(Fault.INVALID_REQUEST, "A request needs a \"method\"");
    }
    if (message.has("id") && !(message.path("id").isString() || message.path("id").isNumber())) {
      throw new ProtocolException(
          Fault.INVALID_REQUEST, "The \"id\" of a request is a string or a number");
    }
    if (message.has("params") && !message.path("params").isObject()) {
      throw new ProtocolException(Fault.BAD_PARAMS, "\"params\" must be an object");
    }
  }
}
