package dev.parley.server.tools;

import dev.parley.server.calls.Progress;
import dev.parley.server.json.Arguments;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.server.wire.LaunchReader;
import dev.parley.session.AutoSession;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.View;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/** The toolset {@code terminal}: shells by id, their commands, expect, and a shell that stays. */
final class TerminalTools {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final View NOTHING = new View(View.Kind.NONE, 1);
  private static final ObjectNode FAILED = Json.object().put("success", false);
  private static final ObjectNode AUTO_FAILED = Json.object().put("status", "error");
  private static final String SHELL = "/bin/bash";
  private static final int MOST_INCREMENTAL = 40_000;
  private static final int MOST_OUTPUT = 1_000_000;

  /** Some clients send it for a tool that takes nothing. */
  private static final String NO_PARAMETERS =
      """
      "params":{"type":"object"}""";

  private final Engine engine;
  private final Started started;
  private final AutoSession auto;

  private TerminalTools(Engine engine) {
    this.engine = engine;
    this.started = new Started(engine, Toolset.TERMINAL, 256, "terminal_list_sessions_tool");
    this.auto =
        new AutoSession(
            engine.sessions(),
            engine.owned(Launch.shell(SHELL), "terminal_auto_command_tool"),
            started::limited);
  }

  static List<Tool> of(Engine engine) {
    var tools = new TerminalTools(engine);
    return List.of(
        tools.create(),
        tools.execute(),
        tools.sshConnect(),
        tools.expect(),
        tools.send(),
        tools.close(),
        tools.list(),
        tools.autoCommand(),
        tools.autoState(),
        tools.autoIncremental());
  }

  private Tool create() {
    return tool(
            "terminal_create_session_tool",
            "Start a shell that stays; use its session_id in the other tools.",
            """
            "shell":{"type":"string","default":"/bin/bash"}\
            """,
            "",
            """
            "session_id":{"type":"string"},"shell":{"type":"string"}\
            """,
            this::create)
        .additive();
  }

  private ToolResult create(Call call) {
    var shell = new Arguments(call.arguments()).text("shell", SHELL);
    var session = started.start(Launch.shell(shell));
    return ToolResult.structured(
        success().put("session_id", session.id().value()).put("shell", shell));
  }

  private Tool execute() {
    return tool(
            "terminal_execute_command_tool",
            """
            Run a command in a session's shell and get exactly its output and its own exit code. \
            If it asks for input, answer with terminal_send_tool.\
            """,
            """
            "session_id":{"type":"string"},"command":{"type":"string"},"timeout":{"type":"number","minimum":0,"default":30}\
            """,
            """
            "session_id","command\"\
            """,
            """
            "output":{"type":"string"},"exit_code":{"type":["integer","null"]}\
            """,
            this::execute)
        .destructive();
  }

  private ToolResult execute(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    var timeout = engine.longest(call, arguments.seconds("timeout", DEFAULT_TIMEOUT));
    var result = session.run(arguments.text("command", ""), timeout);
    engine.readTo(call, session, result.to());
    if (result.finished()) {
      var code = result.exitCode().getAsInt();
      var fields =
          Json.object()
              .put("success", code == 0)
              .put("output", bounded(result.output()))
              .put("exit_code", code);
      return ToolResult.structured(
          code == 0 ? fields : fields.put("error", "The command ended with exit code " + code));
    }
    return ToolResult.structured(
        Json.object()
            .put("success", false)
            .put("output", bounded(result.output()))
            .putNull("exit_code")
            .put("error", unfinished(session)));
  }

  /** As much as one answer should hold; what is left out of the middle is named. */
  private static String bounded(String output) {
    var left = output.length() - MOST_OUTPUT;
    return left <= 0
        ? output
        : output.substring(0, MOST_OUTPUT / 2)
            + "\n[… %d characters left out …]\n".formatted(left)
            + output.substring(output.length() - MOST_OUTPUT / 2);
  }

  private static String unfinished(Session session) {
    return switch (session.state()) {
      case SessionState.Secret _ ->
          "The command asks for a password; a person must enter it, or stop it with"
              + " terminal_send_tool and \\u0003";
      case SessionState.Waiting(var prompt) ->
          "The command asks for input (%s); answer with terminal_send_tool"
              .formatted(prompt.strip());
      default -> "The command is still running; wait with terminal_expect_tool";
    };
  }

  private Tool sshConnect() {
    return tool(
            "terminal_ssh_connect_tool",
            """
            Open a shell on another host by ssh, with a password, a key file (the password is then \
            its passphrase) or the keys of this user. An unknown host key is refused with its \
            fingerprint; to accept it, write host?fingerprint=SHA256:… as the host.\
            """,
            """
            "host":{"type":"string"},"username":{"type":"string"},"password":{"type":"string"},"port":{"type":"integer","default":22},"key_file":{"type":"string"}\
            """,
            """
            "host","username\"\
            """,
            """
            "session_id":{"type":"string"}\
            """,
            this::sshConnect)
        .additive();
  }

