package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers that want to take all there is: memory, connections, processors. */
@Timeout(180)
final class HostileLoadTest {
  @TempDir Path folder;

  @Test
  void whoHasNoTokenCanSendNothingLarge() throws IOException {
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0");
        var http = HttpTalk.with(daemon, Role.WATCH)) {
      var before = daemon.pid();
      var raw = new RawTalk(http.url);
      var held = new ArrayList<Socket>();
      // A head that promises two megabytes, and half of them.
      var part = "x".repeat(1 << 20);
      for (var one = 0; one < 100; one++) {
        var socket = raw.connect();
        held.add(socket);
        try {
          socket
              .getOutputStream()
              .write(
                  ("POST /v1/login HTTP/1.1\r\nHost: "
                          + raw.host()
                          + "\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"
                          + part)
                      .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException hungUp) {
          // It was told so and did not listen.
        }
      }
      var large = Json.object().put("code", "x".repeat(2000));
      // Strangers have few places, and those above have just been shown out.
      RunningDaemon.until(() -> http.post("/v1/login", large).status() != 429);
      assertThat(http.post("/v1/login", large).status()).isEqualTo(413);
      assertThat(http.get("/v1/me").status()).isEqualTo(200);
      for (var socket : held) {
        socket.close();
      }
      assertThat(daemon.pid()).isEqualTo(before);
    }
  }

  /** Half a daemon had gone on before, without the threads that had found no memory. */
  @Test
  void aDaemonWithoutMemoryEndsAndTheNextTakesUpTheSessions() {
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0", "-Xmx24m")) {
      var id = daemon.start("cat");
      RunningDaemon.until(() -> daemon.status().has("http"));
      var before = daemon.pid();
      var numbers = "{\"keys\":[" + "12,".repeat(600_000) + "12]}";
      try (var http = HttpTalk.with(daemon, Role.TYPE)) {
        var sending = new ArrayList<CompletableFuture<Void>>();
        for (var one = 0; one < 4; one++) {
          sending.add(
              CompletableFuture.runAsync(
                  () ->
                      http.send(
                          http.request("/v1/sessions/" + id + "/input")
                              .header("Content-Type", "application/json")
                              .POST(BodyPublishers.ofString(numbers))
                              .build())));
        }
        RunningDaemon.until(() -> daemon.pid() != before);
        sending.forEach(one -> one.exceptionally(_ -> null).join());
      }
      var answer =
          daemon.ask("session_read", Json.object().put("session", id).put("timeout_ms", 5000));
      assertThat(answer.path("state").asString()).isEqualTo("waiting");
    }
  }

  @Test
  void oneCallersWaitsAreNotAllThereAre() {
    try (var daemon = new RunningDaemon(folder, "-Dparley.http=127.0.0.1:0");
        var greedy = HttpTalk.with(daemon, Role.WATCH);
        var honest = HttpTalk.with(daemon, Role.TYPE)) {
      var id = daemon.start("sh", "-c", "read x; sleep 60");
      daemon.call(
          "session_send", Json.object().put("session", id).put("text", "").put("timeout_ms", 0));
      var waits = new ArrayList<CompletableFuture<Integer>>();
      for (var one = 0; one < 300; one++) {
        waits.add(
            greedy
                .client
                .sendAsync(
                    greedy
                        .request("/v1/sessions/" + id + "/output?until=exit&wait_ms=50000")
                        .GET()
                        .build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString())
                .thenApply(java.net.http.HttpResponse::statusCode));
      }
      RunningDaemon.until(() -> waits.stream().anyMatch(CompletableFuture::isDone));
      assertThat(waits.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
          .containsOnly(429);
      assertThat(honest.get("/v1/sessions").status()).isEqualTo(200);
      daemon.call("session_close", Json.object().put("session", id).put("force", true));
      assertThat(waits.stream().map(CompletableFuture::join)).contains(200);
      assertThat(List.copyOf(waits)).hasSize(300);
    }
  }
}
