package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The fixture as a process of its own, as a client starts it. */
@Timeout(60)
class ProcessTest {
  private static final String SCRIPT =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}
      not a message
      {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"test_error_handling"}}
      {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"test_tool_with_logging"}}
      """;

  @Test
  void standardOutputCarriesTheProtocolAndEveryAnswer() throws Exception {
    var output = run(List.of());

    assertThat(output.lines().map(Json::parse).map(message -> message.path("id").toString()))
        .containsExactlyInAnyOrder("1", "2", "null", "3", "4", "", "", "");
  }

  @Test
  void servingStreamsLoadsNoHttpAndNoMapper(@TempDir Path folder) throws Exception {
    var loaded = folder.resolve("classes.txt");
    run(List.of("-Xlog:class+load:file=" + loaded));

    assertThat(Files.readAllLines(loaded))
        .anyMatch(line -> line.contains("dev.parley.server.mcp.McpStdio"))
        .noneMatch(line -> line.contains("org.eclipse.jetty"))
        .noneMatch(line -> line.contains("tools.jackson.databind.ObjectMapper"));
  }

  private static String run(List<String> options) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fixture.class.getName()));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var in = process.getOutputStream()) {
      in.write(SCRIPT.getBytes(StandardCharsets.UTF_8));
    }
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return output;
  }
}
