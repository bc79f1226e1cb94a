package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The client's end of the HTTP transport: posts what it is told with the headers it is told. */
final class HttpClientEnd implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  final Map<String, String> headers = new LinkedHashMap<>();

  HttpClientEnd(int port) {
    uri = URI.create("http://localhost:%d/mcp".formatted(port));
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
  }

  HttpClientEnd with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  HttpClientEnd without(String name) {
    headers.remove(name);
    return this;
  }

  /** Introduces itself and keeps the session's id. */
  HttpClientEnd introduced() throws IOException, InterruptedException {
    var response =
        post(
            "initialize",
            "{\"protocolVersion\": \"2025-11-25\", \"capabilities\": %s}"
                .formatted(Era.CAPABILITIES));
    return with("Mcp-Session-Id", response.headers().firstValue("Mcp-Session-Id").orElseThrow())
        .with("MCP-Protocol-Version", "2025-11-25");
  }

  /** A request of the stateless era with the headers that belong to it. */
  HttpClientEnd describing(String method, String name) {
    with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
    return name.isEmpty() ? this : with("Mcp-Name", name);
  }

  static String stateless(String params) {
    return Era.STATELESS.describe(Json.parseObject(params), Era.CAPABILITIES).toString();
  }

  HttpResponse<String> post(String method, String params) throws IOException, InterruptedException {
    return send("POST", JsonRpc.request(1, method, Json.parseObject(params)).toString());
  }

  HttpResponse<String> send(String httpMethod, String body)
      throws IOException, InterruptedException {
    return http.send(request(httpMethod, body), BodyHandlers.ofString());
  }

  /** Opens a stream of events. */
  Events open(String httpMethod, String body) throws IOException, InterruptedException {
    return new Events(http.send(request(httpMethod, body), BodyHandlers.ofInputStream()));
  }

  private HttpRequest request(String httpMethod, String body) {
    var request =
        HttpRequest.newBuilder(uri).method(httpMethod, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return request.build();
  }

  static JsonNode json(HttpResponse<String> response) {
    return Json.parse(response.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  /** A stream of events that is being read. */
  static final class Events implements AutoCloseable {
    final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    Events(HttpResponse<InputStream> response) {
      this.response = response;
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    JsonNode next() throws IOException {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          return Json.parse(line.substring(6));
        }
      }
      throw new IOException("The stream has ended");
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }
}
