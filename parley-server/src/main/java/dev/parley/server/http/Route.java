package dev.parley.server.http;

import dev.parley.server.access.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing the HTTP door can do: its address, who may, and the doing. The same entry finds the way
 * of a request and describes it to the world.
 *
 * @param role what a caller needs; nothing where everybody may
 * @param query the parameters after the question mark, each with what it is
 * @param body the schema of the body; nothing where there is none
 * @param answer the media type of a good answer
 */
record Route(
    String method,
    String path,
    Optional<Role> role,
    String summary,
    List<Parameter> query,
    Optional<ObjectNode> body,
    int status,
    String answer,
    Handler handler) {

  /** Does what the route does and answers, or throws a Problem or a Refusal. */
  @FunctionalInterface
  interface Handler {
    /** What the request came to; a stream stays open after it. */
    void handle(HttpCall call) throws Exception;
  }

  /** A parameter after the question mark. */
  record Parameter(String name, String type, String description) {}

  static Route of(String method, String path, Role role, String summary, Handler handler) {
    return new Route(
        method,
        path,
        Optional.of(role),
        summary,
        List.of(),
        Optional.empty(),
        200,
        "application/json",
        handler);
  }

  /** For everybody, also without a token. */
  Route open() {
    return new Route(method, path, Optional.empty(), summary, query, body, status, answer, handler);
  }

  Route taking(String name, String type, String description) {
    var more = new ArrayList<>(query);
    more.add(new Parameter(name, type, description));
    return new Route(method, path, role, summary, List.copyOf(more), body, status, answer, handler);
  }

  Route withBody(ObjectNode schema) {
    return new Route(
        method, path, role, summary, query, Optional.of(schema), status, answer, handler);
  }

  Route answering(int goodStatus) {
    return new Route(method, path, role, summary, query, body, goodStatus, answer, handler);
  }

  Route answering(String type) {
    return new Route(method, path, role, summary, query, body, status, type, handler);
  }

  /** The names in braces, in order. */
  List<String> variables() {
    var names = new ArrayList<String>();
    for (var part : path.split("/")) {
      if (part.startsWith("{")) {
        names.add(part.substring(1, part.indexOf('}')));
      }
    }
    return names;
  }

  /** The parts of a path this route names; nothing when it is another's path. */
  Optional<Map<String, String>> match(List<String> parts) {
    var own = path.substring(1).split("/", -1);
    if (own.length != parts.size()) {
      return Optional.empty();
    }
    var found = new HashMap<String, String>();
    for (var at = 0; at < own.length; at++) {
      var part = parts.get(at);
      if (own[at].startsWith("{")) {
        if (part.isEmpty()) {
          return Optional.empty();
        }
        found.put(own[at].substring(1, own[at].length() - 1), part);
      } else if (!own[at].equals(part)) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }
}
