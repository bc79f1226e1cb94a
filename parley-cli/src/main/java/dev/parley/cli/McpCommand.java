package dev.parley.cli;

import dev.parley.server.mcp.McpStdio;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.Toolset;
import dev.parley.session.Sessions;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves agents over standard input and output; nothing but the protocol goes to stdout. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = "Serves agents over MCP, on standard input and output.")
final class McpCommand implements Callable<Integer> {
  @Option(
      names = "--tools",
      paramLabel = "LIST",
      defaultValue = "parley",
      description = "Toolsets: parley, tricode, unified-exec, terminal, comma-separated, or all.")
  String tools = "parley";

  @Option(
      names = "--in-process",
      description = "Keeps the sessions in this process; they end with it.")
  boolean inProcess;

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  McpCommand() {}

  @Override
  public Integer call() throws Exception {
    try (var sessions = Sessions.inProcess()) {
      var server = AgentServer.of(sessions, toolsets(), Parley.VERSION);
      new McpStdio(server).serve(System.in, System.out);
    }
    return 0;
  }

  private Set<Toolset> toolsets() {
    try {
      return Toolset.named(tools);
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
    }
  }
}
