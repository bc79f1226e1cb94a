package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
final class HttpDoorTest {
  @TempDir static Path folder;
  private static RunningDaemon daemon;
  private static HttpTalk http;

  @BeforeAll
  static void start() {
    daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0");
    http = HttpTalk.with(daemon, Role.ADMIN);
  }

  @AfterAll
  static void end() {
    http.close();
    daemon.close();
  }

  @Test
  void aConversationOverRest() {
    var started =
        http.post("/v1/sessions", Json.object().put("command", "python3 -q").put("name", "py"));
    assertThat(started.status()).isEqualTo(201);
    assertThat(started.json().path("state").asString()).isEqualTo("waiting");

    var turn = http.post("/v1/sessions/py/input", Json.object().put("text", "6 * 7"));
    assertThat(turn.status()).isEqualTo(200);
    assertThat(turn.json().path("output").asString()).isEqualTo("42\n");

    assertThat(http.get("/v1/sessions/py/screen.txt").text()).contains(">>> 6 * 7\n42\n>>>");
    assertThat(http.get("/v1/sessions/py/screen").json().path("lines").path(1).asString())
        .isEqualTo("42");
    assertThat(http.get("/v1/sessions/py/output?from=0").json().path("output").asString())
        .isEqualTo(">>> 6 * 7\n42\n");

    var entry = http.get("/v1/sessions/py").json();
    assertThat(entry.path("state").asString()).isEqualTo("waiting");
    assertThat(entry.path("confidence").asString()).isEqualTo("high");
    assertThat(entry.path("cols").asInt()).isEqualTo(120);

    var closed = http.delete("/v1/sessions/py");
    assertThat(closed.json().path("state").asString()).isEqualTo("exited");
    assertThat(http.post("/v1/sessions/py/input", Json.object().put("text", "x")).status())
        .isEqualTo(409);
  }

  @Test
  void refusalsHaveACodeAStatusAndAWayOut() {
    var none = http.get("/v1/sessions/nobody");
    assertThat(none.status()).isEqualTo(404);
    assertThat(none.headers().get("content-type")).isEqualTo("application/problem+json");
    assertThat(none.json().path("code").asString()).isEqualTo("not_found");
    assertThat(none.json().path("try").asString()).contains("GET /v1/sessions");
    assertThat(http.post("/v1/sessions", Json.object().put("cols", "wide")).status())
        .isEqualTo(400);
    for (var code : Refusal.Code.values()) {
      assertThat(Problem.of(new Refusal(code, "no")).status).as(code.wire()).isNotEqualTo(500);
    }
    assertThat(http.get("/v1/nothing").status()).isEqualTo(404);
    assertThat(http.send("PUT", "/v1/sessions", Json.object()).status()).isEqualTo(405);
  }

  @Test
  void aWatcherSeesTheScreenThenEverythingAsItComes() {
    var id = daemon.start("cat");
    try (var stream = http.stream(id, "")) {
      var hello = stream.next("hello").json();
      assertThat(hello.path("session").asString()).isEqualTo(id);
      assertThat(hello.path("role").asString()).isEqualTo("admin");
      assertThat(stream.next(one -> one.kind() == StreamTalk.PAINT).offset()).isZero();
      assertThat(stream.next("state").json().path("session").asString()).isEqualTo(id);

      daemon.call("session_send", Json.object().put("session", id).put("text", "hello"));
      assertThat(stream.outputUntil("hello\r\nhello\r\n")).isEqualTo("hello\r\nhello\r\n");
    }
    try (var later = http.stream(id, "?from=7")) {
      var rest = later.next(one -> one.kind() == StreamTalk.OUTPUT);
      assertThat(rest.offset()).isEqualTo(7);
      assertThat(rest.text()).isEqualTo("hello\r\n");
    }
  }

  @Test
  void aPersonTakesTheFloorTypesAndSeesTheEnd() {
    var id = daemon.start("cat");
    try (var stream = http.stream(id, "")) {
      stream.type("too early");
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("floor_needed");
      stream.say(Json.object().put("type", "floor").put("take", true));
      stream.type("typed\r");
      stream.outputUntil("typed\r\ntyped\r\n");
      stream.say(Json.object().put("type", "resize").put("cols", 90).put("rows", 30));
      assertThat(stream.next("resize").json().path("cols").asInt()).isEqualTo(90);
      stream.say(Json.object().put("type", "ping"));
      stream.next("pong");
      stream.type("\u0004");
      var exit = stream.next("exit").json();
      assertThat(exit.path("state").asString()).isEqualTo("exited");
      assertThat(exit.path("exit_code").asInt()).isZero();
    }
  }

