package dev.parley.server.tools;

import dev.parley.server.calls.InTurn;
import dev.parley.server.calls.Progress;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Arguments;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.server.wire.LaunchReader;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.launch.EndReason;
import dev.parley.session.launch.Launch;
import dev.parley.terminal.keys.Key;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The toolset {@code unified-exec}: run a command, then write to it and poll it by its id. */
final class UnifiedExecTools {
  private static final int CHARACTERS_A_TOKEN = 4;
  private static final int DEFAULT_TOKENS = 10_000;
  private static final Duration DEFAULT_YIELD = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final String TRUNCATED = "[Output truncated]";
  private static final View NOTHING = new View(View.Kind.NONE, 1);

  private static final ObjectNode FAILED = Json.object().put("success", false);

  private final Duration stale;
  private final Engine engine;
  private final Started started;

  private UnifiedExecTools(Engine engine) {
    this.engine = engine;
    this.stale = engine.options().seconds("unified-exec.stale_s", 300);
    this.started = new Started(engine, Toolset.UNIFIED_EXEC, 10, "list_pty_sessions");
  }

  static List<Tool> of(Engine engine) {
    var tools = new UnifiedExecTools(engine);
    return Stream.of(tools.exec(), tools.write(), tools.close(), tools.list())
        .map(tool -> Engine.declining(FAILED, tool))
        .toList();
  }

