package dev.parley.cli.doors;

import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * MCP, over whatever carries its messages. People's calls are not among its tools: a signal is one
 * kind of input, and the rest goes through the command.
 */
final class McpDoor implements Door {
  /** Takes a request to the server and brings back its answer. */
  interface Carrier extends AutoCloseable {
    JsonNode request(ObjectNode message);

    void tell(ObjectNode notification);

    @Override
    void close();
  }

  private final Carrier carrier;
  private final Door beside;
  private final AtomicInteger ids = new AtomicInteger();

  McpDoor(Carrier carrier, Door beside) {
    this.carrier = carrier;
    this.beside = beside;
    var hello = JSON.createObjectNode().put("protocolVersion", "2025-11-25");
    hello.putObject("capabilities");
    hello.putObject("clientInfo").put("name", "doors").put("version", "1");
    request("initialize", hello);
    carrier.tell(
        JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
  }

  private JsonNode request(String method, ObjectNode params) {
    return carrier
        .request(
            JSON.createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", ids.incrementAndGet())
                .put("method", method)
                .set("params", params))
        .path("result");
  }

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    return switch (what) {
      case "signal" -> tool("session_send", arguments.deepCopy().put("timeout_ms", 0));
      case "resize", "screen", "export" -> beside.call(what, arguments);
      default -> tool(what, arguments);
    };
  }

  private JsonNode tool(String name, ObjectNode arguments) {
    return request(
            "tools/call", JSON.createObjectNode().put("name", name).set("arguments", arguments))
        .path("structuredContent");
  }

  @Override
  public void close() {
    carrier.close();
  }
}
