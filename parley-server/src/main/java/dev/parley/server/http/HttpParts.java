package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.tools.Turns;
import dev.parley.session.Sessions;

/**
 * What the HTTP door opens on.
 *
 * @param agents what agents are offered; its tools answer most of REST too
 * @param control what the daemon does for people
 * @param turns how long agents' turns took
 * @param restarts how often the holder had to start the daemon again
 */
public record HttpParts(
    Sessions sessions,
    McpServer agents,
    Access access,
    ControlCalls control,
    Turns turns,
    int restarts,
    String version) {}
