package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The rules that call people, by REST. */
final class AlertRoutes {
  private final ControlCalls control;

  private AlertRoutes(ControlCalls control) {
    this.control = control;
  }

  static List<Route> of(ControlCalls control) {
    var alerts = new AlertRoutes(control);
    return List.of(
        Route.of(
            "GET",
            "/v1/alerts",
            Role.ADMIN,
            "The rules that call people, and how each fared",
            call -> alerts.answer(call, "alert_list", Json.object())),
        Route.of(
                "POST",
                "/v1/alerts",
                Role.ADMIN,
                "Add a rule; the key that signs a webhook is told this once",
                call -> alerts.answer(call, "alert_add", call.body()))
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"when":{"type":"array","items":{"type":"string","enum":["asked","secret","question","failed","done"]}},
                    "after_ms":{"type":"integer","description":"how long it must last first"},
                    "with_text":{"type":"boolean","description":"also say what it is about, which may be output"},
                    "to":{"type":"object","properties":{"kind":{"type":"string","enum":["webhook","ntfy","command","bell","desktop","push"]},
                    "words":{"type":"array","items":{"type":"string"},"description":"the address, or the command"},
                    "key":{"type":"string","writeOnly":true,"description":"signs a webhook, or opens an ntfy topic"},
                    "endpoint":{"type":"string"},"p256dh":{"type":"string"},"auth":{"type":"string","writeOnly":true}},"required":["kind"]}},"required":["when","to"]}
                    """)),
        Route.of(
            "DELETE",
            "/v1/alerts/{alert}",
            Role.ADMIN,
            "Remove a rule",
            call -> alerts.answer(call, "alert_remove", named(call))),
        Route.of(
            "POST",
            "/v1/alerts/{alert}/test",
            Role.ADMIN,
            "Call once, as the rule would",
            call -> alerts.answer(call, "alert_test", named(call))),
        Route.of(
            "GET",
            "/v1/push",
            Role.ADMIN,
            "The key by which browsers know whose push messages they take (VAPID)",
            call -> alerts.answer(call, "push_key", Json.object())));
  }

  private static ObjectNode named(HttpCall call) {
    return Json.object().put("id", call.variable("alert"));
  }

  private void answer(HttpCall call, String method, ObjectNode params) throws Exception {
    // A rule tells of everybody's sessions.
    if (call.caller().ownOnly()) {
      throw new Problem(
          404, "not_found", "Alerts are not for tokens that see only their own sessions");
    }
    call.json(200, control.call(call.caller(), method, params));
  }
}
