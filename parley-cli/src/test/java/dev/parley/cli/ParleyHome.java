package dev.parley.cli;

import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built command with a daemon of its own, run as a script or a person would. */
record ParleyHome(Path folder, Map<String, String> environment) {
  static final String PARLEY = Path.of("..", "parley").toAbsolutePath().normalize().toString();

  /** What a command printed, and its exit code. */
  record Ran(int code, String out, String err) {
    JsonNode json() {
      return new JsonMapper().readTree(out);
    }
  }

  static ParleyHome in(Path folder) {
    return new ParleyHome(folder, Map.of("PARLEY_HOME", folder.toString(), "PARLEY_NO_BUILD", "1"));
  }

  /** The same with other variables; an empty one is not set. */
  ParleyHome with(Map<String, String> variables) {
    var all = new HashMap<>(environment);
    all.putAll(variables);
    return new ParleyHome(folder, Map.copyOf(all));
  }

  Ran run(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(PARLEY));
    command.addAll(List.of(words));
    return ran(command);
  }

  /** A line for the shell in which {@code parley} is the command. */
  Ran shell(String line) throws IOException, InterruptedException {
    return ran(List.of("/bin/sh", "-c", "parley() { '" + PARLEY + "' \"$@\"; }; " + line));
  }

  private Ran ran(List<String> command) throws IOException, InterruptedException {
    var out = Files.createTempFile(folder, "out", "");
    var err = Files.createTempFile(folder, "err", "");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    environment.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    var process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(String.join(" ", command) + " does not end");
    }
    return new Ran(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** The command at a terminal of its own, as a person has one. */
  Session terminal(Sessions terminals, int columns, int rows, String... words) {
    var command = new ArrayList<>(List.of(PARLEY));
    command.addAll(List.of(words));
    return terminals.start(
        Launch.of(command.toArray(String[]::new))
            .with(environment)
            .in(folder)
            .sized(columns, rows));
  }
}