  private ToolResult sshConnect(Call call) {
    var arguments = new Arguments(call.arguments());
    var began = System.nanoTime();
    var time = engine.longest(call, DEFAULT_TIMEOUT);
    var credentials = Credentials.NONE.within(time);
    if (arguments.has("password")) {
      credentials = credentials.withPassword(arguments.text("password", ""));
    }
    if (arguments.has("key_file")) {
      credentials = credentials.withKey(LaunchReader.directory(arguments.text("key_file", "")));
    }
    var session =
        started.start(Launch.shell(Launch.FAR_SHELL).asLogin().on(target(arguments)), credentials);
    var left = time.minusNanos(System.nanoTime() - began);
    var turn = session.await(Expectation.turn().within(left.isNegative() ? GRACE : left));
    if (turn.state().over()) {
      started.forget(session);
      throw new Refusal(
          Refusal.Code.UNREACHABLE,
          "The shell on %s ended at once: %s"
              .formatted(arguments.text("host", ""), turn.output().strip()),
          "Check the user's shell there");
    }
    engine.readTo(call, session, turn.excerpt().to());
    return ToolResult.structured(success().put("session_id", session.id().value()));
  }

  /** The host may have the fingerprint behind it that the caller accepts. */
  private static Target target(Arguments arguments) {
    var host = arguments.text("host", "");
    var mark = host.indexOf('?');
    var options = mark < 0 ? "" : host.substring(mark);
    var bare = mark < 0 ? host : host.substring(0, mark);
    var accepted =
        options.isEmpty() ? "" : ((Target.Ssh) Target.parse("ssh://host" + options)).fingerprint();
    return new Target.Ssh(
        arguments.text("username", ""),
        bare,
        OptionalInt.of(arguments.number("port", 22)),
        accepted,
        "");
  }

  private Tool expect() {
    return tool(
            "terminal_expect_tool",
            "Wait until a session prints text that matches a regular expression (RE2 syntax).",
            """
            "session_id":{"type":"string"},"pattern":{"type":"string"},"timeout":{"type":"number","minimum":0,"default":30}\
            """,
            """
            "session_id","pattern\"\
            """,
            """
            "matched":{"type":["string","null"]},"before":{"type":"string"}\
            """,
            this::expect)
        .readOnly();
  }

  private ToolResult expect(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = find(arguments);
    var from = Math.max(engine.readTo(call, session), session.firstOffset());
    var expectation =
        Expectation.pattern(arguments.text("pattern", ""))
            .within(engine.longest(call, arguments.seconds("timeout", DEFAULT_TIMEOUT)));
    var turn =
        Progress.during(
            engine.asking(call), List.of(session), () -> session.await(expectation, NOTHING, from));
    if (turn.match().isPresent()) {
      var match = turn.match().get();
      // The next expect finds what follows the match.
      engine.readTo(call, session, match.to());
      return ToolResult.structured(
          success().put("matched", match.text()).put("before", match.before()));
    }
    return ToolResult.structured(
        Json.object()
            .put("success", false)
            .putNull("matched")
            .put("before", session.read(from, View.text()).text())
            .put(
                "error",
                turn.state().over()
                    ? "The session ended before it printed such text"
                    : "No such text was printed in time"));
  }

  private Tool send() {
    return tool(
            "terminal_send_tool",
            "Type text into a session, with Enter unless newline is false; does not wait.",
            """
            "session_id":{"type":"string"},"text":{"type":"string"},"newline":{"type":"boolean","default":true}\
            """,
            """
            "session_id","text\"\
            """,
            "",
            this::send)
        .destructive();
  }

  private ToolResult send(Call call) {
    var arguments = new Arguments(call.arguments());
    var text = arguments.text("text", "");
    var unused =
        find(arguments)
            .send(
                arguments.flag("newline", true) ? Input.line(text) : Input.text(text),
                Expectation.none(),
                NOTHING,
                Guard.NONE);
    return ToolResult.structured(success());
  }

  private Tool close() {
    return tool(
            "terminal_close_session_tool",
            "End a session and every process it started.",
            """
            "session_id":{"type":"string"}\
            """,
            """
            "session_id\"\
            """,
            "",
            this::close)
        .destructive()
        .idempotent();
  }

  private ToolResult close(Call call) {
    var session = find(new Arguments(call.arguments()));
    session.end(GRACE, engine.closer(call));
    started.forget(session);
    return ToolResult.structured(success());
  }

