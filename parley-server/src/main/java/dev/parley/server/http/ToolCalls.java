package dev.parley.server.http;

import dev.parley.server.json.Json;
import dev.parley.server.mcp.LocalCaller;
import dev.parley.server.mcp.McpServer;
import java.security.Principal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import tools.jackson.databind.node.ObjectNode;

/** Lets the agents' tools answer a request, so that no two doors can differ. */
final class ToolCalls {
  private final McpServer server;

  ToolCalls(McpServer server) {
    this.server = server;
  }

  /** What a tool takes, as the description of a body; without what the address says already. */
  ObjectNode schema(String tool, String... inAddress) {
    var schema =
        server.tools().stream()
            .filter(one -> one.name().equals(tool))
            .findFirst()
            .orElseThrow()
            .inputSchema()
            .deepCopy();
    for (var name : inAddress) {
      ((ObjectNode) schema.path("properties")).remove(name);
    }
    schema.remove("required");
    return schema;
  }

  ObjectNode call(HttpCall call, String tool, ObjectNode arguments) throws InterruptedException {
    // The program may be silent for as long as was asked for; that is no reason to hang up.
    call.request().addIdleTimeoutListener(_ -> false);
    var answer = new CompletableFuture<ObjectNode>();
    try (var caller = new LocalCaller(server, call.asking().map(Principal.class::cast), false)) {
      caller.call("1", tool, arguments, answer::complete);
      var message = answer.get();
      if (message.has("error")) {
        throw Problem.of(message.path("error"));
      }
      return message.path("result") instanceof ObjectNode fields ? fields : Json.object();
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    }
  }
}
