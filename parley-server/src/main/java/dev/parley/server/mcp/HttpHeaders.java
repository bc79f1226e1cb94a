package dev.parley.server.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import tools.jackson.databind.JsonNode;

/**
 * The headers that repeat parts of a request so that proxies can route it unread. Since 2026-07-28
 * they must say what the body says, or the request is refused.
 */
final class HttpHeaders {
  static final String REVISION = "MCP-Protocol-Version";
  static final String SESSION = "Mcp-Session-Id";

  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final String PARAMETER = "Mcp-Param-";
  private static final String BASE64 = "=?base64?";
  private static final String BASE64_END = "?=";

  private final HttpFields fields;

  HttpHeaders(HttpFields fields) {
    this.fields = fields;
  }

  /** Whether the headers alone say that the request stands for itself. */
  boolean stateless() {
    return value(REVISION).flatMap(Revision::named).filter(Revision::stateless).isPresent();
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(fields.get(name)).map(String::strip);
  }

  /** Refuses headers that contradict the body, or leave out what it says. */
  void check(JsonNode message, McpServer server) {
    var revision = RequestMeta.of(message).path(RequestMeta.REVISION);
    if (revision.isString()) {
      match(REVISION, revision);
    }
    match(METHOD, message.path("method"));
    var params = message.path("params");
    switch (message.path("method").asString("")) {
      case "tools/call" -> {
        match(NAME, params.path("name"));
        server
            .tool(params.path("name").asString(""))
            .ifPresent(tool -> checkArguments(tool, params.path("arguments")));
      }
      case "prompts/get" -> match(NAME, params.path("name"));
      case "resources/read" -> match(NAME, params.path("uri"));
      case "tasks/get", "tasks/update", "tasks/cancel" -> match(NAME, params.path("taskId"));
      default -> {}
    }
  }

  /** Arguments whose schema names a header with {@code x-mcp-header}. */
  private void checkArguments(Tool tool, JsonNode arguments) {
    for (var property : tool.inputSchema().path("properties").properties()) {
      property
          .getValue()
          .path("x-mcp-header")
          .stringValueOpt()
          .ifPresent(header -> match(PARAMETER + header, arguments.path(property.getKey())));
    }
  }

  private void match(String header, JsonNode body) {
    var expected =
        body.isMissingNode() || body.isNull()
            ? Optional.<String>empty()
            : Optional.of(body.asString(""));
    var found = value(header).map(value -> decode(header, value));
    if (!found.equals(expected)) {
      throw new ProtocolException(
          Fault.HEADER_MISMATCH,
          "The header %s is %s where the body says %s"
              .formatted(header, found.orElse("missing"), expected.orElse("nothing")));
    }
  }

  /** A value with more than plain ASCII travels in base64 between two markers. */
  private static String decode(String header, String value) {
    if (!value.startsWith(BASE64)
        || !value.endsWith(BASE64_END)
        || value.length() < BASE64.length() + BASE64_END.length()) {
      return value;
    }
    var encoded = value.substring(BASE64.length(), value.length() - BASE64_END.length());
    try {
      // Java's decoder lets missing padding pass; the protocol does not.
      if (encoded.length() % 4 == 0) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException notBase64) {
      // told below
    }
    throw new ProtocolException(
        Fault.HEADER_MISMATCH, "The header %s is not valid base64".formatted(header));
  }
}
