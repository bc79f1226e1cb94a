package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.mcp.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(http.post("/v1/sessions", Json.object().put("cols", "wide")).status())
        .isEqualTo(400);
    assertThat(http.post("/v1/sessions", Json.object().put("target", "ssh://x")).status())
        .isEqualTo(501);
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
                  .POST(
                      java.net.http.HttpRequest.BodyPublishers.ofString(
                          "{\"code\":\"" + code + "\"}"))
                  .build());
      assertThat(login.status()).isEqualTo(204);
      var cookie = login.headers().get("set-cookie");
      assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/");
      var again = nobody.post("/v1/login", Json.object().put("code", code));
      assertThat(again.status()).isEqualTo(401);
    }
  }
}
