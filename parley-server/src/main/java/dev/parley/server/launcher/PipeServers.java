package dev.parley.server.launcher;

import dev.parley.server.access.Caller;
import dev.parley.server.mcp.McpServer;
import java.util.List;
import java.util.Optional;

/** Makes the server that an agent's pipe is carried to. */
@FunctionalInterface
public interface PipeServers {
  /**
   * One pipe's server.
   *
   * @param arguments what {@code parley} was called with, {@code mcp} first
   * @param client what tells this pipe from others, also after a restart of the daemon
   * @param resumed whether an earlier daemon has served it
   * @return nothing when these arguments need a process of their own
   */
  Optional<Served> serve(List<String> arguments, String client, boolean resumed);

  /**
   * A server and who speaks to it.
   *
   * @param gone what is to be done when the agent has gone
   */
  record Served(McpServer server, Caller caller, Runnable gone) {}
}
