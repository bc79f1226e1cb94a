package dev.parley.bench.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An MCP server as a process, and the client's end of its pipe. */
public final class Server implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final OutputStream out;
  private final BufferedReader in;
  private int lastId;

  /** Starts a server and waits for its answer to {@code initialize}. */
  public Server(List<String> command, Map<String, String> environment) {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    out = process.getOutputStream();
    in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var unused =
        request(
            "initialize",
            JSON.createObjectNode()
                .put("protocolVersion", "2025-06-18")
                .set("capabilities", JSON.createObjectNode())
                .set(
                    "clientInfo",
                    JSON.createObjectNode().put("name", "bench").put("version", "1")));
    send(JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
  }

  private void send(ObjectNode message) {
    try {
      out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private JsonNode request(String method, ObjectNode params) {
    var id = ++lastId;
    send(
        JSON.createObjectNode()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", method)
            .set("params", params));
    try {
      for (; ; ) {
        var line = in.readLine();
        if (line == null) {
          throw new IOException("The server has ended");
        }
        if (!line.startsWith("{")) {
          continue;
        }
        var message = JSON.readTree(line);
        if (message.path("id").asInt(-1) == id && !message.has("method")) {
          return message.has("error") ? refusal(message.path("error")) : message.path("result");
        }
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /** A request that was declined, in the form of a tool's answer. */
  private static JsonNode refusal(JsonNode error) {
    var text =
        JSON.createObjectNode().put("type", "text").put("text", error.path("message").asString(""));
    return JSON.createObjectNode()
        .put("isError", true)
        .set("content", JSON.createArrayNode().add(text));
  }

  /** Its tools, as it describes them. */
  public JsonNode tools() {
    return request("tools/list", JSON.createObjectNode()).path("tools");
  }

  /** Calls a tool; the arguments are name, value, and so on. */
  public JsonNode call(String tool, Object... arguments) {
    var given = JSON.createObjectNode();
    for (var index = 0; index < arguments.length; index += 2) {
      given.set((String) arguments[index], JSON.valueToTree(arguments[index + 1]));
    }
    return request("tools/call", JSON.createObjectNode().put("name", tool).set("arguments", given));
  }

  static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asString("");
  }

  /** All text of an answer, which a model gets to read. */
  public static String texts(JsonNode result) {
    var texts = new StringJoiner("\n");
    for (var part : result.path("content")) {
      texts.add(part.path("text").asString(""));
    }
    return texts.toString();
  }

  @Override
  public void close() {
    try {
      out.close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException alreadyGone) {
      process.destroyForcibly();
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
