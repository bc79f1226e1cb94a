package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.mcp.McpServer;
import dev.parley.session.Sessions;

/**
 * What the HTTP door opens on.
 *
 * @param tools the agents' tools, which answer most of REST
 * @param agents what is offered over MCP
 * @param control what the daemon does for people
 */
public record HttpParts(
    Sessions sessions,
    McpServer tools,
    McpServer agents,
    Access access,
    ControlCalls control,
    String version) {}
