package dev.parley.bench.http;

import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A daemon of the benchmark's own, with its HTTP door at a free port. */
public final class Daemon implements AutoCloseable {
  private final Path folder;
  private final ParleyClient client;
  private final String token;

  private Daemon(Path folder, String... options) {
    this.folder = folder;
    var home = new Home(folder, folder);
    var classPath = System.getProperty("java.class.path");
    client =
        ParleyClient.starting(
            home,
            "0.1.0",
            DaemonCommand.of(
                classPath,
                Stream.of(
                        List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:+UseSerialGC",
                            "-XX:+UseCompactObjectHeaders",
                            "--enable-native-access=ALL-UNNAMED",
                            "-Dparley.http=127.0.0.1:0"),
                        List.of(options),
                        List.of("-cp", classPath, "dev.parley.cli.Parley", "daemon"))
                    .flatMap(List::stream)
                    .toList()));
    while (!status().has("http")) {
      Thread.onSpinWait(); // it opens its door last of all
    }
    token = new Tokens(folder).of(Role.ADMIN);
  }

  /**
   * Starts one.
   *
   * @param options of its Java
   */
  public static Daemon start(String... options) throws IOException {
    return new Daemon(Files.createTempDirectory("parley-http-bench"), options);
  }

  /** Where its state and its socket are. */
  public Path folder() {
    return folder;
  }

  public long pid() {
    return status().path("daemon").path("pid").asLong();
  }

  private tools.jackson.databind.JsonNode status() {
    return client.call("status", ParleyClient.object());
  }

  public String url() {
    return status().path("http").path("url").asString();
  }

  URI uri() {
    return URI.create(url());
  }

  public String token() {
    return token;
  }

  /** The memory it has, in MiB. */
  public long resident() {
    return status().path("daemon").path("rss_bytes").asLong() >> 20;
  }

  /** The processor time it has used, in seconds. */
  public double processorTime() {
    return ProcessHandle.of(status().path("daemon").path("pid").asLong())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow()
            .toMillis()
        / 1e3;
  }

  public String startSession(String... command) {
    var params = ParleyClient.object().put("timeout_ms", 0);
    var words = params.putArray("command");
    List.of(command).forEach(words::add);
    return client.call("session_start", params).path("session").asString();
  }

  void send(String session, String line) {
    client.call(
        "session_send",
        ParleyClient.object().put("session", session).put("text", line).put("timeout_ms", 0));
  }

  /** How many bytes programs have printed in all. */
  long printed() throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(URI.create(url() + "/metrics"))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return answer
          .body()
          .lines()
          .filter(line -> line.startsWith("parley_bytes_read_total "))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
          .sum();
    }
  }

  ParleyClient.Attachment attach(String session) {
    return client.attach(session, false);
  }

  /** Types a line and waits until the program is ready again. */
  public void turn(String session, String line) {
    client.call(
        "session_send",
        ParleyClient.object().put("session", session).put("text", line).put("timeout_ms", 20_000));
  }

  public void end(String session) {
    client.call("session_close", ParleyClient.object().put("session", session).put("force", true));
  }

  @Override
  public void close() throws IOException {
    client.call("stop", ParleyClient.object());
    client.close();
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
