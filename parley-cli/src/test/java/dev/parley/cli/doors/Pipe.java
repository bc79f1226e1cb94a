package dev.parley.cli.doors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code parley mcp}, a message a line. */
final class Pipe implements McpDoor.Carrier {
  private final Process process;
  private final BufferedReader in;
  private final OutputStream out;

  Pipe(Command parley) {
    this.process = parley.start("mcp", "--answers", "both");
    this.in = process.inputReader(StandardCharsets.UTF_8);
    this.out = process.getOutputStream();
  }

  @Override
  public JsonNode request(ObjectNode message) {
    tell(message);
    try {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var answer = Door.JSON.readTree(line);
        if (answer.path("id").equals(message.path("id"))) {
          return answer;
        }
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    throw new AssertionError("parley mcp has ended");
  }

  @Override
  public void tell(ObjectNode notification) {
    try {
      out.write((notification + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
      var unused = process.waitFor();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
