package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.server.wire.NamedCall;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What people do for agents: take the floor and hand it back, answer what is asked, keep secrets.
 */
final class PeopleRoutes {
  private final RestCalls calls;
  private final PeopleTyping peopleTyping;

  private PeopleRoutes(RestCalls calls, PeopleTyping peopleTyping) {
    this.calls = calls;
    this.peopleTyping = peopleTyping;
  }

  static List<Route> of(RestCalls calls, PeopleTyping peopleTyping) {
    var people = new PeopleRoutes(calls, peopleTyping);
    return List.of(
        Route.of(
                "POST",
                "/v1/sessions/{id}/floor",
                Role.TYPE,
                "Take control, or hand it back",
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
                    {"type":"object","properties":{"value":{"type":"string","writeOnly":true},"program":{"type":"string"}},"required":["value","program"]}
                    """))
            .answering(204));
  }

  private AtKeyboard keyboard(HttpCall call) {
    return calls.typed().keyboard(call.caller(), call.variable("id"), peopleTyping);
  }

  private void floor(HttpCall call) throws Exception {
    try (var person = keyboard(call)) {
      if (call.body().path("take").asBoolean(false)) {
        person.takeFloor();
      } else {
        person.handBack();
      }
    }
    call.json(200, floor(calls.typed().find(calls.asking(call), call.variable("id"))));
  }

  private static ObjectNode floor(SessionEntry session) {
    var held = session.standing().floor();
    var fields = Json.object().put("floor", held.isPresent() ? "human" : "agent");
    held.ifPresent(one -> fields.put("who", one.who()).put("since", Json.time(one.since())));
    return fields;
  }

  private void ask(HttpCall call) throws Exception {
    var fields = call.body().put("session", call.variable("id"));
    call.json(200, calls.call(call, NamedCall.ASK, fields));
  }

  private void answer(HttpCall call) throws Exception {
    var body = call.body();
    var refuse = body.path("refuse").asBoolean(false);
    try (var person = keyboard(call)) {
      if (refuse) {
        person.refuse(call.variable("ask"));
      } else {
        person.supply(call.variable("ask"), body.path("value").asString(""));
      }
    }
    call.json(200, Json.object().put("outcome", refuse ? "refused" : "done"));
  }

  private void keep(HttpCall call) throws Exception {
    try (var person = keyboard(call)) {
      var body = call.body();
      person.keep(
          call.variable("name"),
          body.path("value").asString(""),
          body.path("program").asString(""));
    }
    call.nothing();
  }
}