  @Test
  void aPersonIsToldWhatIsRefusedByWebSocketAndByRest() {
    var id = daemon.start("cat");
    try (var stream = http.stream(id, "")) {
      stream.say(Json.object().put("type", "resize").put("cols", 0).put("rows", 0));
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("bad_input");
      stream.say(Json.object().put("type", "refuse").put("ask", "ask-9"));
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("not_found");
    }
    var answer = http.post("/v1/sessions/" + id + "/asks/ask-9", Json.object().put("value", "x"));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.json().path("code").asString()).isEqualTo("not_found");
  }

  @Test
  void eventsTellOfEverySession() throws Exception {
    var first = daemon.start("cat");
    var lines = http.events().body().iterator();
    assertThat(lines.next()).isEqualTo("event: sessions");
    assertThat(lines.next()).startsWith("data: ").contains(first);
    var second = daemon.start("sh", "-c", "read line; exit 3");
    var seen = "";
    while (!(seen.contains(second) && seen.contains("\"waiting\""))) {
      seen = lines.next();
    }
    daemon.call("session_send", Json.object().put("session", second).put("text", "go"));
    while (!(seen.contains(second) && seen.contains("ended_badly"))) {
      seen = lines.next();
    }
    assertThat(seen).contains("code 3");
  }

  @Test
  void eventsTellWhatHasEndedASession() throws Exception {
    var lines = http.events().body().iterator();
    var idle = daemon.call("session_start", cat().put("idle_timeout_s", 1)).path("session");
    var closed = daemon.call("session_start", cat()).path("session");
    http.delete("/v1/sessions/" + closed.asString() + "?force=true");
    var open = new HashMap<>(Map.of(idle.asString(), "idle", closed.asString(), "closed by "));
    while (!open.isEmpty()) {
      var line = lines.next();
      open.entrySet()
          .removeIf(
              each ->
                  line.contains(each.getKey())
                      && line.contains("\"ended_by\":\"" + each.getValue()));
    }
  }

  private static ObjectNode cat() {
    var arguments = Json.object();
    arguments.putArray("command").add("cat");
    return arguments;
  }

  @Test
  void aBrowserLogsInWithACodeOnce() {
    var url = daemon.call("open", Json.object().put("role", "type")).path("url").asString();
    var code = url.substring(url.indexOf("#code=") + 6);
    assertThat(url).startsWith(http.url + "/#code=");
    try (var nobody = new HttpTalk(http.url, "none")) {
      var login =
          nobody.send(
              nobody
                  .request("/v1/login")
                  .header("Content-Type", "application/json")
                  .header("Origin", http.url)
                  .POST(HttpRequest.BodyPublishers.ofString("{\"code\":\"" + code + "\"}"))
                  .build());
      assertThat(login.status()).isEqualTo(200);
      assertThat(login.headers()).doesNotContainKey("set-cookie");
      try (var page = new HttpTalk(http.url, login.json().path("key").asString())) {
        assertThat(page.get("/v1/me").json().path("role").asString()).isEqualTo("type");
      }
      var again = nobody.post("/v1/login", Json.object().put("code", code));
      assertThat(again.status()).isEqualTo(401);
    }
  }

  @Test
  void aSecretGoesFromThePersonToTheProgramAlone() throws Exception {
    var id =
        daemon.start("python3", "-c", "import getpass; print(len(getpass.getpass()), 'letters')");
    RunningDaemon.until(() -> state(id).equals("secret"));
    var ask = Json.object().put("kind", "secret").put("message", "The key, please");
    var asking = CompletableFuture.supplyAsync(() -> http.post("/v1/sessions/" + id + "/ask", ask));
    RunningDaemon.until(() -> http.get("/v1/sessions/" + id).json().path("asks").size() == 1);
    var asked = http.get("/v1/sessions/" + id).json().path("asks").path(0);
    assertThat(asked.path("kind").asString()).isEqualTo("secret");
    assertThat(asked.path("message").asString()).isEqualTo("The key, please");
    var answer =
        http.post(
            "/v1/sessions/" + id + "/asks/" + asked.path("id").asString(),
            Json.object().put("value", "open sesame"));
    assertThat(answer.json().path("outcome").asString()).isEqualTo("done");
    var done = asking.get().json();
    assertThat(done.path("outcome").asString()).isEqualTo("done");
    assertThat(done.path("output").asString()).contains("11 letters");
    assertThat(http.get("/v1/sessions/" + id + "/export?format=raw").text())
        .doesNotContain("open sesame");
    RunningDaemon.until(() -> audit().contains("secret supplied"));
    assertThat(audit()).doesNotContain("sesame");
  }

  @Test
  void whoeverLeavesHandsTheFloorBack() {
    var id = daemon.start("cat");
    try (var stream = http.stream(id, "")) {
      stream.say(Json.object().put("type", "floor").put("take", true));
      RunningDaemon.until(
          () -> http.get("/v1/sessions/" + id).json().path("floor").asString().equals("human"));
      var refused = http.post("/v1/sessions/" + id + "/input", Json.object().put("text", "x"));
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.json().path("code").asString()).isEqualTo("held_by_human");
    }
    RunningDaemon.until(
        () -> http.get("/v1/sessions/" + id).json().path("floor").asString().equals("agent"));
    assertThat(audit()).contains("took control", "handed back");
  }

  @Test
  void anotherWindowOfTheSamePersonKeepsTheFloorItTook() {
    var id = daemon.start("cat");
    try (var second = http.stream(id, "")) {
      try (var first = http.stream(id, "")) {
        first.say(Json.object().put("type", "floor").put("take", true));
        first.type("a");
        first.outputUntil("a");
        second.say(Json.object().put("type", "floor").put("take", true));
        second.type("b");
        second.outputUntil("b");
        first.socket().sendClose(1000, "").join();
        first.next(one -> one.kind() == StreamTalk.CLOSED);
      }
      second.type("c");
      assertThat(second.outputUntil("c")).contains("c");
    }
    RunningDaemon.until(
        () -> http.get("/v1/sessions/" + id).json().path("floor").asString().equals("agent"));
  }

  @Test
  void aWatcherThatDoesNotReadHoldsNobodyUpAndGetsAFreshScreen() {
    var id = daemon.start("sh", "-c", "read go; seq 1 2000000; echo at the end; exec cat");
    try (var asleep = StreamTalk.asleep(http, id);
        var awake = http.stream(id, "")) {
      daemon.call("session_send", Json.object().put("session", id).put("text", "go"));
      awake.next(one -> one.kind() >= 0 && one.text().contains("at the end"));
      assertThat(state(id)).isEqualTo("waiting");
      asleep.wakeUp();
      assertThat(asleep.next("gap").json().path("missed").asLong()).isPositive();
      var screen =
          asleep.next(one -> one.kind() == StreamTalk.PAINT && one.text().contains("at the end"));
      assertThat(screen.offset()).isGreaterThan(2_000_000);
    }
  }

  @Test
  void everyDocumentedRouteAnswers() {
    var api = http.get("/openapi.json").json();
    assertThat(api.path("openapi").asString()).isEqualTo("3.1.0");
    var id = daemon.start("cat");
    var count = 0;
    for (var path : api.path("paths").properties()) {
      var address = path.getKey().replace("{id}", id).replaceAll("[{}]", "");
      for (var method : path.getValue().properties()) {
        var operation = method.getValue();
        assertThat(operation.path("responses").size()).isGreaterThan(1);
        if (address.equals("/v1/events") || method.getKey().equals("delete")) {
          continue; // one has no end, the other is the end of the session
        }
        var verb = method.getKey().toUpperCase(java.util.Locale.ROOT);
        var answer =
            verb.equals("GET") ? http.get(address) : http.send(verb, address, Json.object());
        assertThat(answer.status()).as(verb + " " + address).isNotIn(405, 500);
        assertThat(answer.text()).doesNotContain("There is nothing at this address");
        count++;
      }
    }
    assertThat(count).isGreaterThan(20);
    assertThat(http.delete("/v1/sessions/" + id + "?force=true&remove=true").status())
        .isEqualTo(200);
    assertThat(http.get("/v1/sessions/" + id).status()).isEqualTo(404);
  }

  @Test
  void mcpIsServedOnTheSameListener() {
    var answer =
        http.send(
            http.request("/mcp")
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        """
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                        """))
                .build());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("result").path("serverInfo").path("name").asString())
        .isEqualTo("parley");
  }

  @Test
  void theAddressOfMcpSaysWhatItAnswersWith() {
    assertThat(listed("/mcp").has("structuredContent")).isTrue();
    assertThat(listed("/mcp?answers=both").has("structuredContent")).isTrue();
    assertThat(listed("/mcp?answers=structured").path("content")).isEmpty();
    assertThat(listed("/mcp?answers=text").has("structuredContent")).isFalse();
    assertThat(listed("/mcp?answers=text").path("content")).hasSize(1);

    var wrong = http.post("/mcp?answers=poems", Json.object());
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.json().path("try").asString()).contains("both, structured, text");
  }

  /** What session_list answers at an address. */
  private static JsonNode listed(String address) {
    var params =
        """
        {"name":"session_list","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{}}}
        """;
    return http.send(
            http.request(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "session_list")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":%s}"
                            .formatted(params)))
                .build())
        .json()
        .path("result");
  }

  @Test
  void aListSaysWhichSessionNeedsSomebody(@TempDir Path folder) throws Exception {
    var go = folder.resolve("go");
    var id =
        daemon.start(
            "sh",
            "-c",
            "sleep 0.1; printf 'Continue? '; read x; until [ -e '%s' ]; do sleep 0.05; done; exit 3"
                .formatted(go));
    RunningDaemon.until(() -> attention(id).equals("question"));
    var entry = http.get("/v1/sessions/" + id).json();
    assertThat(entry.path("attention_reason").asString()).isEqualTo("Continue?");
    assertThat(entry.path("attention_since").asString()).isNotEmpty();

    assertThat(http.get("/v1/sessions/" + id + "/screen").status()).isEqualTo(200);
    assertThat(attention(id)).isEqualTo("none");
    var line = Json.object().put("session", id).put("text", "y").put("timeout_ms", 0);
    daemon.call("session_send", line);
    Files.createFile(go);
    RunningDaemon.until(() -> attention(id).equals("failed"));
    assertThat(http.get("/metrics").text())
        .containsPattern("parley_attention\\{kind=\"failed\"} [1-9]");
  }

  @Test
  void aHookSaysWhatASessionNeedsAndANameIsChanged() {
    var id = daemon.start("cat");
    var told =
        http.post(
            "/v1/sessions/" + id + "/notify",
            Json.object().put("kind", "done").put("text", "all tests pass"));
    assertThat(told.status()).isEqualTo(200);
    RunningDaemon.until(() -> attention(id).equals("done"));
    assertThat(http.get("/v1/sessions/" + id).json().path("attention_reason").asString())
        .isEqualTo("all tests pass");
    for (var kind : List.of("secret", "asked", "nonsense", "")) {
      assertThat(
              http.post("/v1/sessions/" + id + "/notify", Json.object().put("kind", kind)).status())
          .isEqualTo(400);
    }
    assertThat(
            http.post("/v1/sessions/" + id + "/notify", Json.object().put("kind", "none")).status())
        .isEqualTo(200);
    RunningDaemon.until(() -> attention(id).equals("none"));

    var renamed =
        http.post("/v1/sessions/" + id + "/rename", Json.object().put("name", "renamed-here"));
    assertThat(renamed.status()).isEqualTo(200);
    assertThat(http.get("/v1/sessions/renamed-here").json().path("session").asString())
        .isEqualTo(id);
    assertThat(
            http.post("/v1/sessions/" + id + "/rename", Json.object().put("name", "a b")).status())
        .isEqualTo(400);
  }

  @Test
  void allOutputIsSearchedAndThePlacesAreShownWithTheLinesAround() {
    var id = daemon.start("sh", "-c", "seq -f 'Line %.0f of many' 90000; cat");
    RunningDaemon.until(() -> state(id).equals("waiting"));

    var found = http.get("/v1/sessions/" + id + "/search?text=line%207%20of&around=1").json();
    assertThat(found.path("lines").asInt()).isEqualTo(90_000);
    assertThat(found.path("matches").asInt()).isEqualTo(1);
    assertThat(found.path("found").toString())
        .isEqualTo(
            "[{\"line\":7,\"text\":\"Line 7 of many\",\"before\":[\"Line 6 of"
                + " many\"],\"after\":[\"Line 8 of many\"]}]");
    var many = http.get("/v1/sessions/" + id + "/search?pattern=%5B12%5D%20of%20many&max=2").json();
    assertThat(many.path("matches").asInt()).isEqualTo(18_000);
    assertThat(many.path("found").size()).isEqualTo(2);
    assertThat(many.path("found").get(1).path("line").asInt()).isEqualTo(89_992);
    assertThat(http.get("/v1/sessions/" + id + "/search").status()).isEqualTo(400);
  }

  @Test
  void alertsAreAddedTriedAndRemoved() {
    var file = daemon.home.state().resolve("called");
    var rule = Json.object().put("after_ms", 2000);
    rule.putArray("when").add("question").add("failed");
    var words = rule.putObject("to").put("kind", "command").putArray("words");
    words.add("sh").add("-c").add("echo $PARLEY_ALERT_KIND > " + file);
    var id = http.post("/v1/alerts", rule).json().path("id").asString();

    var tried = http.post("/v1/alerts/" + id + "/test", Json.object()).json();
    assertThat(tried.path("calls").asInt()).isEqualTo(1);
    assertThat(file).hasContent("test");
    assertThat(http.get("/v1/alerts").json().path("alerts").get(0).path("when").toString())
        .isEqualTo("[\"question\",\"failed\"]");
    assertThat(http.delete("/v1/alerts/" + id).status()).isEqualTo(200);
    assertThat(http.delete("/v1/alerts/" + id).status()).isEqualTo(404);
    assertThat(http.get("/v1/alerts").json().path("alerts")).isEmpty();
    rule.putObject("to").put("kind", "push").put("endpoint", "https://x.example/").put("auth", "");
    assertThat(http.post("/v1/alerts", rule).status()).isEqualTo(400);
    assertThat(http.get("/v1/push").json().path("key").asString()).hasSize(87).startsWith("B");
  }

  @Test
  void theConsolesFilesAreCompressedForWhoTakesThem() {
    var plain = http.get("/js/main.js");
    assertThat(plain.headers()).doesNotContainKey("content-encoding");
    var zipped =
        http.send(http.request("/js/main.js").header("Accept-Encoding", "br, gzip").build());
    assertThat(zipped.headers())
        .containsEntry("content-encoding", "gzip")
        .containsEntry("vary", "Accept-Encoding");
    assertThat(Integer.parseInt(zipped.headers().get("content-length")))
        .isLessThan(plain.text().length() / 2);
    var refused =
        http.send(http.request("/js/main.js").header("Accept-Encoding", "gzip;q=0").build());
    assertThat(refused.headers()).doesNotContainKey("content-encoding");
    var known =
        http.send(
            http.request("/js/main.js")
                .header("If-None-Match", plain.headers().get("etag"))
                .build());
    assertThat(known.status()).isEqualTo(304);
  }

  private static String attention(String id) {
    return http.get("/v1/sessions/" + id).json().path("attention").asString();
  }

  @Test
  void figuresAreInTheFormatOfPrometheus() {
    daemon.start("cat");
    var text = http.get("/metrics").text();
    assertThat(text.lines().filter(line -> !line.startsWith("#")))
        .allMatch(line -> line.matches("[a-z_]+(\\{[a-z]+=\"[^\"]+\"})? [0-9.E+-]+"));
    assertThat(text)
        .contains(
            "parley_sessions{state=\"waiting\"}",
            "parley_turn_seconds_bucket{le=\"+Inf\"}",
            "parley_probe_seconds_total",
            "parley_bytes_read_total",
            "parley_daemon_restarts 0");
  }

  private static String state(String id) {
    return http.get("/v1/sessions/" + id).json().path("state").asString();
  }

  private static String audit() {
    try {
      return Files.readString(folder.resolve("logs/audit.log"));
    } catch (IOException none) {
      return "";
    }
  }
}
