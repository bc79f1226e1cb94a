package dev.parley.cli.doors;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plain HTTP. */
final class RestDoor implements Door {
  private final Http http;

  RestDoor(Http http) {
    this.http = http;
  }

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    return switch (what) {
      case "session_start" -> post("/v1/sessions", arguments);
      case "session_send" -> post(at(arguments, "/input"), without(arguments, "session"));
      case "session_read" -> read(arguments);
      case "session_list" ->
          get("/v1/sessions" + query(arguments, List.of("include_exited", "fleet")));
      case "session_close" ->
          answer(http.request(at(arguments, query(arguments, List.of("force")))).DELETE());
      case "resize", "signal" -> post(at(arguments, "/" + what), without(arguments, "session"));
      case "screen" -> text(at(arguments, "/screen.txt"));
      case "export" -> text(at(arguments, "/export?format=text"));
      default -> throw new IllegalArgumentException(what);
    };
  }

  private JsonNode read(ObjectNode arguments) {
    var asked = arguments.deepCopy();
    asked.set(
        "wait_ms", arguments.path("timeout_ms").asOptional().orElse(JSON.valueToTree(15_000)));
    var words =
        List.of(
            "from", "grep", "wait_ms", "until", "pattern", "quiet_ms", "view", "max_tokens", "ids");
    if (arguments.has("sessions")) {
      asked.set("ids", arguments.path("sessions"));
      return get("/v1/wait" + query(asked, words));
    }
    return get(at(arguments, "/output" + query(asked, words)));
  }

  private static String at(ObjectNode arguments, String rest) {
    return "/v1/sessions/" + encoded(arguments.path("session").asString()) + rest;
  }

  private static ObjectNode without(ObjectNode arguments, String field) {
    var fewer = arguments.deepCopy();
    fewer.remove(field);
    return fewer;
  }

  private static String query(ObjectNode arguments, List<String> names) {
    var query =
        names.stream()
            .filter(arguments::has)
            .map(name -> name + "=" + encoded(value(arguments.path(name))))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  private static String value(JsonNode value) {
    return value.isArray()
        ? StreamSupport.stream(value.spliterator(), false)
            .map(JsonNode::asString)
            .collect(Collectors.joining(","))
        : value.asString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) {
    return answer(http.request(path).GET());
  }

  private JsonNode post(String path, ObjectNode body) {
    return answer(
        http.request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
  }

  private JsonNode text(String path) {
    return JSON.createObjectNode().put("text", http.send(http.request(path).GET().build()).body());
  }

  private JsonNode answer(HttpRequest.Builder request) {
    var response = http.send(request.build());
    var body = JSON.readTree(response.body());
    return response.statusCode() < 300 ? body : Door.refused(body.path("code").asString());
  }

  @Override
  public void close() {}
}
