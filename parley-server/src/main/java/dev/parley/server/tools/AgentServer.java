package dev.parley.server.tools;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Askers;
import dev.parley.server.calls.CallAudit;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.Tool;
import dev.parley.server.policy.Policy;
import dev.parley.session.Sessions;
import java.lang.ref.WeakReference;
import java.security.Principal;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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

  private static final String OTHER_INSTRUCTIONS =
      """
      These tools keep programs alive on real terminals. Waits given in a call are the longest \
      wait: it returns as soon as the program is ready for input or has ended.\
      """;

  /** A server over sessions of its own process, which no person can get at. */
  public static McpServer of(Sessions sessions, Set<Toolset> toolsets, String version) {
    return of(sessions, toolsets, version, ClientOptions.PROGRAM);
  }

  /** The same for a client with wishes. */
  public static McpServer of(
      Sessions sessions, Set<Toolset> toolsets, String version, ClientOptions options) {
    return of(sessions, toolsets, version, options, () -> Policy.OPEN);
  }

  /** The same under a policy. */
  public static McpServer of(
      Sessions sessions,
      Set<Toolset> toolsets,
      String version,
      ClientOptions options,
      Supplier<Policy> policy) {
    return of(Engine.alone(sessions, options, policy), toolsets, version, tool -> tool);
  }

  /**
   * A server over the sessions of a daemon, where people can take over and enter secrets.
   *
   * @param calls the calls that Parley's own tools make
   * @param audit notes what is done
   */
  public static McpServer of(
      Sessions sessions,
      SessionCalls calls,
      Set<Toolset> toolsets,
      String version,
      ClientOptions options,
      CallAudit audit) {
    var place = options.resumed() ? Engine.Place.RESUMED : Engine.Place.DAEMON;
    return of(
        new Engine(sessions, calls, place, options),
        toolsets,
        version,
        new ToolAudit(audit)::watching);
  }

  private static McpServer of(
      Engine engine, Set<Toolset> toolsets, String version, UnaryOperator<Tool> watching) {
    var sessions = engine.sessions();
    var resources = new SessionResources(sessions, engine.calls());
    var offered =
        McpServer.named("parley", version)
            .titled("Parley")
            .instructions(toolsets.contains(Toolset.PARLEY) ? INSTRUCTIONS : OTHER_INSTRUCTIONS)
            .resources(resources)
            .completer(resources)
            .entering((caller, client) -> enter(engine.options(), caller, client));
    for (var toolset : toolsets) {
      // Parley's own tools are the calls, which note themselves what is done.
      toolset.tools(engine).stream()
          .map(toolset == Toolset.PARLEY ? engine.options().answers()::of : watching)
          .forEach(offered::tool);
    }
    if (toolsets.contains(Toolset.PARLEY)) {
      SessionPrompts.all().forEach(offered::prompt);
    }
    var server = offered.build();
    tellOfChanges(sessions, new WeakReference<>(server));
    return server;
  }

  /** From here on only sessions that exist for this agent can be found. */
  private static void enter(ClientOptions options, Principal caller, String client) {
    if (caller instanceof Caller known) {
      Askers.agent(known, client, options.allSessions()).enter();
    }
  }

  /** Sessions may outlive the server, whose clients come and go; they must not keep it alive. */
  private static void tellOfChanges(Sessions sessions, WeakReference<McpServer> server) {
    sessions.onChange(
        () -> {
          var listening = server.get();
          if (listening != null) {
            listening.resourcesChanged();
          }
          return listening != null;
        });
  }
}
