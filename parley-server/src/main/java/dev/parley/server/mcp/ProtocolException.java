package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** A message that breaks the protocol; it becomes a JSON-RPC error, never a tool's answer. */
final class ProtocolException extends RuntimeException {
  final Fault fault;
  final transient ObjectNode data;

  ProtocolException(Fault fault, String message) {
    this(fault, message, Json.object());
  }

  ProtocolException(Fault fault, String message, ObjectNode data) {
    // Sent to the client, not logged: where it was thrown is of no interest to anyone.
    super(message, null, false, false);
    this.fault = fault;
    this.data = data;
  }
}
