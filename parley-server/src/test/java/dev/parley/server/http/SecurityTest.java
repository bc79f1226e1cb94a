package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not work, and what must not be seen. */
@Timeout(60)
final class SecurityTest {
  @TempDir static Path folder;
  private static RunningDaemon daemon;
  private static HttpTalk admin;
  private static HttpTalk typist;
  private static HttpTalk watcher;
  private static RawTalk raw;
  private static String session;

  @BeforeAll
  static void start() {
    daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0", "-Dparley.http_head_ms=1000");
    admin = HttpTalk.with(daemon, Role.ADMIN);
    typist = HttpTalk.with(daemon, Role.TYPE);
    watcher = HttpTalk.with(daemon, Role.WATCH);
    raw = new RawTalk(admin.url);
    session = daemon.start("cat");
  }

  @AfterAll
  static void end() {
    admin.close();
    typist.close();
    watcher.close();
    daemon.close();
  }

  private static String bearer() {
    return "Authorization: Bearer " + admin.token;
  }

  /** The key of a page that has logged in. */
  private static String login(String role) {
    var url = daemon.call("open", Json.object().put("role", role)).path("url").asString();
    var login =
        admin.post(
            "/v1/login", Json.object().put("code", url.substring(url.indexOf("#code=") + 6)));
    return login.json().path("key").asString();
  }

  /** Every route that needs a role, with its method. */
  private static List<String[]> guarded() {
    var routes = new ArrayList<String[]>();
    var paths = admin.get("/openapi.json").json().path("paths");
    for (var path : paths.properties()) {
      for (var method : path.getValue().properties()) {
        if (method.getValue().has("x-role")) {
          routes.add(
              new String[] {
                method.getKey().toUpperCase(java.util.Locale.ROOT),
                path.getKey().replace("{id}", session).replaceAll("[{}]", "")
              });
        }
      }
    }
    return routes;
  }

  @Test
  void noRouteAnswersWithoutATokenOrWithAWrongOne() throws IOException {
    assertThat(guarded()).hasSizeGreaterThan(20);
    for (var route : guarded()) {
      for (var header :
          List.of(
              "X-Nothing: here",
              "Authorization: Bearer wrong",
              "Authorization: Bearer ",
              "Authorization: Basic " + admin.token,
              "Cookie: parley=" + admin.token,
              "X-Token: " + admin.token)) {
        var answer =
            raw.say(route[0] + " " + route[1] + " HTTP/1.1", "Host: " + raw.host(), header);
        assertThat(RawTalk.status(answer)).as("%s %s", (Object[]) route).isIn(401, 429);
        assertThat(answer).doesNotContain(session);
      }
    }
  }

  @Test
  void aTokenInTheAddressIsNoToken() throws IOException {
    for (var name : List.of("token", "access_token", "authorization")) {
      var answer =
          raw.say(
              "GET /v1/sessions?%s=%s HTTP/1.1".formatted(name, admin.token),
              "Host: " + raw.host());
      assertThat(RawTalk.status(answer)).isIn(401, 429);
    }
  }

