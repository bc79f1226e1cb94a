package dev.parley.server.http;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import dev.parley.server.wire.NamedCall;
import dev.parley.session.Asks;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What people do for agents: take the floor and hand it back, answer what is asked, keep secrets.
 */
final class PeopleRoutes {
  private final Sessions sessions;
  private final RestCalls calls;
  private final AuditLog audit;

  private PeopleRoutes(Sessions sessions, RestCalls calls, AuditLog audit) {
    this.sessions = sessions;
    this.calls = calls;
    this.audit = audit;
  }

  static List<Route> of(Sessions sessions, RestCalls calls, AuditLog audit) {
    var people = new PeopleRoutes(sessions, calls, audit);
    return List.of(
        Route.of(
                "POST",
                "/v1/sessions/{id}/floor",
                Role.TYPE,
                "Take the floor, or hand it back",
                people::floor)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"take":{"type":"boolean"}},"required":["take"]}
                    """)),
        Route.of(
                "POST",
                "/v1/sessions/{id}/ask",
                Role.TYPE,
                "Ask a person for a secret or to take over, and wait",
                people::ask)
            .withBody(RestCalls.schema(NamedCall.ASK, "session")),
        Route.of(
                "POST",
                "/v1/sessions/{id}/asks/{ask}",
                Role.TYPE,
                "Answer what an agent asks for, or refuse",
                people::answer)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"value":{"type":"string","writeOnly":true},"refuse":{"type":"boolean"}}}
                    """)),
        Route.of(
                "PUT",
                "/v1/sessions/{id}/secrets/{name}",
                Role.TYPE,
                "Keep a secret under a name while the session lives, in memory only",
                people::keep)
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"value":{"type":"string","writeOnly":true}},"required":["value"]}
                    """))
            .answering(204));
  }

  private Session session(HttpCall call) {
    return sessions.find(call.variable("id"));
  }

  private void floor(HttpCall call) throws Exception {
    var session = session(call);
    var take = call.body().path("take").asBoolean(false);
    if (take) {
      session.floor().take(call.caller().who());
    } else {
      session.floor().handBack(call.caller().who());
    }
    audit.note(call.caller(), take ? "took the floor" : "handed back", session.id().value());
    call.json(200, floor(session));
  }

  private static ObjectNode floor(Session session) {
    var held = session.floor().holding();
    var fields = Json.object().put("floor", held.isPresent() ? "human" : "agent");
    held.ifPresent(one -> fields.put("who", one.who()).put("since", one.since().toString()));
    return fields;
  }

  private void ask(HttpCall call) throws Exception {
    var fields = call.body().put("session", call.variable("id"));
    call.json(200, calls.call(call, NamedCall.ASK, fields));
  }

  private void answer(HttpCall call) throws Exception {
    var session = session(call);
    var body = call.body();
    var outcome =
        body.path("refuse").asBoolean(false)
            ? refuse(session, call.variable("ask"))
            : supply(session, call.variable("ask"), body.path("value").asString(""));
    audit.note(
        call.caller(),
        outcome.equals("refused") ? "refused what was asked" : "secret supplied",
        session.id().value());
    call.json(200, Json.object().put("outcome", outcome));
  }

  static String refuse(Session session, String ask) {
    session.asks().refuse(ask);
    return "refused";
  }

  /** Types a secret that was asked for, and only where the program does not show it. */
  static String supply(Session session, String ask, String value) {
    var asked =
        session.asks().pending().stream()
            .filter(one -> one.id().equals(ask))
            .findFirst()
            .orElseThrow(
                () ->
                    new Problem(
                        404,
                        "not_found",
                        "There is no such open question",
                        "See asks of the session"));
    if (asked.kind() != Asks.Kind.SECRET) {
      throw Problem.badInput("This asks for no secret", "Take the floor instead");
    }
    if (value.isEmpty()) {
      throw Problem.badInput("There is no value", "Give value, or refuse");
    }
    session.supplySecret(value);
    return "done";
  }

  private void keep(HttpCall call) throws Exception {
    var session = session(call);
    var value = call.body().path("value").asString("");
    if (value.isEmpty()) {
      throw Problem.badInput("There is no value to keep", "Give value");
    }
    session.keepSecret(call.variable("name"), value);
    audit.note(call.caller(), "secret kept", session.id().value());
    call.nothing();
  }
}
