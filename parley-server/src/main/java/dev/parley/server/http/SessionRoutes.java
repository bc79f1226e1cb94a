package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.ListCall;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.RequestSurroundings;
import dev.parley.server.calls.Waiting;
import dev.parley.server.json.Json;
import dev.parley.server.wire.EntryFields;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Expectation;
import dev.parley.session.View;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Sessions by REST: list, start, send, read, wait, resize, signal and close. */
final class SessionRoutes {
  private final RestCalls calls;
  private final ControlCalls control;

  private SessionRoutes(RestCalls calls, ControlCalls control) {
    this.calls = calls;
    this.control = control;
  }

  static List<Route> of(RestCalls calls, ControlCalls control) {
    var routes = new SessionRoutes(calls, control);
    return List.of(
        Route.of("GET", "/v1/sessions", Role.WATCH, "List sessions", routes::list)
            .taking("include_exited", "boolean", "also those that have ended")
            .taking("fleet", "boolean", "also those of the other nodes"),
        Route.of("POST", "/v1/sessions", Role.ADMIN, "Start a session", routes::start)
            .withBody(RestCalls.schema(NamedCall.START))
            .answering(201),
        Route.of("GET", "/v1/sessions/{id}", Role.WATCH, "One session", routes::one),
        Route.of("DELETE", "/v1/sessions/{id}", Role.ADMIN, "End a session", routes::close)
            .taking("force", "boolean", "kill at once")
            .taking("grace_ms", "integer", "how long its processes have to end by themselves")
            .taking("remove", "boolean", "also forget all it printed"),
        Route.of(
                "POST",
                "/v1/sessions/{id}/input",
                Role.TYPE,
                "Type, wait until the program is ready again, and read",
                routes::send)
            .withBody(RestCalls.schema(NamedCall.SEND, "session")),
        reading(
            Route.of("GET", "/v1/sessions/{id}/output", Role.WATCH, "Read the output", routes::read)
                .taking("from", "integer", "offset, or -200 for the last 200 lines; 0 if absent")
                .taking("to", "integer", "offset to read to; then nothing is waited for")
                .taking("grep", "string", "only lines that match (RE2)")),
        reading(
            Route.of(
                    "GET",
                    "/v1/wait",
                    Role.WATCH,
                    "Wait on several sessions; the first that is ready answers",
                    routes::await)
                .taking("ids", "string", "ids or names, comma-separated")),
        Route.of(
                "GET",
                "/v1/sessions/{id}/worktree",
                Role.TYPE,
                "The git worktree that a session has for itself, if it has one",
                routes::worktree)
            .taking("diff", "boolean", "also what has changed in it, committed or not"),
        Route.of("POST", "/v1/sessions/{id}/resize", Role.TYPE, "Resize", routes::resize)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"cols":{"type":"integer"},"rows":{"type":"integer"}},"required":["cols","rows"]}
                    """)),
        Route.of("POST", "/v1/sessions/{id}/signal", Role.TYPE, "Send a signal", routes::signal)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"signal":{"type":"string"},"to":{"type":"string","enum":["foreground","session"]}},"required":["signal"]}
                    """)),
        Route.of("POST", "/v1/sessions/{id}/rename", Role.ADMIN, "Rename", routes::rename)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
                    """)),
        Route.of(
                "POST",
                "/v1/sessions/{id}/notify",
                Role.TYPE,
                "Say what the session needs somebody for",
                routes::tell)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"kind":{"type":"string","enum":["question","done","failed","none"]},"text":{"type":"string"}},"required":["kind"]}
                    """)));
  }

  private static Route reading(Route route) {
    return route
        .taking("wait_ms", "integer", "longest wait while the program works; 0 if absent")
        .taking(
            "until", "string", "input, command, exit, match, quiet, change, floor; comma-separated")
        .taking("pattern", "string", "RE2; also return when new output matches")
        .taking("quiet_ms", "integer", "how long without output counts as quiet")
        .taking("view", "string", "text, screen, raw or none")
        .taking("max_tokens", "integer", "budget for the output");
  }

  private void list(HttpCall call) throws Exception {
    var ended = call.flag("include_exited");
    var fields = Json.object();
    var list = fields.putArray("sessions");
    var all = calls.typed().list(calls.asking(call), new ListCall(ended, call.flag("fleet")));
    all.entries().stream()
        .filter(entry -> ended || !entry.state().over())
        .forEach(entry -> list.add(EntryFields.whole(entry)));
    ReplyFields.silent(fields, all);
    call.json(200, fields);
  }

  private void one(HttpCall call) throws Exception {
    call.json(200, EntryFields.whole(calls.typed().find(calls.asking(call), call.variable("id"))));
  }

  private void start(HttpCall call) throws Exception {
    // The request comes from nowhere in particular; a person's sessions begin at home.
    RequestSurroundings.enter();
    call.json(201, calls.call(call, NamedCall.START, call.body()));
  }

  private void send(HttpCall call) throws Exception {
    var fields = call.body().put("session", call.variable("id"));
    call.json(200, calls.call(call, NamedCall.SEND, fields));
  }

  private void read(HttpCall call) throws Exception {
    var to = call.number("to");
    if (to.isPresent()) {
      call.json(200, stretch(call, to.get()));
      return;
    }
    var arguments = waiting(call, 0).put("session", call.variable("id"));
    arguments.put("from", call.number("from").orElse(0L));
    call.parameter("grep").ifPresent(grep -> arguments.put("grep", grep));
    call.json(200, calls.call(call, NamedCall.READ, arguments));
  }

  private ObjectNode stretch(HttpCall call, long to) {
    var kind =
        View.Kind.named(call.parameter("view").orElse("text").toLowerCase(Locale.ROOT))
            .orElseThrow(() -> Problem.badInput("There is no such view", "Use text or raw"));
    var tokens = call.number("max_tokens").orElse((long) View.DEFAULT_TOKENS);
    var view = new View(kind, (int) Math.clamp(tokens, 1L, 1_000_000L));
    var turn =
        calls
            .typed()
            .read(
                calls.asking(call),
                ReadCall.of(
                        call.variable("id"),
                        call.number("from").orElse(0L),
                        new Waiting(Expectation.none(), view))
                    .upTo(to))
            .turn();
    var excerpt = turn.excerpt();
    var fields =
        Json.object()
            .put("session", turn.session().value())
            .put("output", excerpt.text())
            .put("from", excerpt.from())
            .put("to", excerpt.to());
    excerpt.omitted().ifPresent(omitted -> fields.set("omitted", ReplyFields.omitted(omitted)));
    return fields;
  }

  private void await(HttpCall call) throws Exception {
    var arguments = waiting(call, 15_000);
    var ids = arguments.putArray("sessions");
    for (var id : call.parameter("ids").orElse("").split(",")) {
      if (!id.isEmpty()) {
        ids.add(id);
      }
    }
    call.json(200, calls.call(call, NamedCall.READ, arguments));
  }

  private static ObjectNode waiting(HttpCall call, long wait) {
    var arguments = Json.object().put("timeout_ms", call.number("wait_ms").orElse(wait));
    call.parameter("until")
        .ifPresent(
            words -> {
              var until = arguments.putArray("until");
              for (var word : words.split(",")) {
                until.add(word.strip());
              }
            });
    call.parameter("pattern").ifPresent(pattern -> arguments.put("pattern", pattern));
    call.number("quiet_ms").ifPresent(quiet -> arguments.put("quiet_ms", quiet));
    call.parameter("view").ifPresent(view -> arguments.put("view", view));
    call.number("max_tokens").ifPresent(tokens -> arguments.put("max_tokens", tokens));
    return arguments;
  }

  private void worktree(HttpCall call) throws Exception {
    var params = named(call, Json.object()).put("diff", call.flag("diff"));
    call.json(200, control.call(call.caller(), "worktree", params));
  }

  private void resize(HttpCall call) throws Exception {
    call.json(200, control.call(call.caller(), "resize", named(call, call.body())));
  }

  private void signal(HttpCall call) throws Exception {
    // A person at the keyboard is not disturbed by another.
    var params = named(call, call.body()).put("unless_held", call.caller().who());
    call.json(200, control.call(call.caller(), "signal", params));
  }

  private void rename(HttpCall call) throws Exception {
    call.json(200, control.call(call.caller(), "rename", named(call, call.body())));
  }

  private void tell(HttpCall call) throws Exception {
    call.json(200, control.call(call.caller(), "notify", named(call, call.body())));
  }

  private static ObjectNode named(HttpCall call, ObjectNode params) {
    return params.put("session", call.variable("id"));
  }

  private void close(HttpCall call) throws Exception {
    var arguments =
        Json.object().put("session", call.variable("id")).put("force", call.flag("force"));
    call.number("grace_ms").ifPresent(grace -> arguments.put("grace_ms", grace));
    var closed = calls.call(call, NamedCall.CLOSE, arguments);
    if (call.flag("remove")) {
      var session = closed.path("session").asString();
      control.call(call.caller(), "remove", Json.object().put("session", session));
    }
    call.json(200, closed);
  }
}
