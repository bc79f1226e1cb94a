package dev.parley.server.tools;

import dev.parley.server.mcp.McpServer;
import dev.parley.session.Sessions;
import java.util.Set;

/** What Parley offers to agents, put together: the chosen toolsets over a directory of sessions. */
public final class AgentServer {
  private AgentServer() {}

  private static final String INSTRUCTIONS =
      """
      Parley gives you terminals you can hold a conversation with. session_start runs a program \
      and returns when it is ready; session_send answers it and returns when it is ready again; \
      there is no need to sleep or poll. Read state before you type: waiting (answer the prompt), \
      secret (a password is wanted: session_ask, never type one yourself), ready (shell prompt), \
      working (session_read waits on), exited. Use one shell session for several commands; keep \
      REPLs, debuggers and ssh open between turns; close what you no longer need.\
      """;

  public static McpServer of(Sessions sessions, Set<Toolset> toolsets, String version) {
    var engine = new Engine(sessions);
    var server = McpServer.named("parley", version).titled("Parley").instructions(INSTRUCTIONS);
    toolsets.forEach(toolset -> server.tools(toolset.tools(engine)));
    return server.build();
  }
}
