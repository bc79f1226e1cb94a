package dev.parley.server.tools;

import dev.parley.server.calls.Progress;
import dev.parley.server.json.Arguments;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Confidence;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The toolset {@code tricode}: a few short-lived shells, read a few kilobytes at a time. */
final class TricodeTools {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration STARTING = Duration.ofSeconds(5);

  /** Nobody can answer a one-off command, so nothing in it should ask. */
  private static final Map<String, String> NOBODY_THERE =
      Map.of("PAGER", "cat", "GIT_PAGER", "cat", "GIT_TERMINAL_PROMPT", "0");

  private final int mostBytes;
  private final Duration idle;
  private final Duration lifetime;
  private final Engine engine;
  private final Started started;

  private TricodeTools(Engine engine) {
    this.engine = engine;
    var options = engine.options();
    this.mostBytes = options.count("tricode.read_bytes", 4096);
    this.idle = options.seconds("tricode.idle_s", 30);
    this.lifetime = options.seconds("tricode.lifetime_s", 300);
    this.started = new Started(engine, Toolset.TRICODE, 3, "list_sessions");
  }

  static List<Tool> of(Engine engine) {
    var tools = new TricodeTools(engine);
    return Stream.of(
            tools.start(), tools.send(), tools.read(), tools.close(), tools.list(), tools.run())
        .map(Engine::refusingInJson)
        .toList();
  }

  private Tool start() {
    return Tool.of(
            "start_session",
            "Start an interactive session with a command, or with a shell when it is empty.",
            Json.parseObject(
                """
                {"type":"object","properties":{"command":{"type":"string"},"shell":{"type":"string","default":"/bin/bash"}},"required":["command"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::start))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"}}}
                """))
        .additive()
        .openWorld();
  }

  private ToolResult start(Call call) {
    var arguments = new Arguments(call.arguments());
    var command = arguments.text("command", "");
    var shell = arguments.text("shell", "/bin/bash");
    var launch = command.isBlank() ? Launch.shell(shell) : Launch.line(shell, command);
    var session = started.start(launch.endedWhenIdle(idle).endedAfter(lifetime));
    return ToolResult.structured(Json.object().put("session_id", session.id().value()));
  }

  private Tool send() {
    return Tool.of(
            "send_input",
            "Type a line into a session; a newline is added.",
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"},"input_text":{"type":"string"}},"required":["session_id","input_text"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::send))
        .destructive()
        .openWorld();
  }

  private ToolResult send(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    awaitFirstPrompt(session);
    var unused =
        session.send(
            Input.line(arguments.text("input_text", "")), Expectation.none(), NOTHING, Guard.NONE);
    return ToolResult.text("Input sent to session %s.".formatted(session.id()));
  }

  /** What is typed before a shell is there is shown twice: by the terminal, and by the shell. */
  private static void awaitFirstPrompt(Session session) {
    if (session.launch().interactiveShell() && session.age().compareTo(STARTING) < 0) {
      var unused = session.await(Expectation.turn().within(STARTING), NOTHING);
    }
  }

  private Tool read() {
    return Tool.of(
            "read_output",
            """
            Read what a session printed since the last read, at most 4 KB; the rest comes with \
            the next read. Returns as soon as the program is ready for input, after timeout \
            seconds at the latest.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"},"timeout":{"type":"number","minimum":0,"default":2}},"required":["session_id"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::read))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"output":{"type":"string"}}}
                """))
        .readOnly();
  }

  private ToolResult read(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    var from = engine.readTo(call, session);
    // What is left from an earlier read is there already.
    if (session.lastOffset() - from < mostBytes) {
      await(call, session, engine.longest(call, arguments.seconds("timeout", GRACE)));
    }
    var slice = Slice.of(session, from, session.lastOffset(), mostBytes);
    engine.readTo(call, session, slice.to());
    var output =
        slice.missing(from) + session.read(slice.from(), slice.to(), View.everything()).text();
    var fields = Json.object().put("output", output);
    session
        .ending()
        .flatMap(SessionEnding::endedBy)
        .ifPresent(reason -> fields.put("ended_by", reason));
    return ToolResult.structured(fields);
  }

