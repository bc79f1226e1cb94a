package dev.parley.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what to paste so that a client finds Parley. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Prints the snippet that adds Parley to an MCP client.")
final class ConfigCommand implements Callable<Integer> {
  /** A client whose configuration we know. */
  enum Client {
    claude,
    codex,
    cursor,
    vscode,
    gemini
  }

  @Parameters(paramLabel = "CLIENT", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Client client = Client.claude;

  @Option(
      names = "--json",
      description = "Print the snippet alone, without the comment on where it goes.")
  private boolean bare;

  @Override
  public Integer call() {
    var parley =
        Path.of(System.getProperty("parley.root", "."))
            .toAbsolutePath()
            .normalize()
            .resolve("parley")
            .toString();
    if (!bare) {
      System.err.println(where(client));
    }
    System.out.println(snippet(client, quoted(parley)));
    return 0;
  }

  private static String where(Client client) {
    return switch (client) {
      case claude ->
          "For .mcp.json in a project, or claude_desktop_config.json; or run:"
              + " claude mcp add parley -- /path/to/parley mcp";
      case codex -> "For ~/.codex/config.toml";
      case cursor -> "For .cursor/mcp.json in a project, or ~/.cursor/mcp.json";
      case vscode -> "For .vscode/mcp.json";
      case gemini -> "For .gemini/settings.json in a project, or ~/.gemini/settings.json";
    };
  }

  private static String snippet(Client client, String command) {
    return switch (client) {
      case claude, cursor, gemini ->
          """
          {
            "mcpServers": {
              "parley": {
                "command": %s,
                "args": ["mcp"]
              }
            }
          }"""
              .formatted(command);
      case vscode ->
          """
          {
            "servers": {
              "parley": {
                "type": "stdio",
                "command": %s,
                "args": ["mcp"]
              }
            }
          }"""
              .formatted(command);
      case codex ->
          """
          [mcp_servers.parley]
          command = %s
          args = ["mcp"]
          startup_timeout_sec = 60
          tool_timeout_sec = 60"""
              .formatted(command);
    };
  }

  /** A string as both JSON and TOML write it. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
