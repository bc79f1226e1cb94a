package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** For a token that was made with {@code --own}, sessions of others are not there, at any door. */
@Timeout(300)
final class OwnersTest {
  private static final String CANARY = "canary-of-another";

  @TempDir static Path folder;
  private static RunningDaemon daemon;
  private static HttpTalk admin;
  private static HttpTalk own;
  private static HttpTalk other;
  private static Tokens tokens;

  /** One of a person's, one of another token's. */
  private static final List<String> FOREIGN = new ArrayList<>();

  private static String mine;

  @BeforeAll
  static void start() {
    daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0");
    admin = HttpTalk.with(daemon, Role.ADMIN);
    tokens = new Tokens(daemon.home.state());
    own = new HttpTalk(admin.url, tokens.make("mine", Role.ADMIN, true, Optional.empty()));
    other = new HttpTalk(admin.url, tokens.make("other", Role.ADMIN, true, Optional.empty()));
    FOREIGN.add(started(admin, "person"));
    FOREIGN.add(started(other, "others"));
    mine = started(own, "mine");
  }

  @AfterAll
  static void end() {
    for (var talk : List.of(admin, own, other)) {
      talk.close();
    }
    daemon.close();
  }

  private static String started(HttpTalk who, String name) {
    var launch = Json.object().put("name", name);
    launch.put("command", "echo %s; exec cat".formatted(name.equals("mine") ? "hello" : CANARY));
    var answer = who.post("/v1/sessions", launch.put("timeout_ms", 20_000));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("session").asString();
  }

  /** All that others may not learn of, or tell by. */
  private static void assertTellsNothing(String what, String text) {
    assertThat(text).as(what).doesNotContain(CANARY);
    FOREIGN.forEach(id -> assertThat(text).as(what).doesNotContain(id));
  }