  private Turn await(Call call, Session session, Duration timeout) {
    return Progress.during(
        engine.asking(call),
        List.of(session),
        () -> session.await(Expectation.turn().within(timeout), NOTHING));
  }

  private Tool close() {
    return Tool.of(
            "close_session",
            "End a session and every process it started.",
            Json.parseObject(
                """
                {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::close))
        .destructive()
        .idempotent();
  }

  private ToolResult close(Call call) {
    var session = find(new Arguments(call.arguments()));
    session.end(GRACE, engine.closer(call));
    started.forget(session);
    return ToolResult.text("Session %s closed.".formatted(session.id()));
  }

  private Tool list() {
    return Tool.of(
            "list_sessions",
            "List the sessions with their age and idle time in seconds.",
            Json.parseObject(
                """
                {"type":"object","properties":{},"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::list))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"sessions":{"type":"array","items":{"type":"object"}}}}
                """))
        .readOnly()
        .closedWorld();
  }

  private ToolResult list(Call call) {
    var fields = Json.object();
    var list = fields.putArray("sessions");
    for (var session : started.living()) {
      list.addObject()
          .put("session_id", session.id().value())
          .put("age", session.age().toSeconds())
          .put("idle", session.idle().toSeconds())
          .put("status", session.state().wire());
    }
    return ToolResult.structured(fields);
  }

  private Tool run() {
    return Tool.of(
            "run_command",
            """
            Run a command to its end and return its output and exit code. It cannot be answered: \
            for a program that asks, use start_session.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"number","minimum":0,"default":30}},"required":["command"],"additionalProperties":false}
                """),
            Engine.guarded(ToolsetWording.TRICODE, this::run))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"output":{"type":"string"},"exit_code":{"type":["integer","null"]}}}
                """))
        .destructive()
        .openWorld();
  }

  private ToolResult run(Call call) {
    var arguments = new Arguments(call.arguments());
    var timeout = engine.longest(call, arguments.seconds("timeout", Duration.ofSeconds(30)));
    var command = arguments.text("command", "");
    // Its input is empty, so that a program which reads it goes on at once.
    var session =
        engine
            .sessions()
            .start(
                started.limited(
                    Launch.line("/bin/bash", "exec </dev/null\n" + command).with(NOBODY_THERE)));
    try {
      var turn = await(call, session, timeout);
      if (turn.why() == Why.INPUT && turn.verdict().confidence() != Confidence.HIGH) {
        var left = timeout.minus(turn.elapsed());
        turn =
            session.await(
                Expectation.exit().within(left.isNegative() ? Duration.ZERO : left), NOTHING);
      }
      return ran(session, turn);
    } finally {
      session.end(GRACE, "run_command");
      engine.sessions().remove(session);
    }
  }

  private static ToolResult ran(Session session, Turn turn) {
    var output = session.read(session.firstOffset(), View.everything()).text();
    var fields = Json.object().put("output", output);
    return switch (turn.why()) {
      case EXIT -> {
        ReplyFields.state(fields, turn.state());
        fields.remove(List.of("state", "signal"));
        yield ToolResult.structured(fields);
      }
      case INPUT ->
          ToolResult.structured(
              fields
                  .putNull("exit_code")
                  .put("error", "It asked for input, which nobody can give here, and was ended"));
      default ->
          ToolResult.structured(
              fields.putNull("exit_code").put("error", "It did not end in time, and was ended"));
    };
  }

  private Session find(Arguments arguments) {
    return started.find(arguments.text("session_id", ""));
  }

  private static final View NOTHING = new View(View.Kind.NONE, 1);
}