  private Tool exec() {
    return Tool.of(
            "unified_exec",
            """
            Run a command in a terminal. Answers when it ends or wants input, after \
            yield_time_ms at the latest; while running is true go on with write_stdin.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{"cmd":{"type":"string"},"workdir":{"type":"string"},"shell":{"type":"string"},"login":{"type":"boolean","default":false},"yield_time_ms":{"type":"number","minimum":0,"default":100},"max_output_tokens":{"type":"integer","minimum":1,"default":10000}},"required":["cmd"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.UNIFIED_EXEC, FAILED, this::exec))
        .answering(Json.parseObject(ANSWER))
        .destructive()
        .openWorld();
  }

  private ToolResult exec(Call call) {
    cleanUp();
    var arguments = new Arguments(call.arguments());
    var session = started.start(launch(arguments));
    var turn =
        Progress.during(
            engine.asking(call),
            List.of(session),
            () -> session.await(patience(call, arguments), NOTHING, 0));
    return answer(call, arguments, session, turn);
  }

  private static Launch launch(Arguments arguments) {
    var line = arguments.text("cmd", "");
    var plain =
        arguments
            .text("shell")
            .map(shell -> Launch.line(shell, line))
            .orElseGet(() -> Launch.line(line));
    var launch =
        arguments.flag("login", false)
            ? Launch.of(plain.command().getFirst(), "-l", "-c", line)
            : plain;
    return arguments
        .text("workdir")
        .map(folder -> launch.in(LaunchReader.directory(folder)))
        .orElse(launch);
  }

  /** Ends what nobody has used for long, and forgets what has ended. */
  private void cleanUp() {
    for (var session : started.list()) {
      if (session.ending().isPresent()) {
        started.forget(session);
      } else if (session.idle().compareTo(stale) >= 0) {
        session.end(GRACE, EndReason.IDLE);
        started.forget(session);
      }
    }
  }

  private Expectation patience(Call call, Arguments arguments) {
    return Expectation.turn()
        .within(engine.longest(call, arguments.millis("yield_time_ms", DEFAULT_YIELD)));
  }

  private Tool write() {
    return Tool.of(
            "write_stdin",
            "Type characters into a running command; none just waits and reads.",
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"},"chars":{"type":"string","default":""},"yield_time_ms":{"type":"number","minimum":0,"default":100},"max_output_tokens":{"type":"integer","minimum":1,"default":10000}},"required":["session_id"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.UNIFIED_EXEC, FAILED, this::write))
        .answering(Json.parseObject(ANSWER))
        .destructive()
        .openWorld();
  }

  private ToolResult write(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    var chars = arguments.text("chars", "");
    var patience = patience(call, arguments);
    return InTurn.with(
        session,
        patience.timeout().plus(GRACE),
        () -> {
          var turn =
              Progress.during(
                  engine.asking(call),
                  List.of(session),
                  () ->
                      chars.isEmpty()
                          ? session.await(patience, NOTHING)
                          : session.send(input(chars), patience, NOTHING, Guard.NONE));
          return answer(call, arguments, session, turn);
        });
  }

  /** The characters as bytes, with the Enter key for a line feed as a keyboard has it. */
  private static Input input(String chars) {
    // As a key it overtakes what is still to be typed.
    return chars.equals("\u0003")
        ? Input.keys(Key.ctrl('c'))
        : Input.raw(chars.replace('\n', '\r').getBytes(StandardCharsets.UTF_8));
  }

  private ToolResult answer(Call call, Arguments arguments, Session session, Turn turn) {
    var tokens = arguments.number("max_output_tokens", DEFAULT_TOKENS);
    var most = (int) Math.min((long) tokens * CHARACTERS_A_TOKEN, Integer.MAX_VALUE / 2);
    var end = turn.excerpt().to();
    var from = engine.readTo(call, session);
    var slice = Slice.ofCharacters(session, from, end, most);
    engine.readTo(call, session, end);
    var text = new String(session.bytes(slice.from(), slice.to()), StandardCharsets.UTF_8);
    var output = slice.missing(from) + (slice.cut() ? text + TRUNCATED : text);
    var fields =
        Json.object()
            .put("success", true)
            .put("session_id", session.id().value())
            .put("output", output)
            .put("running", !turn.state().over());
    if (turn.state() instanceof SessionState.Exited exited) {
      fields.put("exit_code", exited.exit().shellCode());
    } else {
      fields.putNull("exit_code");
    }
    fields.put("truncated", slice.cut());
    turn.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    return ToolResult.structured(fields);
  }

  private Tool close() {
    return Tool.of(
            "close_pty_session",
            "End a session and every process it started: politely, or by force.",
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"},"force":{"type":"boolean","default":false}},"required":["session_id"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.UNIFIED_EXEC, FAILED, this::close))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"success":{"type":"boolean"},"session_id":{"type":"string"},"processes":{"type":"integer"},"exit_code":{"type":"integer"}}}
                """))
        .destructive()
        .idempotent();
  }

  private ToolResult close(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    var force = arguments.flag("force", false);
    if (!force) {
      terminate(session, engine.closer(call));
    }
    var ended = session.end(force ? Duration.ZERO : GRACE, engine.closer(call));
    var unused = session.await(Expectation.exit().within(GRACE), NOTHING); // it is seen to end
    started.forget(session);
    var fields =
        Json.object()
            .put("success", true)
            .put("session_id", session.id().value())
            .put("processes", ended.processes());
    if (session.state() instanceof SessionState.Exited exited) {
      fields.put("exit_code", exited.exit().shellCode());
    }
    return ToolResult.structured(fields);
  }

  /** Asks everything in the session to end, and gives it some time; what does not is ended then. */
  private static void terminate(Session session, String by) {
    if (session.ending().isEmpty() && session.terminate(by)) {
      var unused = session.await(Expectation.exit().within(GRACE), NOTHING);
    }
  }

  private Tool list() {
    return Tool.of(
            "list_pty_sessions",
            "List the sessions that are running.",
            Json.parseObject(
                """
                {"type":"object","properties":{},"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.UNIFIED_EXEC, FAILED, this::list))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"success":{"type":"boolean"},"sessions":{"type":"array","items":{"type":"object"}},"count":{"type":"integer"}}}
                """))
        .readOnly()
        .closedWorld();
  }

  private ToolResult list(Call call) {
    var fields = Json.object().put("success", true);
    var list = fields.putArray("sessions");
    for (var session : started.living()) {
      list.addObject()
          .put("session_id", session.id().value())
          .put("cmd", SessionEntry.shown(session.launch()))
          .put("state", session.state().wire())
          .put("running", true)
          .put("age_s", session.age().toSeconds())
          .put("idle_s", session.idle().toSeconds());
    }
    return ToolResult.structured(fields.put("count", list.size()));
  }

  private Session find(Arguments arguments) {
    return started.find(arguments.text("session_id", ""));
  }

  private static final String ANSWER =
      """
      {"type":"object","properties":{"success":{"type":"boolean"},"session_id":{"type":"string"},"output":{"type":"string"},"running":{"type":"boolean"},"exit_code":{"type":["integer","null"]},"truncated":{"type":"boolean"}}}
      """;
}
