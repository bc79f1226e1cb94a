package dev.parley.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built command with a home, and so a daemon, of its own. */
record Daemon(Map<String, String> environment, String url, String token) {
  static final String PARLEY = Path.of("..", "parley").toAbsolutePath().normalize().toString();
  private static final JsonMapper JSON = new JsonMapper();

  static Daemon in(Path home) throws Exception {
    // The user's own start-up files must not change what the tests see.
    var environment =
        Map.of(
            "PARLEY_HOME", home.toString(),
            "HOME", home.toString(),
            "PARLEY_NO_BUILD", "1",
            "PARLEY_HTTP", "127.0.0.1:0",
            "SHELL", "/bin/bash");
    var started = new Daemon(environment, "", "");
    started.parley("", "list"); // starts it
    var url = JSON.readTree(started.parley("", "status", "--json")).path("http").path("url");
    return new Daemon(environment, url.asString(), started.parley("", "token").strip());
  }

  /** Runs the command and returns what it printed. */
  String parley(String input, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(PARLEY));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    var process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s printed %s", command, out).isZero();
    return out;
  }

  /** The entry of a live session in the list; missing when it is not there. */
  JsonNode listed(String name) throws IOException, InterruptedException {
    for (var session : JSON.readTree(parley("", "list", "--json")).path("sessions")) {
      if (session.path("name").asString("").equals(name)) {
        return session;
      }
    }
    return JSON.missingNode();
  }

  void stop() throws IOException, InterruptedException {
    parley("", "stop");
  }
}
