package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.Turns;
import dev.parley.server.mcp.McpServer;
import dev.parley.session.Sessions;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the HTTP door opens on.
 *
 * @param calls what REST is made of
 * @param peopleTyping who types at sessions
 * @param agents what MCP over HTTP offers, by what it answers with
 * @param control what the daemon does for people
 * @param turns how long agents' turns took
 * @param restarts how often the holder had to start the daemon again
 */
public record HttpParts(
    Sessions sessions,
    SessionCalls calls,
    PeopleTyping peopleTyping,
    Map<String, Supplier<McpServer>> agents,
    Access access,
    ControlCalls control,
    Turns turns,
    int restarts,
    String version) {
  /** For an address that asks for no others: programs read the fields. */
  static final String USUAL_ANSWERS = "both";

  public HttpParts {
    agents = Map.copyOf(agents);
  }
}
