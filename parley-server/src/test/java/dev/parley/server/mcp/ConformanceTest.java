package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The official conformance suite and inspector against the fixture. They come from npm, so this
 * runs only when asked for: {@code parley-server/conformance} installs them and passes the folder
 * in {@code parley.conformance}.
 */
@EnabledIfSystemProperty(named = "parley.conformance", matches = ".+")
@Timeout(300)
class ConformanceTest {
  private static final Path TOOLS = Path.of(System.getProperty("parley.conformance", ""));
  private static McpHttpListener listener;

  @BeforeAll
  static void listen() throws Exception {
    listener = McpHttpListener.open(Fixture.create(), "127.0.0.1", 0, HttpRules.loopback());
    // The suite gives a stream 600 ms, which a cold JVM on a busy machine may spend on loading the
    // classes that seal a request's state.
    try (var client = new HttpClientEnd(listener.port())) {
      var params = HttpClientEnd.stateless("{\"name\": \"test_streaming_elicitation\"}");
      client.describing("tools/call", "test_streaming_elicitation").post("tools/call", params);
    }
  }

  @AfterAll
  static void close() {
    listener.close();
  }

  /** The name the suite expects in Host and Origin. */
  private static String url() {
    return "http://localhost:%d/mcp".formatted(listener.port());
  }

  @ParameterizedTest
  @CsvSource({
    "0.1.16, --suite all",
    "0.2.0-alpha.12, --requirements 2025-11-25",
    "0.2.0-alpha.12, --requirements 2026-07-28"
  })
  void theSuiteFindsNothing(String version, String scenarios) throws Exception {
    var command = new ArrayList<>(List.of("conformance", "server", "--url", url()));
    command.addAll(List.of(scenarios.split(" ")));
    var output = run("conformance-" + version, command);

    output
        .lines()
        .filter(line -> line.startsWith("Total:") || line.startsWith("Not scored"))
        .forEach(line -> System.out.println(version + " " + scenarios + ": " + line));
    // What is not scored counts as well: tasks are an extension.
    assertThat(output.lines().filter(line -> line.startsWith("✗"))).isEmpty();
    assertThat(output).contains("Total:");
  }

  @ParameterizedTest
  @CsvSource({
    "legacy, tools/list --strict",
    "modern, tools/list --strict",
    "legacy, tools/call --tool-name echo --tool-arg text=hi",
    "modern, tools/call --tool-name echo --tool-arg text=hi",
    "legacy, tools/call --tool-name test_tool_with_progress",
    "modern, tools/call --tool-name test_tool_with_progress",
    "legacy, resources/read --uri test://static-text",
    "modern, resources/read --uri test://static-text",
    "legacy, prompts/get --prompt-name test_simple_prompt",
    "modern, prompts/get --prompt-name test_simple_prompt",
    "legacy, resources/templates/list",
    "modern, resources/templates/list",
    "legacy, logging/setLevel --log-level debug"
  })
  void theInspectorIsServedOverBothTransports(String era, String method) throws Exception {
    var options = new ArrayList<>(List.of("--protocol-era", era, "--method"));
    options.addAll(List.of(method.split(" ")));

    assertThat(inspect(List.of(url()), options)).isNotBlank();
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var fixture = Files.createTempFile(TOOLS, "fixture", "");
    try {
      Files.writeString(
          fixture,
          "#!/bin/sh\nexec '%s' -cp '%s' %s 2>/dev/null\n"
              .formatted(java, System.getProperty("java.class.path"), Fixture.class.getName()));
      assertThat(fixture.toFile().setExecutable(true)).isTrue();
      assertThat(inspect(List.of(fixture.toString()), options)).isNotBlank();
    } finally {
      Files.delete(fixture);
    }
  }

  private static String inspect(List<String> server, List<String> options) throws Exception {
    var command = new ArrayList<>(List.of("mcp-inspector", "--cli"));
    command.addAll(server);
    command.addAll(options);
    return run("inspector", command);
  }

  /**
   * Runs a tool from one of the npm folders with the Node.js that came along, and wants it happy.
   */
  private static String run(String folder, List<String> command)
      throws IOException, InterruptedException {
    var modules = TOOLS.resolve(folder).resolve("node_modules");
    var full = new ArrayList<>(command);
    full.set(0, modules.resolve(".bin").resolve(command.getFirst()).toString());
    var builder = new ProcessBuilder(full).directory(TOOLS.toFile()).redirectErrorStream(true);
    var node = TOOLS.resolve(Path.of("node", "node_modules", "node", "bin"));
    builder
        .environment()
        .merge("PATH", node.toString(), (path, n) -> n + File.pathSeparator + path);
    builder.environment().put("HOME", TOOLS.toString());
    var process = builder.start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s said:%n%s", command, tail(output)).isZero();
    return output;
  }

  private static String tail(String output) {
    var lines = output.split("\n");
    return String.join(
        "\n", Arrays.copyOfRange(lines, Math.max(0, lines.length - 120), lines.length));
  }
}
