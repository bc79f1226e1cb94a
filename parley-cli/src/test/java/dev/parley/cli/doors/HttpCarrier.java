package dev.parley.cli.doors;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** MCP's Streamable HTTP: a message a request, answered in JSON or as the last of a few events. */
final class HttpCarrier implements McpDoor.Carrier {
  private final Http http;
  private @Nullable String session;

  HttpCarrier(Http http) {
    this.http = http;
  }

  @Override
  public JsonNode request(ObjectNode message) {
    var answer = post(message);
    var body = answer.body();
    var events = answer.headers().firstValue("Content-Type").orElse("").contains("event-stream");
    return Door.JSON.readTree(events ? last(body) : body);
  }

  /** The event with the answer comes last. */
  private static String last(String events) {
    return events
        .lines()
        .filter(line -> line.startsWith("data:"))
        .reduce((_, last) -> last)
        .orElseThrow()
        .substring("data:".length());
  }

  @Override
  public void tell(ObjectNode notification) {
    post(notification);
  }

  private HttpResponse<String> post(ObjectNode message) {
    var request =
        http.request("/mcp")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2025-11-25")
            .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
    if (session != null) {
      request.header("Mcp-Session-Id", session);
    }
    var answer = http.send(request.build());
    answer.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
    return answer;
  }

  @Override
  public void close() {}
}
