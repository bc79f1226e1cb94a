package dev.parley.server.tools;

import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.Told;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.json.Arguments;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Content;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.server.wire.CallReader;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.refusal.Wording;
import dev.parley.terminal.picture.Picture;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The toolset {@code parley}: the six calls as tools. */
final class SessionTools {
  /** Some clients paste an image as text; a wider one tells a model no more. */
  private static final int MOST_PIXELS = 800;

  /** What takes longer goes on as a task, for clients that know tasks. */
  private static final Duration LONG = Duration.ofSeconds(5);

  private final Engine engine;
  private final SessionCalls calls;
  private final Told told = new Told();

  private SessionTools(Engine engine) {
    this.engine = engine;
    this.calls = engine.calls();
  }

  static List<Tool> of(Engine engine) {
    var tools = new SessionTools(engine);
    return List.of(
        tools.start(), tools.send(), tools.read(), tools.list(), tools.close(), tools.ask());
  }

  private static Tool tool(NamedCall call, String description, Tool.Handler handler) {
    return Tool.of(
            call.wire(), description, call.input(), Engine.guarded(ParleyWording.WORDING, handler))
        .answering(call.output());
  }

  /**
   * An answer.
   *
   * @param named whether the caller must be told which session this is
   */
  private ToolResult result(Call call, TurnReply reply, boolean named) {
    var started = reply.started();
    var news = told.news(call.origin(), reply);
    return ToolResult.structured(
        fields(reply, started, news, named),
        ReplyText.of(reply, started, news, named, wording(reply)));
  }

  private ObjectNode fields(TurnReply reply, long started, Told.News news, boolean named) {
    return lean()
        ? ReplyFields.lean(reply, wording(reply), started, news, named)
        : ReplyFields.brief(news.hint() ? reply : reply.withoutHint(), wording(reply), started);
  }

  private boolean lean() {
    return engine.options().answers() == Answers.STRUCTURED;
  }

  private Wording wording(TurnReply reply) {
    var turn = reply.turn();
    var id = turn.session().value();
    // A name alone would be looked for on this node.
    var name = turn.name().filter(_ -> id.indexOf('/') < 0);
    return engine.peopleNear() ? ParleyWording.about(name.orElse(id)) : ParleyWording.WORDING;
  }

  private Tool start() {
    return tool(
            NamedCall.START,
            """
            Start a program on a real terminal and keep it alive: shells, REPLs, debuggers, ssh, \
            database consoles, installers, editors. Returns as soon as it wants input, is back at \
            its shell prompt, or exits; no need to sleep or poll. Answer with session_send.\
            """,
            this::start)
        .asTaskAfter(LONG)
        .additive()
        .openWorld();
  }

  private ToolResult start(Call call) {
    var start = CallReader.start(call.arguments());
    var reply = calls.start(engine.asking(call), start);
    // Who chose a name knows it.
    return result(call, reply, start.launch().name().isEmpty());
  }

  private Tool send() {
    return tool(
            NamedCall.SEND,
            """
            Type into a session, wait until the program is ready for the next turn, and get what \
            it printed. Give exactly one of text, keys, paste, signal, secret. Answer a prompt \
            with text; stop a program with keys ["ctrl+c"], end input with ["ctrl+d"]; drive \
            menus and editors with keys. state says what the program does now: working, waiting \
            (for input), secret (for a password: use session_ask), ready (shell prompt), exited. \
            why says why this call returned; after timeout go on with session_read.\
            """,
            this::send)
        .asTaskAfter(LONG)
        .destructive()
        .openWorld();
  }

  private ToolResult send(Call call) {
    return result(call, calls.send(engine.asking(call), CallReader.send(call.arguments())), false);
  }

  private Tool read() {
    return tool(
            NamedCall.READ,
            """
            Read a session's output without typing. Waits only while the program is working. \
            Reading consumes nothing; ended sessions stay readable.\
            """,
            this::read)
        .asTaskAfter(LONG)
        .readOnly();
  }

  private ToolResult read(Call call) {
    var read = CallReader.read(call.arguments());
    var reply = calls.read(engine.asking(call), read);
    var result = result(call, reply, !reply.others().isEmpty() || read.sessions().size() > 1);
    return new Arguments(call.arguments()).flag("image", false)
        ? result.and(
            Content.image(Picture.smallPng(reply.turn().screen(), MOST_PIXELS), "image/png"))
        : result;
  }

  private Tool list() {
    return tool(NamedCall.LIST, "List sessions and what each is doing.", this::list)
        .readOnly()
        .closedWorld();
  }

  private ToolResult list(Call call) {
    var list = calls.list(engine.asking(call), CallReader.list(call.arguments()));
    return ToolResult.structured(ReplyFields.of(list), ReplyText.of(list));
  }

  private Tool close() {
    return tool(
            NamedCall.CLOSE,
            "End a session and every process it started. Its output stays readable.",
            this::close)
        .destructive()
        .idempotent()
        .closedWorld();
  }

  private ToolResult close(Call call) {
    var reply = calls.close(engine.asking(call), CallReader.close(call.arguments()));
    return ToolResult.structured(
        lean() ? ReplyFields.lean(reply) : ReplyFields.of(reply), ReplyText.of(reply));
  }

  private Tool ask() {
    return tool(
            NamedCall.ASK,
            """
            Ask a person to type a password (secret) or to take control (takeover) and wait \
            for it; you never see the secret. outcome is done, refused, ended or timed_out: then \
            ask again to wait on.\
            """,
            this::ask)
        .asTaskAfter(LONG)
        .openWorld();
  }

  private ToolResult ask(Call call) {
    var reply = calls.ask(engine.asking(call), CallReader.ask(call.arguments()));
    var started = reply.turned().started();
    var news = told.news(call.origin(), reply.turned());
    return ToolResult.structured(
        fields(reply.turned(), started, news, false).put("outcome", reply.outcome().wire()),
        ReplyText.of(reply, started, news, wording(reply.turned())));
  }
}