  private Tool list() {
    return tool(
            "terminal_list_sessions_tool",
            "List the sessions and what each is doing.",
            NO_PARAMETERS,
            "",
            """
            "sessions":{"type":"array","items":{"type":"object"}},"count":{"type":"integer"}\
            """,
            this::list)
        .readOnly();
  }

  private ToolResult list(Call call) {
    var fields = success();
    var list = fields.putArray("sessions");
    for (var session : started.living()) {
      var entry = list.addObject().put("session_id", session.id().value());
      if (session.launch().target() instanceof Target.Ssh there) {
        entry.put("host", there.host()).put("username", there.user());
      } else {
        entry.put("shell", session.launch().command().getFirst());
      }
      entry
          .put("state", session.state().wire())
          .put("is_alive", session.ending().isEmpty())
          .put("age_s", session.age().toSeconds());
    }
    return ToolResult.structured(fields.put("count", list.size()));
  }

  // --- the shell that is always there ---------------------------------------------------------

  private Tool autoCommand() {
    return autoTool(
            "terminal_auto_command_tool",
            """
            Type a command into a shell that is always there, and get what it prints until it is \
            ready again, for duration seconds at the longest.\
            """,
            """
            "command":{"type":"string"},"duration":{"type":"number","minimum":0,"default":2.0}\
            """,
            """
            "command\"\
            """,
            """
            "command":{"type":"string"},"output":{"type":"string"},"state":{"type":"string"}\
            """,
            this::autoCommand)
        .destructive();
  }

  private ToolResult autoCommand(Call call) {
    var arguments = new Arguments(call.arguments());
    var command = arguments.text("command", "");
    var duration = engine.longest(call, arguments.seconds("duration", GRACE));
    var turn = auto.send(command, duration);
    // What a program asks is part of what it says; a shell's own prompt is not.
    var output =
        turn.fullscreen()
            ? turn.screen().text()
            : turn.output()
                + (turn.state() instanceof SessionState.Ready ? "" : turn.state().prompt());
    return ToolResult.structured(
        Json.object()
            .put("status", "success")
            .put("command", command)
            .put("output", output)
            .put("state", turn.state().wire()));
  }

  private Tool autoState() {
    return autoTool(
            "terminal_get_state_tool",
            "What the screen of the shell that is always there shows now.",
            NO_PARAMETERS,
            "",
            """
            "output":{"type":"string"},"is_alive":{"type":"boolean"}\
            """,
            this::autoState)
        .readOnly();
  }

  private ToolResult autoState(Call call) {
    var state = auto.state();
    return ToolResult.structured(
        Json.object()
            .put("status", "success")
            .put("output", state.screen())
            .put("is_alive", state.alive()));
  }

  private Tool autoIncremental() {
    return autoTool(
            "terminal_get_incremental_tool",
            "What the shell that is always there printed since this was last asked.",
            NO_PARAMETERS,
            "",
            """
            "output":{"type":"string"}\
            """,
            this::autoIncremental)
        .readOnly();
  }

  private ToolResult autoIncremental(Call call) {
    return ToolResult.structured(
        Json.object().put("status", "success").put("output", auto.incremental(MOST_INCREMENTAL)));
  }

  // --- shapes ---------------------------------------------------------------------------------

  private static ObjectNode success() {
    return Json.object().put("success", true);
  }

  private static Tool tool(
      String name,
      String description,
      String properties,
      String required,
      String answer,
      Tool.Handler handler) {
    return Engine.declining(
        FAILED,
        Tool.of(
                name,
                description,
                input(properties, required),
                Engine.guarded(ToolsetWording.TERMINAL, FAILED, handler))
            .answering(
                output(
                    """
                    "success":{"type":"boolean"}\
                    """,
                    answer)));
  }

  private static Tool autoTool(
      String name,
      String description,
      String properties,
      String required,
      String answer,
      Tool.Handler handler) {
    return Engine.declining(
        AUTO_FAILED,
        Tool.of(
                name,
                description,
                input(properties, required),
                Engine.guarded(ToolsetWording.TERMINAL, AUTO_FAILED, handler))
            .answering(
                output(
                    """
                    "status":{"type":"string"}\
                    """,
                    answer)));
  }

  private static ObjectNode input(String properties, String required) {
    return Json.parseObject(
        "{\"type\":\"object\",\"properties\":{%s},\"required\":[%s],\"additionalProperties\":false}"
            .formatted(properties, required));
  }

  private static ObjectNode output(String first, String more) {
    return Json.parseObject(
        "{\"type\":\"object\",\"properties\":{%s%s}}"
            .formatted(first, more.isEmpty() ? "" : "," + more));
  }

  private Session find(Arguments arguments) {
    return started.find(arguments.text("session_id", ""));
  }
}