  @Test
  void whoGuessesIsToldToWaitAndLocksNobodyOut() throws IOException {
    var statuses = new ArrayList<Integer>();
    for (var guess = 0; guess < 40; guess++) {
      statuses.add(
          RawTalk.status(
              raw.say(
                  "GET /v1/sessions HTTP/1.1",
                  "Host: " + raw.host(),
                  "Authorization: Bearer guess" + guess)));
    }
    assertThat(statuses).endsWith(429, 429, 429);
    assertThat(admin.get("/v1/sessions").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:7717",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "2130706433",
        "0.0.0.0",
        "169.254.169.254"
      })
  void aNameThatIsNotOursIsTurnedAwayEverywhere(String host) throws IOException {
    for (var path : List.of("/", "/healthz", "/openapi.json", "/v1/sessions", "/mcp")) {
      // A page under a name that now points to us has that name as its origin as well.
      for (var origin : List.of("X-Nothing: here", "Origin: http://" + host)) {
        var answer = raw.say("GET " + path + " HTTP/1.1", "Host: " + host, bearer(), origin);
        assertThat(RawTalk.status(answer)).as(path).isIn(400, 403);
        assertThat(answer).doesNotContain(session);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "http://localhost",
        "file://",
        "http://127.0.0.1.evil.example",
        "https://HOST"
      })
  void aPageOfAnotherOriginIsTurnedAwayAlsoWithAGoodKey(String page) throws IOException {
    var origin = page.replace("HOST", raw.host());
    for (var key : List.of(bearer(), "Authorization: Bearer " + login("admin"))) {
      for (var request :
          List.of("GET /v1/sessions", "DELETE /v1/sessions/" + session, "GET /v1/events")) {
        var answer =
            raw.say(request + " HTTP/1.1", "Host: " + raw.host(), key, "Origin: " + origin);
        assertThat(RawTalk.status(answer)).isEqualTo(403);
        assertThat(answer).doesNotContain("Access-Control-Allow");
      }
    }
    assertThat(admin.get("/v1/sessions/" + session).json().path("state").asString())
        .isEqualTo("waiting");
  }

  @Test
  void aFormOfAnotherSiteStartsNothing() {
    var key = login("admin");
    var before = admin.get("/v1/sessions?include_exited=true").json().path("sessions").size();
    for (var type :
        List.of("application/x-www-form-urlencoded", "text/plain", "multipart/form-data")) {
      for (var origin : List.of("https://evil.example", "null", admin.url)) {
        var form =
            new HttpTalk(admin.url, "")
                .request("/v1/sessions")
                .setHeader("Authorization", "Bearer " + key)
                .header("Content-Type", type)
                .header("Origin", origin)
                .POST(BodyPublishers.ofString("{\"command\":\"touch /tmp/owned\"}"));
        assertThat(admin.send(form.build()).status()).isIn(401, 403, 415, 429);
      }
      var withToken =
          admin
              .request("/v1/sessions")
              .header("Content-Type", type)
              .POST(BodyPublishers.ofString("{\"command\":\"true\"}"));
      assertThat(admin.send(withToken.build()).status()).isEqualTo(415);
    }
    assertThat(admin.get("/v1/sessions?include_exited=true").json().path("sessions").size())
        .isEqualTo(before);
  }

  /** Cookies go to every port of a host, so one would tell whoever listens beside us. */
  @Test
  void nothingThatABrowserSendsByItselfOpensAnything() throws IOException {
    var key = login("admin");
    for (var cookie : List.of("parley=" + key, "parley=" + admin.token, "parley.key=" + key)) {
      for (var origin : List.of("X-Nothing: here", "Origin: " + admin.url)) {
        for (var request : List.of("GET /v1/sessions", "POST /v1/sessions", "GET /v1/events")) {
          var answer =
              raw.say(request + " HTTP/1.1", "Host: " + raw.host(), "Cookie: " + cookie, origin);
          assertThat(RawTalk.status(answer)).isIn(401, 429);
        }
      }
    }
    assertThat(raw.say("GET / HTTP/1.1", "Host: " + raw.host()).toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("set-cookie");
  }

  @Test
  void aKeyIsWorthNothingAfterLogout() throws IOException {
    var key = "Authorization: Bearer " + login("watch");
    var me = new String[] {"GET /v1/me HTTP/1.1", "Host: " + raw.host(), key};
    assertThat(RawTalk.status(raw.say(me))).isEqualTo(200);
    raw.say("POST /v1/logout HTTP/1.1", "Host: " + raw.host(), key, "Origin: " + admin.url);
    assertThat(RawTalk.status(raw.say(me))).isIn(401, 429);
  }

  @Test
  void aWebSocketOfAnotherOriginIsNotOpened() {
    var key = login("admin");
    var offered = "key." + key;
    var path = "/v1/sessions/" + session + "/stream";
    for (var headers :
        List.of(
            Map.of(StreamTalk.PROTOCOLS, offered, "Origin", "https://evil.example"),
            Map.of(StreamTalk.PROTOCOLS, offered, "Origin", "null"),
            Map.of(StreamTalk.PROTOCOLS, "key.wrong", "Origin", admin.url),
            Map.of("Cookie", "parley=" + key, "Origin", admin.url),
            Map.of("Authorization", "Bearer " + admin.token, "Origin", "https://evil.example"),
            Map.of("Authorization", "Bearer wrong"))) {
      assertThatThrownBy(() -> StreamTalk.open(admin, path, headers))
          .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }
    try (var ours =
        StreamTalk.open(admin, path, Map.of(StreamTalk.PROTOCOLS, offered, "Origin", admin.url))) {
      assertThat(ours.next("hello").json().path("role").asString()).isEqualTo("admin");
    }
  }

  /** Both typed on before. */
  @Test
  void whatIsOpenEndsWithTheKeyItWasOpenedWith() {
    var tokens = new Tokens(daemon.home.state());
    var token = tokens.make("for-a-while", Role.TYPE, false, Optional.empty());
    var key = login("type");
    for (var held : List.of(token, key)) {
      try (var talk = new HttpTalk(admin.url, held);
          var stream = talk.stream(session, "")) {
        stream.next("hello");
        if (held.equals(token)) {
          assertThat(tokens.revoke("for-a-while")).isTrue();
        } else {
          assertThat(talk.post("/v1/logout", Json.object()).status()).isEqualTo(204);
        }
        stream.awaitHangup();
        assertThat(talk.get("/v1/me").status()).isIn(401, 429);
      }
    }
  }

  @Test
  void aRoleDoesNotReachBeyondItself() {
    var id = "/v1/sessions/" + session;
    var line = Json.object().put("text", "x");
    assertThat(watcher.get(id).status()).isEqualTo(200);
    assertThat(watcher.post(id + "/input", line).status()).isEqualTo(403);
    assertThat(watcher.post(id + "/floor", Json.object().put("take", true)).status())
        .isEqualTo(403);
    assertThat(watcher.post(id + "/signal", Json.object().put("signal", "KILL")).status())
        .isEqualTo(403);
    assertThat(watcher.send("PUT", id + "/secrets/x", Json.object().put("value", "y")).status())
        .isEqualTo(403);
    for (var below : List.of(watcher, typist)) {
      assertThat(below.delete(id).status()).isEqualTo(403);
      assertThat(below.post("/v1/sessions", Json.object()).status()).isEqualTo(403);
      assertThat(below.post("/mcp", Json.object()).status()).isEqualTo(403);
    }
    try (var stream = watcher.stream(session, "")) {
      stream.type("x");
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("forbidden");
      stream.say(Json.object().put("type", "floor").put("take", true));
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("forbidden");
      stream.say(Json.object().put("type", "resize").put("cols", 5).put("rows", 5));
      assertThat(stream.next("error").json().path("code").asString()).isEqualTo("forbidden");
    }
    RunningDaemon.until(() -> refusals().contains("refused: needs type"));
    assertThat(refusals()).contains("refused: needs admin");
    assertThat(typist.get(id).json().path("floor").asString()).isEqualTo("agent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/js/../../../../../etc/passwd",
        "/js/..%5c..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "/%00/etc/passwd",
        "/js/%2e%2e;x/main.js",
        "/v1/sessions/..%2f..%2f..%2fetc%2fpasswd/screen.txt",
        "/v1/sessions/../../etc/passwd/export?format=raw",
        "/v1/sessions/%2e%2e/export?format=../../etc/passwd",
        "/v1/sessions/x/secrets/..%2f..%2fetc",
        "/dev/parley/server/http/Gate.class",
        "/module-info.class",
        "/META-INF/MANIFEST.MF",
        "/.git/config"
      })
  void noPathLeadsOutOfTheConsole(String path) throws IOException {
    var answer = raw.say("GET " + path + " HTTP/1.1", "Host: " + raw.host(), bearer());
    assertThat(RawTalk.status(answer)).isIn(400, 404, 405);
    assertThat(answer).doesNotContain("root:", "module dev.parley", "Manifest-Version");
  }

  @Test
  void whatIsTooLongIsRefusedAndTheNextRequestServed() throws IOException {
    var long1 = "x".repeat(HttpCall.LONGEST_BODY);
    assertThat(admin.post("/v1/sessions", Json.object().put("command", long1)).status())
        .isEqualTo(413);
    assertThat(
            RawTalk.status(
                raw.say("GET / HTTP/1.1", "Host: " + raw.host(), "X: " + "y".repeat(40_000))))
        .isEqualTo(431);
    assertThat(
            RawTalk.status(
                raw.say("GET /" + "y".repeat(40_000) + " HTTP/1.1", "Host: " + raw.host())))
        .isIn(414, 431);
    try (var stream = admin.stream(session, "")) {
      stream.say(Json.object().put("type", "floor").put("take", true));
      stream
          .socket()
          .sendBinary(ByteBuffer.allocate(2 << 20), true)
          .exceptionally(_ -> stream.socket());
      assertThat(stream.next(one -> one.kind() == StreamTalk.CLOSED).kind())
          .isEqualTo(StreamTalk.CLOSED);
    }
    assertThat(admin.get("/v1/sessions/" + session).status()).isEqualTo(200);
  }

  @Test
  void aFrameThatIsNoMessageIsAnsweredAndHarmsNothing() {
    try (var stream = admin.stream(session, "")) {
      for (var message :
          List.of("{", "[]", "{\"type\":7}", "{\"type\":\"floor\",\"take\":\"please\"}")) {
        stream.socket().sendText(message, true).join();
      }
      stream.say(Json.object().put("type", "secret").put("ask", "none").put("value", "s3cret"));
      stream.say(Json.object().put("type", "resize").put("cols", -1).put("rows", 1 << 30));
      stream.say(Json.object().put("type", "ping"));
      stream.next("pong");
    }
    assertThat(admin.get("/v1/sessions/" + session).status()).isEqualTo(200);
  }

  @Test
  void whoTricklesAHeadIsHungUpOn() throws Exception {
    try (var slow = raw.connect()) {
      var hungUp = false;
      var out = slow.getOutputStream();
      out.write("GET / HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII));
      slow.setSoTimeout(100); // a byte each time nothing comes
      while (!hungUp) {
        try {
          out.write('x');
          hungUp = slow.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException stillThere) {
          // one more byte
        } catch (SocketException closed) {
          hungUp = true;
        }
      }
    }
    assertThat(admin.get("/healthz").status()).isEqualTo(200);
  }

  @Test
  void hostileNamesAndTitlesStayText() throws IOException {
    var name = "\u001b]0;owned\u0007\r\nSet-Cookie: a=b\u001b[2J<img src=x onerror=alert(1)>";
    var started =
        admin.post(
            "/v1/sessions",
            Json.object()
                .put("name", name)
                .put("command", "printf '\\033]0;<script>alert(1)</script>\\007'; exec cat"));
    if (started.status() == 201) {
      var id = started.json().path("session").asString();
      var entry = admin.get("/v1/sessions/" + id);
      assertThat(entry.text()).doesNotContain("\u001b", "\r", "\n");
      var export = admin.get("/v1/sessions/" + id + "/export?format=html");
      assertThat(export.headers().get("content-disposition"))
          .isEqualTo("attachment; filename=\"parley-%s.html\"".formatted(id));
      assertThat(export.headers().get("content-security-policy")).contains("sandbox");
      assertThat(admin.get("/v1/sessions/" + id + "/screen.html").text())
          .doesNotContain("<script>alert");
      admin.delete("/v1/sessions/" + id);
    }
    var refused = admin.get("/v1/sessions/%1b%5b2J%0d%0aX-Evil:%201");
    assertThat(refused.headers()).doesNotContainKey("x-evil");
    assertThat(refused.text()).doesNotContain("\u001b");
    assertThat(audit()).doesNotContain("\u001b", "\r");
    assertThat(logs()).doesNotContain("\u001b");
  }

  @Test
  void thePageIsLockedDown() {
    var page = admin.get("/");
    assertThat(page.headers().get("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'");
    assertThat(page.headers())
        .containsEntry("x-content-type-options", "nosniff")
        .containsEntry("referrer-policy", "no-referrer")
        .doesNotContainKey("access-control-allow-origin")
        .doesNotContainKey("server");
  }

  @Test
  void noSessionShowsATokenOfOurs() {
    var token = new Tokens(daemon.home.state()).make("shown", Role.WATCH, false, Optional.empty());
    daemon.call("mask", Json.object().put("value", token));
    for (var one : List.of(admin.token, token)) {
      for (var form : List.of("cat", "rev", "base64 -w0", "xxd -p -c100", "fold -w 20")) {
        var shown =
            admin
                .post(
                    "/v1/sessions",
                    Json.object()
                        .put("command", "printf %s \"$T\" | " + form)
                        .put("view", "raw")
                        .put("timeout_ms", 20_000)
                        .set("env", Json.object().put("T", one)))
                .json();
        assertThat(shown.path("state").asString()).isEqualTo("exited");
        assertThat(shown.path("output").asString())
            .as(form)
            .contains("****************")
            .matches("[*\\s=A-Za-z0-9]*")
            .doesNotContainPattern("[A-Za-z0-9]{9}");
      }
    }
  }

  @Test
  void aSearchFindsNoSecret() {
    var line = "read -rs -p 'PIN: ' p; echo \"it was <$p>\"; cat";
    var id = admin.post("/v1/sessions", Json.object().put("command", line)).json().path("session");
    var secret = Json.object().put("session", id.asString()).put("value", "tulip-field-92");
    daemon.call("secret", secret);
    RunningDaemon.until(() -> matches(id.asString(), "text=it+was") == 1);

    assertThat(matches(id.asString(), "text=tulip-field")).isZero();
    assertThat(matches(id.asString(), "pattern=t.?u.?l.?i.?p")).isZero();
  }

  private static int matches(String session, String wanted) {
    return watcher
        .get("/v1/sessions/%s/search?%s".formatted(session, wanted))
        .json()
        .path("matches")
        .asInt();
  }

  @Test
  void noPatternHoldsASearchUp() {
    var id = daemon.start("sh", "-c", "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | head -5000; cat");
    RunningDaemon.until(() -> matches(id, "text=aaa") == 5000);
    var search = "/v1/sessions/%s/search?pattern=".formatted(id);

    // Where a search goes back and tries again, each of these lines takes it longer than anybody
    // lives.
    assertThat(watcher.get(search + "(a%2B)%2B%2Bb").status()).isEqualTo(400);
    assertThat(watcher.get(search + "%5E(a%2B)%2B%24b").json().path("matches").asInt()).isZero();
    assertThat(watcher.get(search + "((a%7B0,100%7D)%7B0,100%7D)%7B0,100%7Db").status())
        .isEqualTo(400);
    assertThat(watcher.get(search + "x".repeat(5000)).status()).isEqualTo(400);
  }

  @Test
  void theTokenIsNowhereButInItsFile() throws IOException {
    admin.get("/v1/sessions");
    admin.get("/v1/sessions/nobody");
    for (var talk : List.of(admin, typist, watcher)) {
      assertThat(logs()).doesNotContain(talk.token);
      assertThat(audit()).doesNotContain(talk.token);
      assertThat(admin.get("/").text()).doesNotContain(talk.token);
      assertThat(admin.get("/metrics").text()).doesNotContain(talk.token);
      assertThat(daemon.status().toString()).doesNotContain(talk.token);
      try (var processes = Files.list(Path.of("/proc"))) {
        assertThat(processes.map(SecurityTest::commandLine))
            .noneMatch(line -> line.contains(talk.token));
      }
    }
    for (var role : Role.values()) {
      var file = folder.resolve("token." + role.wire());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("logs/audit.log"))))
        .isEqualTo("rw-------");
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** Everything the daemon wrote down. */
  private static String logs() throws IOException {
    var text = new StringBuilder();
    try (var files = Files.list(folder.resolve("logs"))) {
      for (var file : files.toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  private static String audit() {
    return log("audit.log");
  }

  private static String refusals() {
    return log("refusals.log");
  }

  private static String log(String name) {
    try {
      return Files.readString(folder.resolve("logs").resolve(name));
    } catch (IOException none) {
      return "";
    }
  }
}
