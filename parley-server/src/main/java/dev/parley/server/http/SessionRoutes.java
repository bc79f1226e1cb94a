package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.ListCall;
import dev.parley.server.json.Json;
import dev.parley.server.wire.EntryFields;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sessions by REST: list, start, send, read, wait, resize, signal and close. */
final class SessionRoutes {
  private final Sessions sessions;
  private final RestCalls calls;
  private final ControlCalls control;

  private SessionRoutes(Sessions sessions, RestCalls calls, ControlCalls control) {
    this.sessions = sessions;
    this.calls = calls;
    this.control = control;
  }

  static List<Route> of(Sessions sessions, RestCalls calls, ControlCalls control) {
    var routes = new SessionRoutes(sessions, calls, control);
    return List.of(
        Route.of("GET", "/v1/sessions", Role.WATCH, "List sessions", routes::list)
            .taking("include_exited", "boolean", "also those that have ended"),
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
    calls.typed().list(new ListCall(ended)).stream()
        .filter(entry -> ended || !entry.state().over())
        .forEach(entry -> list.add(EntryFields.whole(entry)));
    call.json(200, fields);
  }

  private void one(HttpCall call) throws Exception {
    call.json(200, EntryFields.whole(calls.typed().find(call.variable("id"))));
  }

  private Session session(HttpCall call) {
    return sessions.get(call.variable("id"));
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
      call.json(200, stretch(session(call), call, to.get()));
      return;
    }
    var arguments = waiting(call, 0).put("session", call.variable("id"));
    arguments.put("from", call.number("from").orElse(0L));
    call.parameter("grep").ifPresent(grep -> arguments.put("grep", grep));
    call.json(200, calls.call(call, NamedCall.READ, arguments));
  }

  private static ObjectNode stretch(Session session, HttpCall call, long to) {
    var kind =
        View.Kind.named(call.parameter("view").orElse("text").toLowerCase(Locale.ROOT))
            .orElseThrow(() -> Problem.badInput("There is no such view", "Use text or raw"));
    var tokens = call.number("max_tokens").orElse((long) View.DEFAULT_TOKENS);
    var from = Math.max(session.firstOffset(), call.number("from").orElse(0L));
    var excerpt = session.read(from, to, new View(kind, (int) Math.clamp(tokens, 1L, 1_000_000L)));
    var fields =
        Json.object()
            .put("session", session.id().value())
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

  private void resize(HttpCall call) throws Exception {
    call.json(200, control.call(call.caller(), "resize", named(call, call.body())));
  }

  private void signal(HttpCall call) throws Exception {
    session(call).floor().checkFree(call.caller().who());
    call.json(200, control.call(call.caller(), "signal", named(call, call.body())));
  }

  private JsonNode named(HttpCall call, ObjectNode params) {
    return params.put("session", session(call).id().value());
  }

  private void close(HttpCall call) throws Exception {
    var session = session(call).id().value();
    var arguments = Json.object().put("session", session).put("force", call.flag("force"));
    call.number("grace_ms").ifPresent(grace -> arguments.put("grace_ms", grace));
    var closed = calls.call(call, NamedCall.CLOSE, arguments);
    if (call.flag("remove")) {
      control.call(call.caller(), "remove", Json.object().put("session", session));
    }
    call.json(200, closed);
  }
}
