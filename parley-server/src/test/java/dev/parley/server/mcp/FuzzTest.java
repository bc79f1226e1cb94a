package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import dev.parley.testing.Burst;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** Whatever an MCP client sends, it is answered or refused, and the next message is taken. */
final class FuzzTest {
  private static final List<String> MESSAGES =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n",
          "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"none\",\"arguments\":{}}}\n",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");

  @Test
  void messagesOverAStream() {
    var server = Fixture.create();
    Burst.on(
        "MCP lines",
        MESSAGES,
        bytes -> {
          var out = new ByteArrayOutputStream();
          new McpStdio(server)
              .serve(new ByteArrayInputStream(bytes), out, Optional.empty(), Duration.ofSeconds(5));
          out.toString(java.nio.charset.StandardCharsets.UTF_8).lines().forEach(Json::parse);
        });
  }

  @Test
  void bodies() {
    Burst.on(
        "JSON bodies",
        List.of(
            "{\"text\":\"x\",\"timeout_ms\":5,\"until\":[\"exit\"]}",
            "{\"a\":{\"b\":[1.5e3,null,true]}}"),
        bytes -> {
          try {
            Json.parse(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
          } catch (JacksonException refused) {
            // That is what it is for.
          }
        });
  }
}
