package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A daemon of its own, a Chromium that is signed in to its console, and an agent's way in. */
final class Console implements AutoCloseable {
  private static final String PARLEY =
      Path.of("..", "parley").toAbsolutePath().normalize().toString();
  private static final Path PICTURES =
      Path.of(System.getProperty("parley.pictures", "target/pictures"));
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path home;
  private final String address;
  private final String token;
  private final Browser browser;

  /** What the daemon answered. */
  record Answer(int status, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String field(String name) {
      return json().path(name).asString("");
    }
  }

  private Console(Path home, int port) throws Exception {
    this.home = home;
    this.address = "127.0.0.1:" + port;
    Files.writeString(home.resolve(".bashrc"), "PS1='ada@build-7:\\w$ '\n");
    this.browser = Browser.start(home.resolve("chromium"));
    this.token = parley("token").strip();
  }

  static Console open() throws Exception {
    var console = new Console(Files.createTempDirectory("parley"), freePort());
    try {
      console.signIn("admin");
      return console;
    } catch (Exception | AssertionError failed) {
      console.close(); // or its daemon would outlive us
      throw failed;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Opens the console as {@code parley open} does. */
  void signIn(String role) throws Exception {
    browser.open(parley("open", "--print", "--role", role).strip());
    browser.awaitText(".role", role);
  }

  Browser browser() {
    return browser;
  }

  Path home() {
    return home;
  }

  String url() {
    return "http://" + address;
  }

  // --- as a person at a terminal -----------------------------------------------------------------

  /** Runs the command, which must succeed, and returns what it printed. */
  String parley(String... words) throws IOException, InterruptedException {
    var ran = at(home, words);
    assertThat(ran.code()).as(String.join(" ", words)).isZero();
    return ran.text();
  }

  /** How a command ended, and what it printed. */
  record Ran(int code, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }
  }

  /** Runs the command at a daemon, of which there is one for each home. */
  Ran at(Path where, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(PARLEY));
    command.addAll(List.of(words));
    var out = Files.createTempFile(home, "out", "");
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    var environment = builder.environment();
    environment.put("PARLEY_HOME", where.toString());
    environment.put("PARLEY_HTTP", where.equals(home) ? address : "127.0.0.1:0");
    environment.put("PARLEY_NO_BUILD", "1");
    environment.put("SHELL", "/bin/bash");
    // The user's own start-up files must not change what the tests see.
    environment.put("HOME", home.toString());
    var process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(String.join(" ", command) + " does not end");
    }
    return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
  }

  // --- as an agent -------------------------------------------------------------------------------

  /** Starts a program and waits for its first turn; answers the session's id. */
  String start(String name, Object command) throws Exception {
    return start(Map.of("name", name, "command", command));
  }

  /** Starts a shell that says where its prompts and commands are. */
  String startShell(String name) throws Exception {
    return start(Map.of("name", name));
  }

  /** Starts a program that goes on by itself. */
  String startWorking(String name, String line) throws Exception {
    return start(Map.of("name", name, "command", line, "timeout_ms", 0));
  }

  /** Starts a program that is left alone, and asks or ends only then. */
  String startUnseen(String name, String line) throws Exception {
    var go = home.resolve("go-" + name);
    var script = home.resolve(name + ".sh");
    Files.writeString(script, "until [ -e '%s' ]; do sleep 0.05; done\n%s\n".formatted(go, line));
    var started =
        start(
            Map.of(
                "name",
                name,
                "command",
                List.of("bash", name + ".sh"),
                "cwd",
                home.toString(),
                "timeout_ms",
                0));
    Files.createFile(go);
    return started;
  }

  private String start(Map<String, ?> launch) throws Exception {
    var whole = new HashMap<String, Object>(Map.of("cols", 100, "rows", 30, "cwd", "/srv"));
    whole.putAll(launch);
    var answer = call("POST", "/v1/sessions", whole);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.field("session");
  }

  void end(String session) throws Exception {
    var unused = call("DELETE", "/v1/sessions/" + session + "?force=true", Map.of());
  }

  /** Asks people for something, and does not wait. */
  void ask(String session, String kind, String message) throws Exception {
    var asked = Map.<String, Object>of("kind", kind, "message", message, "timeout_ms", 1);
    var unused = call("POST", "/v1/sessions/" + session + "/ask", asked);
  }

  Answer send(String session, String line) throws Exception {
    return call("POST", "/v1/sessions/" + session + "/input", Map.of("text", line));
  }

  Answer get(String path) throws Exception {
    return call("GET", path, Map.of());
  }

  /** What a person at a terminal of the session would see. */
  String screen(String session) throws Exception {
    return get("/v1/sessions/" + session + "/screen.txt").text().stripTrailing();
  }

  Answer call(String method, String path, Map<String, ?> body)
      throws IOException, InterruptedException {
    var content =
        method.equals("GET")
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, content)
            .build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(answer.statusCode(), answer.body());
  }

  // --- pages -------------------------------------------------------------------------------------

  /** The row of a session in the list. */
  static String row(String session) {
    return ".session[data-id='%s']".formatted(session);
  }

  /** What is said above the list of a session that needs somebody. */
  static String need(String session) {
    return ".need[data-id='%s']".formatted(session);
  }

  /** Shows a session's page, live. */
  void watch(String session) {
    browser.go("#/session/" + session);
    browser.awaitThat("the session is live", () -> browser.shows(".stage:not([aria-busy])"));
  }

  /** Keeps a picture of the page as it is, without notices that came just now. */
  void picture(String name) throws IOException {
    var unused = browser.run("document.getElementById('toasts')?.replaceChildren()");
    browser.picture(PICTURES.resolve("console-" + name + ".png"));
  }

  /** Ends all sessions, so that the next test has the list for itself. */
  void clear() throws Exception {
    var unused = parley("close", "--all", "--force");
    unused = parley("prune", "--yes");
  }

  @Override
  public void close() throws IOException {
    try (browser;
        http) {
      var unused = parley("stop");
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    try (var files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
