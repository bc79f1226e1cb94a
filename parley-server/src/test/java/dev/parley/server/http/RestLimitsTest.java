package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a caller over HTTP gets at, and what it may cost. */
@Timeout(120)
final class RestLimitsTest {
  /** As docs/security.md has them, and what every session has. */
  private static final Set<String> GIVEN =
      Set.of(
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "PATH",
          "LANG",
          "TZ",
          "TMPDIR",
          "XDG_RUNTIME_DIR",
          "TERM",
          "PARLEY_SID",
          "COLORTERM",
          "TERM_PROGRAM",
          "PARLEY_SESSION",
          "MINE",
          "_",
          "PWD",
          "SHLVL",
          "OLDPWD");

  @TempDir static Path folder;
  private static RunningDaemon daemon;
  private static HttpTalk admin;
  private static HttpTalk typist;

  @BeforeAll
  static void start() {
    daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0", "-Dparley.http_head_ms=1000");
    admin = HttpTalk.with(daemon, Role.ADMIN);
    typist = HttpTalk.with(daemon, Role.TYPE);
  }

  @AfterAll
  static void end() {
    admin.close();
    typist.close();
    daemon.close();
  }

  @Test
  void aSessionGetsASmallEnvironment() {
    var launch = Json.object().put("command", "env -0 | tr '\\0' '\\n' | sed 's/=.*//'");
    launch.put("timeout_ms", 20_000).set("env", Json.object().put("MINE", "yes"));
    var names = admin.post("/v1/sessions", launch).json().path("output").asString().split("\n");
    assertThat(names).contains("HOME", "PATH", "MINE");
    assertThat(names).allMatch(name -> GIVEN.contains(name) || name.startsWith("LC_"));
  }

  @Test
  void aHugeScreenIsNotPaintedAndHarmsNothing() throws Exception {
    var pid = daemon.pid();
    var launch = Json.object().put("cols", 1000).put("rows", 1000).put("timeout_ms", 0);
    launch.putArray("command").add("cat");
    var id = admin.post("/v1/sessions", launch).json().path("session").asString();
    try (var many = Executors.newVirtualThreadPerTaskExecutor()) {
      var tries = new ArrayList<Callable<HttpTalk.Answer>>();
      for (var format : List.of("png", "svg", "html", "txt")) {
        for (var time = 0; time < 8; time++) {
          tries.add(() -> admin.get("/v1/sessions/" + id + "/screen." + format));
        }
      }
      for (var done : many.invokeAll(tries)) {
        assertThat(done.get().status()).isIn(200, 400, 413, 422, 429);
      }
    }
    assertThat(admin.get("/v1/sessions/" + id + "/screen.png").status()).isNotEqualTo(200);
    assertThat(daemon.pid()).isEqualTo(pid);
  }

  @Test
  void aSignalRespectsWhoHasTheFloor() {
    var id = daemon.start("cat");
    var path = "/v1/sessions/" + id;
    assertThat(typist.post(path + "/floor", Json.object().put("take", true)).status())
        .isEqualTo(200);
    var refused = admin.post(path + "/signal", Json.object().put("signal", "INT"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("code").asString()).isEqualTo("held_by_human");
    assertThat(admin.get(path).json().path("state").asString()).isEqualTo("waiting");

    assertThat(typist.post(path + "/signal", Json.object().put("signal", "INT")).status())
        .isEqualTo(200);
    assertThat(daemon.call("session_read", exit(id)).path("state").asString()).isEqualTo("exited");
  }

  private static tools.jackson.databind.node.ObjectNode exit(String id) {
    var params = Json.object().put("session", id).put("timeout_ms", 30_000);
    params.putArray("until").add("exit");
    return params;
  }

  @Test
  void aHeadThatIsBegunAndNotEndedIsHungUpOn() throws Exception {
    for (var begun : List.of("G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: ")) {
      try (var silent = new RawTalk(admin.url).connect()) {
        silent.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
        silent.setSoTimeout(20_000); // what only is idle lasts for longer
        var in = silent.getInputStream();
        while (in.read() >= 0) {
          // It may say why.
        }
      }
    }
    assertThat(admin.get("/healthz").status()).isEqualTo(200);
  }

  /**
   * A watcher's read moved where the session's own reader went on, and it missed what was between.
   */
  @Test
  void whoOnlyLooksMovesNobodysPlace() {
    var id = daemon.start("bash", "-c", "echo one; read x; echo two; read x");
    var params = Json.object().put("session", id).put("timeout_ms", 20_000);
    daemon.call("session_read", params);
    admin.post("/v1/sessions/" + id + "/input", Json.object().put("text", "x"));
    var watcher = HttpTalk.with(daemon, Role.WATCH);
    try (watcher) {
      for (var query : List.of("", "?from=-1", "?from=0&to=9", "?view=screen", "?from=999")) {
        assertThat(watcher.get("/v1/sessions/" + id + "/output" + query).status()).isEqualTo(200);
      }
      assertThat(watcher.get("/v1/wait?wait_ms=0&ids=" + id).status()).isEqualTo(200);
      assertThat(watcher.get("/v1/sessions/" + id + "/screen").status()).isEqualTo(200);
    }
    assertThat(daemon.call("session_read", params).path("output").asString()).contains("two");
  }
}
