package dev.parley.server.http;

import dev.parley.server.access.Caller;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request on its way through a route: who asks, what for, and the answer.
 *
 * @param variables the parts of the path that the route names
 */
record HttpCall(
    Request request,
    Response response,
    Callback callback,
    Optional<Caller> asking,
    Map<String, String> variables,
    Fields query) {
  /** The largest body; what may be typed at once fits. */
  static final int LONGEST_BODY = 2 << 20;

  private static final Duration LONGEST_READ = Duration.ofSeconds(30);

  HttpCall(Request request, Response response, Callback callback, Optional<Caller> asking) {
    this(request, response, callback, asking, Map.of(), Fields.EMPTY);
  }

  HttpCall along(Map<String, String> found) {
    return new HttpCall(request, response, callback, asking, found, query(request));
  }

  private static Fields query(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException malformed) {
      throw Problem.badInput("The query of the address cannot be read", "");
    }
  }

  /** Who asks; only for routes that need a role. */
  Caller caller() {
    return asking.orElseThrow();
  }

  String variable(String name) {
    return variables.getOrDefault(name, "");
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.getValue(name)).filter(value -> !value.isEmpty());
  }

  boolean flag(String name) {
    return parameter(name).filter(value -> value.equals("true") || value.equals("1")).isPresent();
  }

  Optional<Long> number(String name) {
    try {
      return parameter(name).map(Long::valueOf);
    } catch (NumberFormatException wrong) {
      throw Problem.badInput("%s must be a number".formatted(name), "");
    }
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  /** The body, a JSON object; an empty one when there is none. */
  ObjectNode body() throws IOException {
    return body(LONGEST_BODY);
  }

  ObjectNode body(int longest) throws IOException {
    if (request.getLength() > longest) {
      // Who sends a little too much hears why; a connection closed in their face would not tell.
      if (longest == LONGEST_BODY && request.getLength() <= 2L * LONGEST_BODY) {
        read(longest);
        read(longest);
      }
      throw tooLong(longest);
    }
    var bytes = read(longest);
    if (bytes.length > longest) {
      throw tooLong(longest);
    }
    if (bytes.length == 0) {
      return Json.object();
    }
    // A page of another site can post a form or plain text without asking first, but not this.
    if (!header("Content-Type")
        .orElse("")
        .toLowerCase(java.util.Locale.ROOT)
        .startsWith("application/json")) {
      throw new Problem(415, "bad_input", "The Content-Type must be application/json");
    }
    try {
      if (Json.parse(new String(bytes, StandardCharsets.UTF_8)) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException malformed) {
      // told below
    }
    throw Problem.badInput("The body must be a JSON object", "");
  }

  /** Reads the body, but not for ever: a byte now and then would hold the connection. */
  private byte[] read(int longest) throws IOException {
    var client = request.getConnectionMetaData().getConnection().getEndPoint();
    var late =
        request
            .getComponents()
            .getScheduler()
            .schedule(client::close, LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return Content.Source.asInputStream(request).readNBytes(longest + 1);
    } finally {
      late.cancel();
    }
  }

  private static Problem tooLong(int longest) {
    return new Problem(
        413, "limit", "A body may have %d bytes at most".formatted(longest), "Send less at once");
  }

  void json(int status, ObjectNode fields) throws IOException {
    send(status, "application/json", Json.text(fields).getBytes(StandardCharsets.UTF_8));
  }

  void problem(Problem problem) throws IOException {
    send(
        problem.status,
        "application/problem+json",
        Json.text(problem.toJson()).getBytes(StandardCharsets.UTF_8));
  }

  void send(int status, String type, byte[] bytes) throws IOException {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    if (request.getMethod().equals("HEAD")) {
      Content.Sink.write(response, true, ByteBuffer.allocate(0));
    } else {
      Content.Sink.write(response, true, ByteBuffer.wrap(bytes));
    }
  }

  void nothing() throws IOException {
    response.setStatus(204);
    Content.Sink.write(response, true, ByteBuffer.allocate(0));
  }
}
