package dev.parley.server.http;

import dev.parley.client.Home;
import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Talks to a daemon over HTTP as a program with a token of some role does. */
final class HttpTalk implements AutoCloseable {
  static {
    // The tests say what no ordinary client would.
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin,connection,upgrade");
  }

  final String url;
  final String token;
  final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  HttpTalk(String url, String token) {
    this.url = url;
    this.token = token;
  }

  static HttpTalk with(RunningDaemon daemon, Role role) {
    RunningDaemon.until(() -> daemon.status().has("http"));
    return new HttpTalk(
        daemon.status().path("http").path("url").asString(), token(daemon.home, role));
  }

  static String token(Home home, Role role) {
    return new Tokens(home.state()).of(role);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + token);
  }

  /** A status and a body, which is JSON mostly. */
  record Answer(int status, Map<String, String> headers, String text) {
    JsonNode json() {
      return Json.parse(text);
    }
  }

  Answer get(String path) {
    return send(request(path).GET().build());
  }

  Answer delete(String path) {
    return send(request(path).DELETE().build());
  }

  Answer post(String path, ObjectNode body) {
    return send("POST", path, body);
  }

  Answer send(String method, String path, ObjectNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(Json.text(body)))
            .build());
  }

  Answer send(HttpRequest request) {
    try {
      var response = client.send(request, BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().map().entrySet().stream()
              .collect(
                  java.util.stream.Collectors.toMap(
                      entry -> entry.getKey().toLowerCase(java.util.Locale.ROOT),
                      entry -> String.join(", ", entry.getValue()))),
          response.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  /** The lines of a stream of events. */
  HttpResponse<Stream<String>> events() throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + "/v1/events"))
            .header("Authorization", "Bearer " + token)
            .build(),
        BodyHandlers.ofLines());
  }

  StreamTalk stream(String session, String query) {
    return StreamTalk.open(this, "/v1/sessions/" + session + "/stream" + query, Map.of());
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
