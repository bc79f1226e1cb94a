package dev.parley.server.tools;

import dev.parley.server.calls.CallAudit;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;

/** Notes what agents do with tools that are not one of the calls, which are noted there. */
record ToolAudit(CallAudit audit) {

  /** The same tool, watched; one that changes nothing is not. */
  Tool watching(Tool tool) {
    return tool.toJson().path("annotations").path("readOnlyHint").asBoolean(false)
        ? tool
        : tool.around(handler -> call -> watched(tool.name(), handler, call));
  }

  private ToolResult watched(String tool, Tool.Handler handler, Call call) throws Exception {
    var result = handler.handle(call);
    if (!result.isError()) {
      Engine.caller(call).ifPresent(caller -> audit.note(caller, tool, session(call, result)));
    }
    return result;
  }

  private static String session(Call call, ToolResult result) {
    return result
        .structured()
        .map(fields -> fields.path("session_id").asString(""))
        .filter(id -> !id.isEmpty())
        .orElseGet(() -> call.arguments().path("session_id").asString(""));
  }
}
