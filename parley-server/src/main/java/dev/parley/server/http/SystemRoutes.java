package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** What operators ask: health, readiness, metrics, and the description of all this. */
final class SystemRoutes {
  private SystemRoutes() {}

  static List<Route> of(Metrics metrics, Supplier<ObjectNode> description) {
    return List.of(
        Route.of(
                "GET",
                "/healthz",
                Role.WATCH,
                "Whether the daemon answers",
                call -> call.json(200, Json.object().put("status", "ok")))
            .open(),
        Route.of(
                "GET",
                "/readyz",
                Role.WATCH,
                "Whether sessions can be reached; the listener opens when they can",
                call -> call.json(200, Json.object().put("status", "ready")))
            .open(),
        Route.of(
                "GET",
                "/metrics",
                Role.WATCH,
                "Figures in the text format of Prometheus",
                call ->
                    call.send(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        metrics.text().getBytes(StandardCharsets.UTF_8)))
            .answering("text/plain"),
        Route.of(
                "GET",
                "/openapi.json",
                Role.WATCH,
                "This description",
                call -> call.json(200, description.get()))
            .open());
  }
}
