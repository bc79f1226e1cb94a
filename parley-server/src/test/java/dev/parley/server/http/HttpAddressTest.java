package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the HTTP door is, who says so, and what happens when somebody else has taken the place. */
@Timeout(120)
final class HttpAddressTest {
  @TempDir Path folder;

  private static String url(RunningDaemon daemon) {
    return daemon.ask("url", Json.object()).path("url").asString();
  }

  private static String login(RunningDaemon daemon) {
    var url = daemon.call("open", Json.object().put("role", "watch")).path("url").asString();
    var code = Json.object().put("code", url.substring(url.indexOf("#code=") + 6));
    try (var page = new HttpTalk(url(daemon), "none")) {
      return page.post("/v1/login", code).json().path("key").asString();
    }
  }

  private static int me(RunningDaemon daemon, String key) {
    try (var page = new HttpTalk(url(daemon), key)) {
      return page.get("/v1/me").status();
    }
  }

  @Test
  void thePortIsKeptAndALoginOutlivesARestart() throws IOException {
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0")) {
      var url = url(daemon);
      var file = folder.resolve("http.url");
      assertThat(Files.readString(file).strip()).isEqualTo(url);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      var key = login(daemon);
      var before = daemon.pid();
      daemon.call("restart", Json.object());
      RunningDaemon.until(() -> daemon.pid() != before);
      assertThat(url(daemon)).isEqualTo(url);
      assertThat(me(daemon, key)).isEqualTo(200);
    }
  }

  @Test
  void whereSomebodyElseListensNothingOfOursIsGoodAnyMore() throws IOException {
    String url;
    String key;
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0")) {
      url = url(daemon);
      key = login(daemon);
      var pid = daemon.pid();
      // Both at once: the one that is left would take the other's place.
      ProcessHandle.of(daemon.holderPid()).orElseThrow().destroyForcibly();
      RunningDaemon.kill(pid);
    }
    try (var squatter =
            new ServerSocket(URI.create(url).getPort(), 1, InetAddress.getLoopbackAddress());
        var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0")) {
      assertThat(squatter.isBound()).isTrue();
      assertThat(url(daemon)).isNotEqualTo(url);
      assertThat(daemon.status().path("http").path("warning").asString()).contains("parley url");
      assertThat(Files.readString(folder.resolve("http.url")).strip()).isEqualTo(url(daemon));
      assertThat(me(daemon, key)).isIn(401, 429);
      assertThat(me(daemon, HttpTalk.token(daemon.home, Role.WATCH))).isEqualTo(200);
    }
  }

  @Test
  void whoStopsTheDaemonEndsTheLogins() {
    String key;
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0")) {
      key = login(daemon);
    }
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0")) {
      assertThat(me(daemon, key)).isIn(401, 429);
    }
  }
}
