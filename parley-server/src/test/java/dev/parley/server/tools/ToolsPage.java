package dev.parley.server.tools;

import dev.parley.server.mcp.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** {@code docs/tools.md}, written from the tools themselves. */
record ToolsPage(Function<Toolset, List<Tool>> tools) {

  String text() {
    var lines = new ArrayList<String>();
    lines.add("# The agent's tools");
    lines.add("");
    lines.add("<!-- Written from the tool definitions by ToolListTest; change those instead. -->");
    lines.add("");
    lines.addAll(INTRODUCTION.lines().toList());
    for (var toolset : Toolset.values()) {
      lines.add("");
      lines.add("## Toolset `%s`".formatted(toolset.wire()));
      lines.add("");
      lines.addAll(about(toolset).lines().toList());
      for (var tool : tools.apply(toolset)) {
        add(lines, tool);
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static void add(List<String> lines, Tool tool) {
    var json = tool.toJson();
    lines.add("");
    lines.add("### `%s`".formatted(tool.name()));
    lines.add("");
    lines.add(json.path("description").asString());
    var properties = tool.inputSchema().path("properties");
    if (!properties.isEmpty()) {
      lines.add("");
      lines.add("| parameter | type | default | meaning |");
      lines.add("| --- | --- | --- | --- |");
      var required =
          tool.inputSchema().path("required").values().stream().map(JsonNode::asString).toList();
      for (var property : properties.properties()) {
        var schema = property.getValue();
        lines.add(
            "| `%s` | %s | %s | %s |"
                .formatted(
                    property.getKey(),
                    type(schema),
                    required.contains(property.getKey())
                        ? "required"
                        : schema.path("default").asString(""),
                    meaning(schema)));
      }
    }
    tool.outputSchema()
        .ifPresent(
            schema -> {
              lines.add("");
              lines.add(
                  "Answers with "
                      + String.join(
                          ", ",
                          schema.path("properties").propertyNames().stream()
                              .map("`%s`"::formatted)
                              .toList())
                      + ".");
            });
    lines.add("");
    lines.add("Hints: " + hints(json.path("annotations")) + ".");
  }

  private static String type(JsonNode schema) {
    if (schema.has("anyOf")) {
      return String.join(
          " or ", schema.path("anyOf").values().stream().map(ToolsPage::type).toList());
    }
    var type = schema.path("type").asString("");
    return type.equals("array") ? "array of " + type(schema.path("items")) : type;
  }

  private static String meaning(JsonNode schema) {
    var words =
        schema.path("enum").isEmpty() ? schema.path("items").path("enum") : schema.path("enum");
    var listed =
        String.join(
            ", ", words.values().stream().map(word -> "`%s`".formatted(word.asString())).toList());
    var description = schema.path("description").asString("").replace("|", "\\|");
    return listed.isEmpty() || description.isEmpty()
        ? listed + description
        : listed + "; " + description;
  }

  private static String hints(JsonNode annotations) {
    return String.join(
        ", ",
        annotations.properties().stream()
            .map(
                hint ->
                    (hint.getValue().asBoolean() ? "" : "not ")
                        + hint.getKey()
                            .replace("Hint", "")
                            .replace("readOnly", "read-only")
                            .replace("World", "-world"))
            .toList());
  }

  private static final String INTRODUCTION =
      """
      `parley mcp` offers the toolset `parley`; `--tools` chooses others, comma-separated, or `all`. All of them work on
      the same sessions.

      A refusal is an answer with `isError` and `{error: {code, message, try}}`; in the toolsets that report `success` or
      `status` it is `{success: false, error, code, try}`. The codes are `not_found`, `exited`, `evicted`, `held_by_human`, `floor_needed`,
      `busy`, `limit`, `bad_input`, `not_allowed`, `unsupported_here` and `internal`; of another host also `connection_refused`,
      `unreachable`, `authentication`, `host_key`, `timed_out` and `unknown_outcome` ([fleet.md](fleet.md)).

      Parley's own tools answer with text, which says all an agent needs and costs the fewest tokens: a line that says how
      things stand, such as `ready · exit code 0 · @421` (`@421` is the offset where the answer ends), and below it what was
      printed. What was told before is not said again: the prompt of a shell when it is the same, the program in front, and of
      a full screen the rows that have not changed (`view: "screen"` shows all). `parley mcp --answers structured` sends the
      fields below instead, equally short, and `--answers both` sends text and all fields, for programs that read them;
      Streamable HTTP does that by itself, and `/mcp?answers=text` or `structured` is the same choice there. In the other
      toolsets the text is the JSON of the fields.

      A call waits at most 50 seconds, because many clients give up after a minute; `--max-wait SECONDS` changes that. A
      client that sends a progress token is told every few seconds what the program is doing. Cancelling a call ends the
      wait and never the program. For a client that knows MCP's tasks (`io.modelcontextprotocol/tasks`) a call that is not
      over after five seconds goes on as a task, and may wait for an hour.

      Where a reader is belongs to that reader and survives a restart of the daemon. A directory is the client's own: a
      relative one is seen from where the client was started, and `~` is its home. Reading, typing, waiting and
      watching are use of a session; what a program prints is not, so a session that nobody uses idles however much it prints.

      Sessions of the toolsets `tricode`, `unified-exec` and `terminal` end a few seconds after their client has gone, unless
      it was started with `--keep`; a restart of the daemon is not its end. What their programs may use is limited with
      `--limit TOOLSET.NAME=NUMBER`, by the names that `limits` of `session_start` has: `memory_mb`, `cpu_percent`,
      `processes`, `open_files`, `file_mb`, `cpu_seconds`, `wall_s`, `address_space_mb`. Processes are counted by a control group, or for a user who
      can make none in a user namespace of the program's own, in which sudo does not work; `parley doctor` says which. A limit
      that this host cannot keep is refused.""";

  private static String about(Toolset toolset) {
    return switch (toolset) {
      case PARLEY ->
          """
          Parley's own tools. `session_start`, `session_send` and `session_read` share the parameters from `until` to
          `view`, described under `session_start`, and all answer with the fields listed under `session_send`:

          | field | meaning |
          | --- | --- |
          | `session`, `name` | the id, and the name if one was given |
          | `why` | why the call returned: `input`, `command`, `exit`, `match`, `quiet`, `change`, `floor`, `timeout`, `guard` |
          | `state` | `working`, `waiting`, `secret`, `ready`, `exited`, `lost` |
          | `confidence`, `evidence` | how sure that is, and what says so |
          | `prompt` | the text left of the cursor, where the program waits. At a shell with marks it is the prompt alone; elsewhere output without a line end stands before the prompt on its line, and is here |
          | `fullscreen`, `screen` | whether a program has the whole screen, on the alternate one or by drawing on the other, and what it shows; rows and columns from 0. `prompt` is there only when it asks in its last row |
          | `foreground` | `{command, pid, cwd}` of the program in front |
          | `exit_code`, `signal` | how it ended; a signal's code is 128 and its number |
          | `ended_by` | what ended it, where that was not the program's own doing: `idle`, `lifetime`, `memory`, `cpu`, `file_size`, `client_gone`, or `closed by` whom |
          | `command` | `{text, exit_code, cwd, duration_ms}` of the command that has ended; absent while another one runs |
          | `output`, `from`, `to` | what was printed, and the offsets it covers; the next read goes on at `to`. At a shell with marks it is exactly what the command printed, with or without a line end |
          | `omitted` | `{bytes, lines, from, to}` cut out of the middle by `max_tokens`; a read `from` there `to` there returns it, and nothing twice |
          | `match` | `{text, groups, before}` of `pattern` |
          | `others` | of a read of several `sessions`: the state of the rest |
          | `floor` | who may type: `agent` or `human` |
          | `elapsed_ms`, `hint` | how long it took, and what to do next where that helps |""";
      case TRICODE ->
          """
          Short-lived sessions. Limits, set with `--limit NAME=NUMBER`: `tricode.sessions` 3 at once, `tricode.idle_s` 30
          and `tricode.lifetime_s` 300 seconds, `tricode.read_bytes` 4096 a read; the rest comes with the next read.
          `read_output` of a session that was ended says so with `ended_by`.""";
      case UNIFIED_EXEC ->
          """
          A command with an id. Limits: `unified-exec.sessions` 10 at once, `unified-exec.stale_s` 300 seconds without use
          after which a session makes room when one is created. Output keeps its escape codes; a token is about four
          characters, and what goes beyond the budget is cut and marked `[Output truncated]`. `close_pty_session` sends SIGTERM, or SIGKILL with `force`.""";
      case TERMINAL ->
          """
          Shells by id, and one shell that is always there. Limit: `terminal.sessions` 256 at once. Calls on one session take
          turns, within their own time limits. `success` of a command is whether its exit code is 0.""";
    };
  }
}
