package dev.parley.bench.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A daemon with a home of its own that is a node, used by its command and by REST. */
final class TrialNode implements AutoCloseable {
  private static final Duration TO_BE_BACK = Duration.ofMinutes(1);
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final Path PARLEY = repository().resolve("parley");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final String name;
  private final Path home;
  private final int port;
  private String token = "";

  TrialNode(Path folder, String name) throws IOException {
    this.name = name;
    this.home = folder.resolve(name);
    this.port = TrialBroker.freePort();
  }

  /** Benchmarks run at the top of the repository, tests one below. */
  private static Path repository() {
    var here = Path.of("").toAbsolutePath();
    return here.resolve("parley").toFile().isFile() ? here : here.resolve("..").normalize();
  }

  String name() {
    return name;
  }

  Path home() {
    return home;
  }

  ProcessBuilder command(String... words) {
    var line = new ArrayList<String>();
    line.add(PARLEY.toString());
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(line);
    builder.environment().put("PARLEY_NO_BUILD", "1");
    builder.environment().put("PARLEY_HOME", home.toString());
    builder.environment().put("PARLEY_HTTP", "127.0.0.1:" + port);
    builder.environment().put("PARLEY_SESSIONS", "2000");
    builder.environment().put("HOME", home.toString());
    builder.environment().put("SHELL", "/bin/sh");
    return builder;
  }

  String run(String... words) throws IOException, InterruptedException {
    var ran = ran(words);
    if (ran.code() != 0) {
      throw new IOException("parley %s: %s".formatted(String.join(" ", words), ran.out()));
    }
    return ran.out();
  }

  private record Ran(int code, String out) {}

  private Ran ran(String... words) throws IOException, InterruptedException {
    var process = command(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  JsonNode json(String... words) throws IOException, InterruptedException {
    return JSON.readTree(run(words));
  }

  void join(String urls, String... more) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("join", urls, "--node", name));
    words.addAll(List.of(more));
    run(words.toArray(String[]::new));
    token = run("token").strip();
  }

  /** Waits until it sees so many nodes that are up. */
  TrialNode seeing(int nodes) throws IOException, InterruptedException {
    while (up() != nodes) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return this;
  }

  long up() throws IOException, InterruptedException {
    return json("nodes", "--json")
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("state").asString("").equals("up"))
        .count();
  }

  /** The daemon's process; one that was killed is there again in a moment. */
  long daemon() throws IOException, InterruptedException {
    var deadline = System.nanoTime() + TO_BE_BACK.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var pid = JSON.readTree(ran("status", "--json").out()).path("daemon").path("pid").asLong(0);
      if (pid != 0) {
        return pid;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new IOException("The daemon of node %s does not come back".formatted(name));
  }

  static void signal(String signal, long pid) throws IOException, InterruptedException {
    var unused = new ProcessBuilder("kill", "-" + signal, "" + pid).start().waitFor();
  }

  // --- REST -----------------------------------------------------------------------------------

  /** What came back: the status of HTTP, and the body. */
  record Reply(int status, JsonNode body) {
    boolean isDone() {
      return status / 100 == 2;
    }

    String code() {
      return body.path("code").asString("");
    }
  }

  static String part(String session) {
    return URLEncoder.encode(session, StandardCharsets.UTF_8);
  }

  Reply get(String path) throws IOException, InterruptedException {
    return send(request(path).GET().build());
  }

  Reply post(String path, ObjectNode body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build());
  }

  Reply delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE().build());
  }

  byte[] bytes(String path) throws IOException, InterruptedException {
    return CLIENT.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + token)
        .timeout(Duration.ofMinutes(2));
  }

  private static Reply send(HttpRequest request) throws IOException, InterruptedException {
    var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), JSON.readTree(response.body()));
  }

  @Override
  public void close() throws IOException {
    try {
      run("stop");
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
