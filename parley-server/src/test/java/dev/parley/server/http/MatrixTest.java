package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every route with every method and every kind of key, and hostile values everywhere. */
@Timeout(300)
final class MatrixTest {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO", "get");

  /** A status that nobody may cause: what is declined is declined with a reason. */
  private static final List<Integer> BROKEN = List.of(500, 503, 505);

  @TempDir static Path folder;
  private static RunningDaemon daemon;
  private static HttpTalk admin;
  private static RawTalk raw;
  private static String session;

  /** A token for which the session is not there. */
  private static String own;

  private record Known(String method, String path, Optional<Role> role, JsonNode description) {}

  @BeforeAll
  static void start() {
    // Thousands of tries at the pace of one caller would take minutes.
    daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0", "-Dparley.http_pace=1000");
    admin = HttpTalk.with(daemon, Role.ADMIN);
    raw = new RawTalk(admin.url);
    session = daemon.start("cat");
    own = new Tokens(daemon.home.state()).make("own", Role.ADMIN, true, Optional.empty());
  }

  @AfterAll
  static void end() {
    admin.close();
    daemon.close();
  }

  private static List<Known> routes() {
    var routes = new ArrayList<Known>();
    for (var path : admin.get("/openapi.json").json().path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        routes.add(
            new Known(
                method.getKey().toUpperCase(Locale.ROOT),
                path.getKey(),
                Role.named(method.getValue().path("x-role").asString("")),
                method.getValue()));
      }
    }
    assertThat(routes).hasSizeGreaterThan(25);
    return routes;
  }

  /** Each kind of key, as a header, and what it may. */
  private static Map<String, Optional<Role>> keys() {
    var tokens = new Tokens(daemon.home.state());
    var keys = new LinkedHashMap<String, Optional<Role>>();
    keys.put("X-Nothing: here", Optional.empty());
    keys.put("Authorization: Bearer wrong", Optional.empty());
    keys.put("Authorization: Bearer", Optional.empty());
    keys.put("Authorization: Basic " + admin.token, Optional.empty());
    keys.put("Authorization: " + admin.token, Optional.empty());
    keys.put("Cookie: parley=" + admin.token, Optional.empty());
    keys.put("Sec-WebSocket-Protocol: parley, key." + admin.token, Optional.empty());
    keys.put("Proxy-Authorization: Bearer " + admin.token, Optional.empty());
    keys.put(
        "Authorization: Bearer "
            + tokens.make("expired", Role.ADMIN, false, Optional.of(Duration.ZERO)),
        Optional.empty());
    var revoked = tokens.make("revoked", Role.ADMIN, false, Optional.empty());
    tokens.revoke("revoked");
    keys.put("Authorization: Bearer " + revoked, Optional.empty());
    for (var role : Role.values()) {
      keys.put("Authorization: Bearer " + tokens.of(role), Optional.of(role));
    }
    keys.put(
        "Authorization: bearer " + tokens.make("named", Role.TYPE, false, Optional.empty()),
        Optional.of(Role.TYPE));
    keys.put("Authorization: Bearer " + own, Optional.of(Role.ADMIN));
    return keys;
  }

  @Test
  void everyRouteMethodAndKey() throws IOException {
    var routes = routes();
    var keys = keys();
    var tries = 0;
    for (var path : routes.stream().map(Known::path).distinct().toList()) {
      // Nobody's session: what passes the gate harms nothing.
      var address = path.replace("{id}", "nobody").replaceAll("[{}]", "");
      for (var method : METHODS) {
        var route =
            routes.stream()
                .filter(one -> one.path().equals(path))
                .filter(one -> one.method().equals(method.equals("HEAD") ? "GET" : method))
                .findFirst();
        for (var key : keys.entrySet()) {
          if (path.equals("/v1/events") && key.getValue().isPresent()) {
            continue; // it has no end
          }
          var answer =
              raw.say(
                  method + " " + address + " HTTP/1.1",
                  "Host: " + raw.host(),
                  "Content-Length: 0",
                  key.getKey());
          var status = RawTalk.status(answer);
          tries++;
          var what = "%s %s with %s".formatted(method, path, key.getKey().split(" ")[0]);
          assertThat(status).as(what).isNotIn(BROKEN);
          if (route.isEmpty()) {
            assertThat(status).as(what).isIn(400, 404, 405);
          } else if (route.get().role().isPresent()) {
            var needed = route.get().role().get();
            if (key.getValue().isEmpty()) {
              assertThat(status).as(what).isIn(401, 429);
            } else if (!key.getValue().get().may(needed)) {
              assertThat(status).as(what).isEqualTo(403);
            } else {
              assertThat(status).as(what).isNotIn(401, 403);
            }
          }
          assertThat(answer).doesNotContain("Access-Control-Allow", "Exception");
          if (key.getValue().isEmpty() || key.getKey().endsWith(own)) {
            assertThat(answer).doesNotContain(session);
          }
        }
      }
    }
    assertThat(tries).isGreaterThan(3000);
  }

  private static final List<String> HOSTILE =
      List.of(
          "",
          "-1",
          "0",
          "1",
          "" + Long.MIN_VALUE,
          "" + Long.MAX_VALUE,
          "9223372036854775808",
          "" + Integer.MAX_VALUE,
          "" + Integer.MIN_VALUE,
          "1e309",
          "NaN",
          "1.5",
          "null",
          "true",
          "[]",
          "{}",
          "\u0000",
          "\u001b[2J",
          "\u202e\ud83d",
          "../../etc/passwd",
          "%s%n",
          "a?".repeat(300) + "a".repeat(300),
          "((a{1000}){1000}){1000}",
          "[",
          "x".repeat(6000));

  private final List<String> harmed = new ArrayList<>();

  /** A request that was malformed ends its connection, which the client may have kept. */
  private static HttpTalk.Answer answer(String method, String path, String body) {
    try {
      return send(method, path, body);
    } catch (UncheckedIOException closed) {
      return send(method, path, body);
    }
  }

  /** Notes an answer that nobody may cause, or that tells of our insides. */
  private void harmless(String method, String path, String body, String what) {
    try {
      var answer = answer(method, path, body);
      endStarted(path, answer);
      if (BROKEN.contains(answer.status())
          || Stream.of("Exception", "java.", "dev.parley", "\u001b")
              .anyMatch(answer.text()::contains)) {
        harmed.add("%s: %d %.200s".formatted(what, answer.status(), answer.text()));
      }
    } catch (UncheckedIOException noAnswer) {
      harmed.add("%s: no answer (%s)".formatted(what, noAnswer.getMessage()));
    }
  }

  /** What was started by the way is ended: hundreds of shells take a busy machine minutes. */
  private static void endStarted(String path, HttpTalk.Answer answer) {
    if (path.equals("/v1/sessions") && answer.status() == 201) {
      var started = answer.json().path("session").asString();
      admin.delete("/v1/sessions/" + started + "?force=true&remove=true");
    }
  }

  @Test
  void hostileValuesInEveryParameterOfEveryAddress() {
    for (var route : routes()) {
      if (route.path().equals("/v1/events") || route.path().endsWith("/stream")) {
        continue;
      }
      for (var parameter : route.description().path("parameters")) {
        var name = parameter.path("name").asString();
        for (var value : HOSTILE) {
          var encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
          var path =
              parameter.path("in").asString().equals("path")
                  ? route.path().replace("{" + name + "}", value.isEmpty() ? "%20" : encoded)
                  : route.path() + "?" + name + "=" + encoded;
          // What would end the session that the others are tried on is tried on nobody's.
          var id = route.method().equals("DELETE") ? "nobody" : session;
          var address = path.replace("{id}", id).replaceAll("[{}]", "").replace("+", "%20");
          if (address.length() < 7000) {
            harmless(
                route.method(),
                address,
                "{}",
                "%s %s %s=%.60s".formatted(route.method(), route.path(), name, value));
          }
        }
      }
    }
    assertThat(harmed).isEmpty();
    assertThat(admin.get("/v1/sessions/" + session).status()).isEqualTo(200);
  }

  @Test
  void hostileValuesInEveryFieldOfEveryBody() {
    var values = new ArrayList<String>();
    HOSTILE.forEach(
        value ->
            values.add(Json.text(Json.object().put("x", value)).replaceAll("^\\{\"x\":|}$", "")));
    values.addAll(
        List.of(
            "-1",
            "0",
            "" + Long.MIN_VALUE,
            "" + Long.MAX_VALUE,
            "92233720368547758080",
            "1e400",
            "1e-400",
            "1.5",
            "true",
            "null",
            "[]",
            "{}",
            "[[[[[[]]]]]]",
            "[null,1,\"x\"]",
            "{\"a\":{\"b\":[]}}"));
    for (var route : routes()) {
      if (route.path().equals("/mcp") || route.method().equals("GET")) {
        continue;
      }
      var schema =
          route
              .description()
              .path("requestBody")
              .path("content")
              .path("application/json")
              .path("schema");
      for (var field : schema.path("properties").properties()) {
        if (field.getKey().equals("signal")) {
          continue; // a right one would end the session
        }
        for (var value : values) {
          var id = route.method().equals("DELETE") ? "nobody" : session;
          var path = route.path().replace("{id}", id).replaceAll("[{}]", "");
          var quick = field.getKey().equals("timeout_ms") ? "" : ",\"timeout_ms\":0";
          var body = "{\"%s\":%s%s}".formatted(field.getKey(), value, quick);
          harmless(
              route.method(),
              path,
              body,
              "%s %s %s: %.60s".formatted(route.method(), route.path(), field.getKey(), value));
        }
      }
      for (var body :
          List.of("", "[", "[]", "\"x\"", "nul", "{\"a\":1", "\u0000", "[".repeat(5000))) {
        harmless(
            route.method(),
            route.path().replace("{id}", session).replaceAll("[{}]", ""),
            body,
            route.path() + " body " + body);
      }
    }
    assertThat(harmed).isEmpty();
    assertThat(admin.get("/healthz").status()).isEqualTo(200);
  }

  private static HttpTalk.Answer send(String method, String path, String body) {
    return admin.send(
        HttpRequest.newBuilder(java.net.URI.create(admin.url + path))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + admin.token)
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET")
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build());
  }
}