  private static HttpTalk.Answer said(HttpTalk who, String method, String path, String body) {
    return who.send(
        HttpRequest.newBuilder(URI.create(who.url + path))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + who.token)
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build());
  }

  @Test
  void noRouteFindsASessionOfAnother() {
    var tried = 0;
    var before = FOREIGN.stream().map(id -> admin.get("/v1/sessions/" + id).json()).toList();
    for (var path : admin.get("/openapi.json").json().path("paths").properties()) {
      if (!path.getKey().contains("{id}")) {
        continue;
      }
      for (var method : path.getValue().properties()) {
        for (var reference :
            List.of(
                FOREIGN.get(0),
                FOREIGN.get(1),
                FOREIGN.get(0).substring(0, 6),
                FOREIGN.get(1).substring(0, 6),
                "person",
                "others")) {
          var address = path.getKey().replace("{id}", reference).replaceAll("[{}]", "x");
          var body =
              """
              {"text":"typed","signal":"KILL","cols":50,"rows":20,"take":true,"kind":"secret","value":"v","program":"cat","refuse":true}
              """;
          // What a schema does not know it refuses before a session is looked for.
          for (var sent : List.of(body, "{}", "{\"text\":\"x\"}", "{\"kind\":\"secret\"}")) {
            var answer = said(own, method.getKey().toUpperCase(Locale.ROOT), address, sent);
            var what = method.getKey() + " " + path.getKey() + " of " + reference;
            assertThat(answer.status()).as(what).isIn(404, 400);
            if (answer.status() == 400) {
              assertThat(answer.json().path("code").asString()).as(what).isEqualTo("bad_input");
            }
            if (!FOREIGN.contains(reference)) {
              assertTellsNothing(what, answer.text());
            }
            tried++;
          }
        }
      }
    }
    assertThat(tried).isGreaterThan(300);
    for (var at = 0; at < FOREIGN.size(); at++) {
      var now = admin.get("/v1/sessions/" + FOREIGN.get(at)).json();
      for (var field : List.of("state", "floor", "cols", "rows", "prompt", "asks")) {
        assertThat(now.path(field)).isEqualTo(before.get(at).path(field));
      }
    }
  }

  @Test
  void listsEventsWaitsAndFiguresHaveTheirOwnAlone() throws Exception {
    for (var path :
        List.of("/v1/sessions", "/v1/sessions?include_exited=true", "/v1/sessions/" + mine)) {
      var answer = own.get(path);
      assertTellsNothing(path, answer.text());
      assertThat(answer.text()).contains(mine).contains("token mine");
    }
    assertThat(own.get("/metrics").text()).contains("parley_sessions{state=\"waiting\"} 1\n");
    assertThat(own.get("/v1/wait?wait_ms=0&ids=" + mine).status()).isEqualTo(200);
    assertThat(own.get("/v1/wait?wait_ms=0&ids=%s,%s".formatted(mine, FOREIGN.get(0))).status())
        .isEqualTo(404);
    try (var lines = own.events().body()) {
      var events = lines.iterator();
      var first = "";
      while (!first.contains(mine)) {
        first = events.next();
        assertTellsNothing("events", first);
      }
      FOREIGN.add(started(admin, "later"));
      var another = started(own, "mine-too");
      for (var line = ""; !line.contains(another); line = events.next()) {
        assertTellsNothing("events", line);
      }
      own.delete("/v1/sessions/" + another + "?force=true&remove=true");
    }
  }

  @Test
  void aTakenNameIsNotToldWhoseItIs() {
    var answer = own.post("/v1/sessions", Json.object().put("name", "person"));
    assertThat(answer.status()).isEqualTo(400);
    assertTellsNothing("a taken name", answer.text());
  }

  private static JsonNode mcp(HttpTalk who, String method, ObjectNode params) {
    var meta = params.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    meta.putObject("io.modelcontextprotocol/clientInfo").put("name", "claimed").put("version", "1");
    var message =
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", method)
            .set("params", params);
    var request =
        who.request("/mcp")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
    if (params.has("name")) {
      request.header("Mcp-Name", params.path("name").asString());
    } else if (params.has("uri")) {
      request.header("Mcp-Name", params.path("uri").asString());
    }
    var answer = who.send(request.POST(BodyPublishers.ofString(Json.text(message))).build());
    var text = answer.text();
    var data = text.lines().filter(line -> line.startsWith("data:")).reduce((_, last) -> last);
    return Json.parse(data.map(line -> line.substring(5)).orElse(text));
  }

  private static String tool(HttpTalk who, String name, ObjectNode arguments) {
    var params = Json.object().put("name", name);
    params.set("arguments", arguments);
    return mcp(who, "tools/call", params).toString();
  }

  @Test
  void mcpHasItsOwnAlone() {
    assertThat(tool(own, "session_list", Json.object())).contains(mine);
    assertTellsNothing("session_list", tool(own, "session_list", Json.object()));
    assertTellsNothing("resources", mcp(own, "resources/list", Json.object()).toString());
    assertThat(mcp(own, "resources/list", Json.object()).toString()).contains(mine);
    for (var id : FOREIGN) {
      for (var name : List.of("session_read", "session_close")) {
        assertThat(tool(own, name, Json.object().put("session", id)))
            .contains("not_found")
            .doesNotContain(CANARY);
      }
      assertThat(tool(own, "session_send", Json.object().put("session", id).put("text", "x")))
          .contains("not_found");
      for (var face : List.of("screen", "transcript")) {
        var uri = "parley://sessions/%s/%s".formatted(id, face);
        assertThat(mcp(own, "resources/read", Json.object().put("uri", uri)).has("error")).isTrue();
      }
    }
    var completion = Json.object();
    completion
        .putObject("ref")
        .put("type", "ref/resource")
        .put("uri", "parley://sessions/{id}/screen");
    completion.putObject("argument").put("name", "id").put("value", "");
    var completed = mcp(own, "completion/complete", completion).toString();
    assertTellsNothing("completion", completed);
    assertThat(completed).contains(mine).doesNotContain("person");
    assertThat(admin.get("/v1/sessions/" + FOREIGN.get(0)).json().path("state").asString())
        .isEqualTo("waiting");
  }

  @Test
  void noWebSocketOpensOnASessionOfAnother() throws IOException {
    try (var stream = own.stream(mine, "")) {
      stream.outputUntil("hello");
    }
    for (var id : FOREIGN) {
      var answer =
          new RawTalk(own.url)
              .say(
                  "GET /v1/sessions/%s/stream HTTP/1.1".formatted(id),
                  "Host: " + new RawTalk(own.url).host(),
                  "Authorization: Bearer " + own.token,
                  "Upgrade: websocket",
                  "Connection: Upgrade",
                  "Sec-WebSocket-Version: 13",
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
      assertThat(RawTalk.status(answer)).isEqualTo(404);
      assertThat(answer).doesNotContain(CANARY);
    }
  }

  @Test
  void anOwnerIsRememberedAndALaterTokenOfTheNameIsAnothers() {
    var first = new HttpTalk(admin.url, tokens.make("again", Role.ADMIN, true, Optional.empty()));
    var theirs = started(first, "kept");
    tokens.revoke("again");
    var second = new HttpTalk(admin.url, tokens.make("again", Role.ADMIN, true, Optional.empty()));
    try (first;
        second) {
      assertThat(second.get("/v1/sessions/" + theirs).status()).isEqualTo(404);
      assertThat(admin.get("/v1/sessions/" + theirs).json().path("owner").asString())
          .isEqualTo("token again");
    }
  }
}
