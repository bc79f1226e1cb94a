package dev.parley.server.http;

import dev.parley.server.mcp.McpHttp;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * MCP over HTTP, with the answers that the address asks for: {@code /mcp?answers=text}. Many
 * clients hand their model the structured content where there is some, and have no other place to
 * say that they would rather have the text.
 */
final class McpDoors extends Handler.Sequence {
  private final Map<String, McpHttp> byAnswers;
  private final String usual;

  McpDoors(Map<String, McpHttp> byAnswers, String usual) {
    super(byAnswers.values().toArray(Handler[]::new));
    this.byAnswers = new TreeMap<>(byAnswers);
    this.usual = usual;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    var wanted =
        Optional.ofNullable(Request.extractQueryParameters(request).getValue("answers"))
            .orElse(usual);
    var door = byAnswers.get(wanted);
    if (door == null) {
      throw Problem.badInput(
          "There are no answers '%s'".formatted(wanted),
          "Use one of %s".formatted(String.join(", ", byAnswers.keySet())));
    }
    return door.handle(request, response, callback);
  }
}
