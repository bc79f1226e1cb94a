package dev.parley.server.tools;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sees what callers do with the tools: notes who did what, and how long turns take. */
public record Witness(AuditLog audit, Turns turns) {

  /** The same tool, watched; one that changes nothing is not. */
  Tool watching(Tool tool) {
    return tool.toJson().path("annotations").path("readOnlyHint").asBoolean(false)
        ? tool
        : tool.around(handler -> call -> watched(tool.name(), handler, call));
  }

  private ToolResult watched(String tool, Tool.Handler handler, Call call) throws Exception {
    var began = System.nanoTime();
    var result = handler.handle(call);
    if (tool.equals("session_send")) {
      turns.took(System.nanoTime() - began);
    }
    if (!result.isError() && call.caller().orElse(null) instanceof Caller caller) {
      note(named(caller, call), tool, call.arguments(), session(call, result));
    }
    return result;
  }

  /** Agents say what they are; that tells them apart better than the door they came by. */
  private static Caller named(Caller caller, Call call) {
    var client = call.client().name();
    return caller.door().equals("mcp") && !client.isEmpty()
        ? new Caller(caller.role(), caller.door(), client)
        : caller;
  }

  private static String session(Call call, ToolResult result) {
    var answer = result.structured();
    for (var name : new String[] {"session", "session_id"}) {
      var id = answer.map(fields -> fields.path(name).asString("")).orElse("");
      if (!id.isEmpty()) {
        return id;
      }
      var asked = call.arguments().path(name).asString("");
      if (!asked.isEmpty()) {
        return asked;
      }
    }
    return "";
  }

  private void note(Caller caller, String tool, ObjectNode arguments, String session) {
    switch (tool) {
      case "session_start" -> audit.note(caller, "started", session);
      case "session_close" -> audit.note(caller, "closed", session);
      case "session_ask" ->
          audit.note(caller, "asked for " + arguments.path("kind").asString(""), session);
      case "session_send" -> {
        if (arguments.has("signal")) {
          audit.note(caller, "sent a signal", session);
        } else if (arguments.has("secret")) {
          audit.note(caller, "used a kept secret", session);
        } else {
          audit.typed(caller, session, typed(arguments));
        }
      }
      default -> audit.note(caller, tool, session);
    }
  }

  private static int typed(ObjectNode arguments) {
    return bytes(arguments.path("text"))
        + bytes(arguments.path("paste"))
        + arguments.path("keys").size();
  }

  private static int bytes(JsonNode text) {
    return text.asString("").getBytes(StandardCharsets.UTF_8).length;
  }
}
