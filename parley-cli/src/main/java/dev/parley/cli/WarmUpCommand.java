package dev.parley.cli;

import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.McpStdio;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.Toolset;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Launch;
import dev.parley.session.Sessions;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Touches the classes that ordinary commands need, once, while the JVM records them for its
 * start-up cache. {@code ./parley} runs it after a build.
 */
@Command(name = "warm-up", hidden = true, description = "Used by the build.")
final class WarmUpCommand implements Callable<Integer> {
  /** A short conversation; the lines of one part may be answered in any order. */
  private static final String[] PARTS = {
    """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"warm-up","version":"1"}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}
    {"jsonrpc":"2.0","id":2,"method":"tools/list"}
    {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"session_start","arguments":{"command":"cat","name":"warm"}}}
    """,
    """
    {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"session_send","arguments":{"session":"warm","text":"hello"}}}
    {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"session_list"}}
    {"jsonrpc":"2.0","id":6,"method":"resources/list"}
    """,
    """
    {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"session_close","arguments":{"session":"warm"}}}
    """,
  };

  @Override
  public Integer call() throws Exception {
    try (var sessions = Sessions.inProcess()) {
      var server = AgentServer.of(sessions, EnumSet.allOf(Toolset.class), Parley.VERSION);
      for (var part : PARTS) {
        converse(server, part);
      }
      try (var shell = sessions.start(Launch.shell("/bin/sh"))) {
        shell.await(Expectation.turn());
        shell.send(Input.line("echo warm"));
        System.out.println(shell.screen());
      }
    }
    return 0;
  }

  private static void converse(McpServer server, String part) throws Exception {
    new McpStdio(server)
        .serve(
            new ByteArrayInputStream(part.getBytes(StandardCharsets.UTF_8)),
            OutputStream.nullOutputStream());
  }
}
