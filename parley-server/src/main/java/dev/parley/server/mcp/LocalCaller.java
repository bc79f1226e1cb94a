package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One caller of a server's tools without the protocol around them: a tool's name and arguments in,
 * its fields or its refusal out. Closing it cancels what is under way.
 */
public final class LocalCaller implements AutoCloseable {
  private final Peer peer;
  private final boolean patient;

  /** A caller that waits as long as it takes. */
  public LocalCaller(McpServer server) {
    this(server, Optional.empty(), true);
  }

  /**
   * A caller that is known.
   *
   * @param patient whether it has no clock of its own that gives up
   */
  public LocalCaller(McpServer server, Optional<Principal> caller, boolean patient) {
    this.peer = new Peer(server, caller);
    this.patient = patient;
  }

  /**
   * Begins a call. The answer, given on another thread, is {@code {"id","result"}} or {@code
   * {"id","error":{"code","message","try"}}}.
   */
  public void call(String id, String tool, JsonNode arguments, Consumer<ObjectNode> answer) {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments.isObject() ? arguments : Json.object());
    if (patient) {
      // Who takes progress may wait longer.
      params.putObject("_meta").put("progressToken", id);
    }
    var request = JsonRpc.request(0, "tools/call", params).put("id", id);
    try {
      peer.receive(request, false, new Answering(id, answer));
    } catch (IOException never) {
      throw new IllegalStateException(never);
    }
  }

  private record Answering(String id, Consumer<ObjectNode> answer) implements Outlet {
    @Override
    public void send(ObjectNode notification) {}

    @Override
    public void reply(ObjectNode message, Optional<Fault> fault) {
      answer.accept(translated(message));
    }

    private ObjectNode translated(ObjectNode message) {
      var out = Json.object().put("id", id);
      if (message.has("error")) {
        var error = out.putObject("error");
        error.put("code", "bad_input");
        error.put("message", message.path("error").path("message").asString(""));
        return out;
      }
      var result = message.path("result");
      var fields = result.path("structuredContent");
      if (result.path("isError").asBoolean(false)) {
        out.set(
            "error",
            fields.has("error") && fields.path("error").isObject()
                ? fields.path("error")
                : Json.object()
                    .put("code", fields.path("code").asString("failed"))
                    .put("message", text(result)));
      } else {
        out.set(
            "result", fields.isMissingNode() ? Json.object().put("text", text(result)) : fields);
      }
      return out;
    }

    private static String text(JsonNode result) {
      return result.path("content").path(0).path("text").asString("");
    }
  }

  @Override
  public void close() {
    peer.close();
  }
}
