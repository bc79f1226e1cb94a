package dev.parley.server.http;

import dev.parley.server.json.Json;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The table of routes as an OpenAPI 3.1 description. */
final class OpenApi {
  private OpenApi() {}

  static ObjectNode of(List<Route> routes, String version) {
    var api = Json.object().put("openapi", "3.1.0");
    api.putObject("info")
        .put("title", "Parley")
        .put("summary", "Terminals that agents can hold a conversation with")
        .put("version", version);
    var paths = api.putObject("paths");
    for (var route : routes) {
      paths
          .withObjectProperty(route.path())
          .set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    var components = api.putObject("components");
    components
        .putObject("securitySchemes")
        .set(
            "token",
            Json.object()
                .put("type", "http")
                .put("scheme", "bearer")
                .put("description", "What 'parley token' prints; there is one for each role"));
    components.putObject("schemas").set("Problem", problem());
    return api;
  }

  private static ObjectNode operation(Route route) {
    var operation = Json.object().put("summary", route.summary());
    operation.put("operationId", id(route));
    var parameters = operation.putArray("parameters");
    for (var name : route.variables()) {
      parameters
          .addObject()
          .put("name", name)
          .put("in", "path")
          .put("required", true)
          .set("schema", Json.object().put("type", "string"));
    }
    for (var parameter : route.query()) {
      parameters
          .addObject()
          .put("name", parameter.name())
          .put("in", "query")
          .put("description", parameter.description())
          .set("schema", Json.object().put("type", parameter.type()));
    }
    if (!route.method().equals("GET") && route.body().isPresent()) {
      operation
          .putObject("requestBody")
          .putObject("content")
          .putObject("application/json")
          .set("schema", route.body().get());
    }
    var responses = operation.putObject("responses");
    var good = responses.putObject("" + route.status()).put("description", "Done");
    if (route.status() != 204) {
      good.putObject("content").putObject(route.answer());
    }
    var bad = responses.putObject("default").put("description", "Declined, and why");
    bad.putObject("content")
        .putObject("application/problem+json")
        .putObject("schema")
        .put("$ref", "#/components/schemas/Problem");
    var security = operation.putArray("security");
    route.role().ifPresent(_ -> security.addObject().putArray("token"));
    route.role().ifPresent(role -> operation.put("x-role", role.wire()));
    return operation;
  }

  /** {@code GET /v1/sessions/{id}/screen.png} becomes {@code get_v1_sessions_id_screen_png}. */
  private static String id(Route route) {
    return (route.method() + route.path())
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "_")
        .replaceAll("_$", "");
  }

  private static ObjectNode problem() {
    return Json.parseObject(
        """
        {"type":"object","properties":{"type":{"type":"string"},"title":{"type":"string"},
        "status":{"type":"integer"},"detail":{"type":"string","description":"what happened"},
        "code":{"type":"string","description":"bad_input, not_found, held_by_human, exited, busy, floor_needed, evicted, limit, not_allowed, unsupported_here, unauthorized, forbidden, host, origin or failed"},
        "try":{"type":"string","description":"what to do instead"}}}
        """);
  }
}
