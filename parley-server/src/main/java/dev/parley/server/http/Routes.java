package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;

/** The table of all the HTTP door can do; requests find their way by it and so does the reader. */
final class Routes {
  static final String MCP = "/mcp";

  private final List<Route> routes;
  private final ConsoleFiles console;

  Routes(List<Route> routes, ConsoleFiles console) {
    var all = new ArrayList<>(routes);
    for (var method : List.of("POST", "GET", "DELETE")) {
      all.add(
          Route.of(
                  method,
                  MCP,
                  Role.ADMIN,
                  "MCP over Streamable HTTP; see the protocol",
                  _ -> {
                    throw new IllegalStateException("MCP has its own handler");
                  })
              .withBody(Json.object().put("type", "object")));
    }
    this.routes = List.copyOf(all);
    this.console = console;
  }

  List<Route> all() {
    return routes;
  }

  /** A route, and the parts of the path it names. */
  record Found(Route route, Map<String, String> variables) {}

  Found find(Request request) {
    var path = String.valueOf(request.getHttpURI().getPath());
    var method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    var parts = parts(path);
    var others = new ArrayList<String>();
    for (var route : routes) {
      var variables = route.match(parts);
      if (variables.isPresent()) {
        if (route.method().equals(method)) {
          return new Found(route, variables.get());
        }
        others.add(route.method());
      }
    }
    if (others.isEmpty() && method.equals("GET")) {
      var file = console.route(path);
      if (file.isPresent()) {
        return new Found(file.get(), Map.of());
      }
    }
    if (!others.isEmpty()) {
      throw new Problem(
          405,
          "bad_input",
          "This address does not take " + printable(request.getMethod()),
          "Use " + others.stream().distinct().collect(Collectors.joining(", ")));
    }
    throw new Problem(404, "not_found", "There is nothing at this address", "See /openapi.json");
  }

  private static String printable(String method) {
    return method.replaceAll("[^A-Za-z]", "?");
  }

  private static List<String> parts(String path) {
    return Arrays.stream(path.substring(Math.min(1, path.length())).split("/", -1))
        .map(Routes::decoded)
        .toList();
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw Problem.badInput("The address cannot be read", "");
    }
  }
}
