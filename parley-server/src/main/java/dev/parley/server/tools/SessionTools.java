package dev.parley.server.tools;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.parley.pty.Limits;
import dev.parley.pty.Signal;
import dev.parley.server.json.Arguments;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Content;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.session.Asks;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.terminal.picture.Picture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The toolset {@code parley}: start, send, read, list, close and ask. */
final class SessionTools {
  private static final String FAR_SHELL = Launch.FAR_SHELL;
  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);

  /** People need longer than programs; clients do not stay much longer. */
  private static final Duration ASKED_FOR = Duration.ofSeconds(50);

  private static final String STILL_ASKED =
      "Nobody has answered yet; the question stays open. Ask again to wait on.";

  private static final Duration SEEN_WITHIN = Duration.ofSeconds(1);
  private static final List<String> INPUTS = List.of("text", "keys", "paste", "signal", "secret");

  private static final List<String> LIMITS =
      List.of(
          "memory_mb", "cpu_percent", "processes", "open_files", "cpu_seconds", "address_space_mb");

  private final Engine engine;

  private SessionTools(Engine engine) {
    this.engine = engine;
  }

  static List<Tool> of(Engine engine) {
    var tools = new SessionTools(engine);
    return List.of(
        tools.start(), tools.send(), tools.read(), tools.list(), tools.close(), tools.ask());
  }

  // --- session_start --------------------------------------------------------------------------

  private Tool start() {
    return Tool.of(
            "session_start",
            """
            Start a program on a real terminal and keep it alive: shells, REPLs, debuggers, ssh, \
            database consoles, installers, editors. Returns as soon as it wants input, is back at \
            its shell prompt, or exits; no need to sleep or poll. Answer with session_send.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{
                "command":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}],"description":"string: run by the shell; array: run as is; absent: interactive shell"},
                "cwd":{"type":"string"},
                "env":{"type":"object","additionalProperties":{"type":"string"}},
                "name":{"type":"string","description":"usable in place of the id"},
                "cols":{"type":"integer","minimum":2,"maximum":1000,"default":120},
                "rows":{"type":"integer","minimum":1,"maximum":1000,"default":40},
                "shell":{"type":"string"},
                "login":{"type":"boolean"},
                "target":{"type":"string","description":"local, ssh://user@host:port, container:NAME, image:NAME or kubectl:POD"},
                "sandbox":{"type":"string"},
                "limits":{"type":"object","additionalProperties":{"type":"integer","minimum":1},"description":"memory_mb, cpu_percent, processes, open_files, cpu_seconds, address_space_mb"},
                "idle_timeout_s":{"type":"integer","minimum":1},
                "max_lifetime_s":{"type":"integer","minimum":1},
                "until":{"type":"array","items":{"type":"string","enum":["input","command","exit","match","quiet","change","floor"]},"description":"return on any of these; default input, command, exit"},
                "pattern":{"type":"string","description":"RE2 regex; also return when new output matches"},
                "quiet_ms":{"type":"integer","minimum":0,"default":1500},
                "timeout_ms":{"type":"integer","minimum":0,"default":15000,"description":"longest wait, at most 50000; running out is no error"},
                "max_tokens":{"type":"integer","minimum":1,"default":2000,"description":"budget for output; the middle is cut"},
                "view":{"type":"string","enum":["text","screen","raw","none"],"default":"text"}
                },"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::start))
        .answering(BRIEF_TURN)
        .additive()
        .openWorld();
  }

  private ToolResult start(Call call) {
    var arguments = new Arguments(call.arguments());
    var waiting = Waiting.of(call);
    var session =
        engine.sessions().start(launch(arguments), Credentials.NONE.within(waiting.opening()));
    var rest = waiting.rest();
    return answer(
        call,
        session,
        waiting,
        Progress.during(call, List.of(session), () -> session.await(rest, waiting.view(), 0)));
  }

  private static Launch launch(Arguments arguments) {
    refuseOtherPlaces(arguments);
    var target = Target.parse(arguments.text("target", "local"));
    var launch = command(arguments, target).on(target);
    if (arguments.has("cwd")) {
      var directory = arguments.text("cwd", ".");
      launch = launch.in(target.equals(Target.LOCAL) ? directory(directory) : Path.of(directory));
    }
    if (arguments.has("name")) {
      launch = launch.named(arguments.text("name", ""));
    }
    if (arguments.has("idle_timeout_s")) {
      launch = launch.endedWhenIdle(arguments.seconds("idle_timeout_s", Duration.ZERO));
    }
    if (arguments.has("max_lifetime_s")) {
      launch = launch.endedAfter(arguments.seconds("max_lifetime_s", Duration.ZERO));
    }
    if (arguments.has("limits")) {
      launch = launch.limited(limits(arguments.object("limits")));
    }
    return launch
        .with(arguments.map("env"))
        .sized(
            arguments.number("cols", Launch.DEFAULT_COLUMNS),
            arguments.number("rows", Launch.DEFAULT_ROWS));
  }

  private static void refuseOtherPlaces(Arguments arguments) {
    if (arguments.has("limits") && !arguments.text("target", "local").equals("local")) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Only programs on this host can be limited",
          "Start without limits; a container has its engine's own");
    }
    if (arguments.has("sandbox")) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "There is no sandbox here",
          "Start without sandbox, and bound the program with limits");
    }
  }

  private static Launch command(Arguments arguments, Target target) {
    var far = !target.equals(Target.LOCAL);
    var shell = arguments.text("shell").or(() -> far ? Optional.of(FAR_SHELL) : Optional.empty());
    // Who logs in to another host gets a login shell there, as ssh gives one.
    var login = arguments.flag("login", target instanceof Target.Ssh && !arguments.has("command"));
    if (!arguments.has("command")) {
      var launch = shell.map(Launch::shell).orElseGet(Launch::shell);
      return login ? launch.asLogin() : launch;
    }
    if (arguments.text("command").isEmpty()) {
      return Launch.of(arguments.texts("command"));
    }
    var line = arguments.text("command", "");
    var launch = shell.map(name -> Launch.line(name, line)).orElseGet(() -> Launch.line(line));
    return login ? Launch.of(launch.command().getFirst(), "-l", "-c", line) : launch;
  }

  static Path directory(String name) {
    return Path.of(
        name.equals("~") || name.startsWith("~/")
            ? System.getProperty("user.home") + name.substring(1)
            : name);
  }

  private static Limits limits(Arguments limits) {
    for (var name : limits.json().propertyNames()) {
      if (!LIMITS.contains(name)) {
        throw new Refusal(
            Refusal.Code.BAD_INPUT,
            "There is no limit “%s”".formatted(name),
            "Use any of " + String.join(", ", LIMITS));
      }
    }
    return new Limits(
        megabytes(limits.number("address_space_mb")),
        limits.number("processes"),
        limits.number("open_files"),
        limits.number("cpu_seconds"),
        OptionalLong.empty(),
        megabytes(limits.number("memory_mb")),
        limits.number("cpu_percent"));
  }

  private static OptionalLong megabytes(OptionalLong count) {
    return count.isPresent() ? OptionalLong.of(count.getAsLong() << 20) : count;
  }

  // --- session_send ---------------------------------------------------------------------------

  private Tool send() {
    return Tool.of(
            "session_send",
            """
            Type into a session, wait until the program is ready for the next turn, and get what \
            it printed. Give exactly one of text, keys, paste, signal, secret. Answer a prompt \
            with text; stop a program with keys ["ctrl+c"], end input with ["ctrl+d"]; drive \
            menus and editors with keys. state says what the program does now: working, waiting \
            (for input), secret (for a password: use session_ask), ready (shell prompt), exited. \
            why says why this call returned; after timeout go on with session_read.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{
                "session":{"type":"string","description":"id, unique prefix, or name"},
                "text":{"type":"string","description":"typed as is, then Enter"},
                "enter":{"type":"boolean","default":true},
                "keys":{"type":"array","items":{"type":"string"},"description":"e.g. ctrl+c, up, enter, f1, click:\\"OK\\""},
                "paste":{"type":"string"},
                "signal":{"type":"string","description":"e.g. INT, TERM"},
                "secret":{"type":"string","description":"name of a value a person supplied"},
                "if_state":{"type":"string","description":"type only in this state"},
                "if_offset":{"type":"integer","description":"type only if nothing was printed after this offset"},
                "until":{"type":"array","items":{"type":"string"}},
                "pattern":{"type":"string"},
                "quiet_ms":{"type":"integer","minimum":0},
                "timeout_ms":{"type":"integer","minimum":0},
                "max_tokens":{"type":"integer","minimum":1},
                "view":{"type":"string"}
                },"required":["session"],"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::send))
        .answering(TURN)
        .destructive()
        .openWorld();
  }

  private ToolResult send(Call call) {
    var arguments = new Arguments(call.arguments());
    var waiting = Waiting.of(call);
    var session = engine.find(arguments.text("session", ""));
    var input = input(session, arguments);
    var guard = new Guard(arguments.text("if_state"), arguments.number("if_offset"));
    return answer(
        call,
        session,
        waiting,
        Progress.during(
            call,
            List.of(session),
            () -> session.send(input, waiting.expectation(), waiting.view(), guard)));
  }

  private static Input input(Session session, Arguments arguments) {
    var given = INPUTS.stream().filter(arguments::has).toList();
    if (given.size() != 1) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          given.isEmpty()
              ? "There is nothing to type"
              : "One call types one thing, not " + String.join(" and ", given),
          "Give exactly one of " + String.join(", ", INPUTS));
    }
    var what = given.getFirst();
    var value = arguments.text(what, "");
    return switch (what) {
      case "text" -> arguments.flag("enter", true) ? Input.line(value) : Input.text(value);
      case "keys" -> Input.keys(arguments.texts("keys"));
      case "paste" -> Input.paste(value);
      case "signal" -> Input.signal(signal(value));
      default -> session.keptSecret(value);
    };
  }

  private static Signal signal(String name) {
    return Signal.named(name)
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.BAD_INPUT,
                    "There is no such signal",
                    "Use one of "
                        + Arrays.stream(Signal.values())
                            .map(Signal::name)
                            .collect(Collectors.joining(", "))));
  }

  // --- session_read ---------------------------------------------------------------------------

  private Tool read() {
    return Tool.of(
            "session_read",
            """
            Read a session's output without typing. Waits only while the program is working. \
            Reading consumes nothing; ended sessions stay readable.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{
                "session":{"type":"string"},
                "sessions":{"type":"array","items":{"type":"string"},"description":"wait on many; the first that is ready answers"},
                "from":{"type":"integer","description":"offset, or -200 for the last 200 lines; absent: where your last answer ended"},
                "grep":{"type":"string","description":"RE2; only lines that match"},
                "image":{"type":"boolean","description":"add a PNG of the screen"},
                "until":{"type":"array","items":{"type":"string"}},
                "pattern":{"type":"string"},
                "quiet_ms":{"type":"integer","minimum":0},
                "timeout_ms":{"type":"integer","minimum":0},
                "max_tokens":{"type":"integer","minimum":1},
                "view":{"type":"string"}
                },"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::read))
        .answering(BRIEF_TURN)
        .readOnly();
  }

  private ToolResult read(Call call) {
    var arguments = new Arguments(call.arguments());
    var waiting = Waiting.of(call);
    var filter = arguments.text("grep").map(SessionTools::filter);
    var from = new LinkedHashMap<SessionId, Long>();
    var sessions = sessions(arguments);
    sessions.forEach(session -> from.put(session.id(), from(call, arguments, session)));
    var turn =
        Progress.during(
            call,
            sessions,
            () ->
                engine
                    .sessions()
                    .awaitAny(
                        sessions,
                        waiting.expectation(),
                        waiting.view(),
                        session -> from.getOrDefault(session.id(), 0L)));
    var session = engine.find(turn.session().value());
    engine.readTo(call, session, turn.excerpt().to());
    var answer = waiting.answer(turn);
    var evicted = turn.excerpt().from() - from.getOrDefault(turn.session(), 0L);
    if (evicted > 0) {
      answer =
          answer.hinting(
              "The %d bytes before offset %d are no longer kept."
                  .formatted(evicted, turn.excerpt().from()));
    }
    if (filter.isPresent()) {
      answer = answer.showing(matching(session, turn, filter.get(), waiting.view()));
    }
    var others = sessions.stream().filter(other -> !other.id().equals(turn.session())).toList();
    var result = others.isEmpty() ? answer.result() : answer.result(others);
    return arguments.flag("image", false)
        ? result.and(Content.image(Picture.png(turn.screen()), "image/png"))
        : result;
  }

  private List<Session> sessions(Arguments arguments) {
    var references =
        Stream.concat(arguments.text("session").stream(), arguments.texts("sessions").stream())
            .distinct()
            .toList();
    if (references.isEmpty()) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "There is no session to read",
          "Give session, or sessions to wait on many; session_list has their ids");
    }
    return references.stream().map(engine::find).distinct().toList();
  }

  private long from(Call call, Arguments arguments, Session session) {
    var asked = arguments.number("from");
    if (asked.isEmpty()) {
      return engine.readTo(call, session);
    }
    var from = asked.getAsLong();
    return from >= 0 ? from : session.lastLines((int) Math.min(-from, Integer.MAX_VALUE));
  }

  private static Pattern filter(String expression) {
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException wrong) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "grep cannot be read: " + wrong.getMessage(),
          "Use RE2 syntax: no look-around, no back-references");
    }
  }

  /** The lines that match, out of all that was printed and not just of what the budget shows. */
  private static String matching(Session session, Turn turn, Pattern filter, View view) {
    var all = session.read(turn.excerpt().from(), turn.excerpt().to(), View.everything()).text();
    var lines = all.lines().filter(line -> filter.matcher(line).find()).toList();
    var budget = view.maxTokens() * 4L;
    var kept = new ArrayList<String>();
    var length = 0L;
    for (var line : lines) {
      length += line.length() + 1;
      if (length > budget) {
        kept.add("[… %d more lines match …]".formatted(lines.size() - kept.size()));
        break;
      }
      kept.add(line);
    }
    return kept.isEmpty() ? "" : String.join("\n", kept) + "\n";
  }

  private ToolResult answer(Call call, Session session, Waiting waiting, Turn turn) {
    engine.readTo(call, session, turn.excerpt().to());
    return waiting.answer(turn).result();
  }

  // --- session_list ---------------------------------------------------------------------------

  private Tool list() {
    return Tool.of(
            "session_list",
            "List sessions and what each is doing.",
            Json.parseObject(
                """
                {"type":"object","properties":{"include_exited":{"type":"boolean","default":false}},"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::list))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"sessions":{"type":"array","items":{"type":"object"}}}}
                """))
        .readOnly()
        .closedWorld();
  }

  private ToolResult list(Call call) {
    var exitedToo = new Arguments(call.arguments()).flag("include_exited", false);
    var fields = Json.object();
    var list = fields.putArray("sessions");
    var text = new StringBuilder();
    for (var session : engine.sessions().list()) {
      var entry = SessionEntry.brief(session);
      if (exitedToo || !entry.path("state").asString().equals("exited")) {
        list.add(entry);
        text.append(line(entry)).append('\n');
      }
    }
    return ToolResult.structured(
        fields, list.isEmpty() ? "No sessions." : text.toString().stripTrailing());
  }

  private static String line(ObjectNode entry) {
    return Stream.of("session", "name", "state", "exit_code", "command", "age_s")
        .filter(entry::has)
        .map(
            field ->
                switch (field) {
                  case "exit_code" -> "exit code " + entry.path(field).asString();
                  case "age_s" -> entry.path(field).asString() + " s old";
                  default -> entry.path(field).asString();
                })
        .collect(Collectors.joining(" · "));
  }

  // --- session_close --------------------------------------------------------------------------

  private Tool close() {
    return Tool.of(
            "session_close",
            "End a session and every process it started. Its output stays readable.",
            Json.parseObject(
                """
                {"type":"object","properties":{
                "session":{"type":"string"},
                "force":{"type":"boolean","description":"kill at once"},
                "grace_ms":{"type":"integer","minimum":0,"maximum":30000,"default":2000}
                },"required":["session"],"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::close))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"session":{"type":"string"},"processes":{"type":"integer"},"state":{"type":"string"}}}
                """))
        .destructive()
        .idempotent()
        .closedWorld();
  }

  private ToolResult close(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = engine.find(arguments.text("session", ""));
    var grace =
        arguments.flag("force", false)
            ? Duration.ZERO
            : arguments.millis("grace_ms", DEFAULT_GRACE);
    var ended = session.end(grace, "session_close");
    seeItEnd(session);
    var state = session.state();
    var fields =
        Json.object()
            .put("session", session.id().value())
            .put("processes", ended.processes())
            .put("killed", ended.killed());
    TurnAnswer.state(fields, state);
    return ToolResult.structured(
        fields,
        "%s · session %s · ended %d processes, %d of them by force"
            .formatted(TurnAnswer.state(state), session.id(), ended.processes(), ended.killed()));
  }

  /** That the child has ended reaches its session a moment after its processes are gone. */
  private static void seeItEnd(Session session) {
    var deadline = System.nanoTime() + SEEN_WITHIN.toNanos();
    try (var watch = session.watch(session.lastOffset())) {
      while (!watch.over() && System.nanoTime() < deadline) {
        watch.next(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }

  // --- session_ask ----------------------------------------------------------------------------

  private Tool ask() {
    return Tool.of(
            "session_ask",
            """
            Ask a person to type a password (secret) or to take the keyboard (takeover) and wait \
            for it; you never see the secret. outcome is done, refused, ended or timed_out: then \
            ask again to wait on.\
            """,
            Json.parseObject(
                """
                {"type":"object","properties":{
                "session":{"type":"string"},
                "kind":{"type":"string","enum":["secret","takeover"]},
                "message":{"type":"string"},
                "timeout_ms":{"type":"integer","minimum":0,"default":50000}
                },"required":["session","kind"],"additionalProperties":false}
                """),
            Engine.guarded(ParleyWording.WORDING, this::ask))
        .answering(
            Json.parseObject(
                """
                {"type":"object","properties":{"session":{"type":"string"},"outcome":{"type":"string"}}}
                """))
        .openWorld();
  }

  private ToolResult ask(Call call) {
    var arguments = new Arguments(call.arguments());
    var session = engine.find(arguments.text("session", ""));
    engine.checkPeopleAreNear(session);
    var kind = Asks.Kind.named(arguments.text("kind", "")).orElseThrow();
    var from = session.lastOffset();
    var timeout = Engine.longest(call, arguments.millis("timeout_ms", ASKED_FOR));
    var outcome =
        Progress.during(
            call,
            List.of(session),
            () -> session.asks().put(kind, arguments.text("message", ""), timeout));
    var turn = session.await(afterwards(outcome), View.text(), from);
    engine.readTo(call, session, turn.excerpt().to());
    var answer = TurnAnswer.of(turn, View.Kind.TEXT);
    return (outcome == Asks.Outcome.TIMED_OUT ? answer.hinting(STILL_ASKED) : answer)
        .result(outcome);
  }

  /**
   * What a person has done shows in how the program goes on; while nobody has, there is no need.
   */
  private static Expectation afterwards(Asks.Outcome outcome) {
    return outcome == Asks.Outcome.DONE ? Expectation.turn() : Expectation.none();
  }

  /** What every acting call answers, in short: the whole of it is said once, by session_send. */
  private static final ObjectNode BRIEF_TURN =
      Json.parseObject(
          """
          {"type":"object","properties":{"session":{"type":"string"},"why":{"type":"string"},\
          "state":{"type":"string"},"prompt":{"type":"string"},"output":{"type":"string"},\
          "to":{"type":"integer"}}}
          """);

  private static final ObjectNode TURN =
      Json.parseObject(
          """
          {"type":"object","properties":{
          "session":{"type":"string"},"name":{"type":"string"},
          "why":{"type":"string"},"state":{"type":"string"},"confidence":{"type":"string"},
          "evidence":{"type":"array","items":{"type":"string"}},
          "prompt":{"type":"string"},"fullscreen":{"type":"boolean"},"foreground":{"type":"object"},
          "exit_code":{"type":"integer"},"signal":{"type":"string"},"command":{"type":"object"},
          "output":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},
          "omitted":{"type":"object"},"match":{"type":"object"},"screen":{"type":"object"},
          "floor":{"type":"string"},"elapsed_ms":{"type":"integer"},"hint":{"type":"string"}}}
          """);
}
