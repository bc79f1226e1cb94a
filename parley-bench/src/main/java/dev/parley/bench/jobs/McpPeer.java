package dev.parley.bench.jobs;

import dev.parley.bench.mcp.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An MCP server as a process of its own, started once for all jobs. */
abstract class McpPeer implements Peer {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String name;
  private final String version;
  private final Server server;
  private final int toolTokens;

  protected McpPeer(
      String name, String version, List<String> command, Map<String, String> environment) {
    this.name = name;
    this.version = version;
    // Some leave their logs where they are started.
    var home = environment.getOrDefault("HOME", ".");
    server =
        new Server(
            Stream.concat(Stream.of("env", "-C", home), command.stream()).toList(), environment);
    var list = JSON.createArrayNode();
    for (var tool : server.tools()) {
      // What clients hand on to a model.
      list.add(
          JSON.createObjectNode()
              .put("name", tool.path("name").asString())
              .put("description", tool.path("description").asString(""))
              .set("input_schema", tool.path("inputSchema")));
    }
    toolTokens = Tokens.count(list.toString());
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String version() {
    return version;
  }

  @Override
  public final int toolTokens() {
    return toolTokens;
  }

  /**
   * Calls a tool on behalf of a job; the arguments are name, value, and so on. Returns its text.
   */
  protected final String call(Meter meter, String tool, Object... arguments) {
    var answer = Server.texts(server.call(tool, arguments));
    meter.call(request(tool, arguments), answer);
    return answer;
  }

  /** The same for a tool whose answer is in its fields. */
  protected final JsonNode fields(Meter meter, String tool, Object... arguments) {
    var fields = server.call(tool, arguments).path("structuredContent");
    meter.call(request(tool, arguments), fields.toString());
    return fields;
  }

  /** Calls a tool to clear up, which is not counted. */
  protected final JsonNode tidy(String tool, Object... arguments) {
    return server.call(tool, arguments);
  }

  private static String request(String tool, Object... arguments) {
    var given = JSON.createObjectNode();
    for (var index = 0; index < arguments.length; index += 2) {
      given.set((String) arguments[index], JSON.valueToTree(arguments[index + 1]));
    }
    return JSON.createObjectNode().put("name", tool).set("arguments", given).toString();
  }

  /** An answer that is JSON; one that is not has no fields. */
  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException words) {
      return JSON.createObjectNode();
    }
  }

  /** A program of a package of npm, by the folder that it was installed in. */
  protected static List<String> node(Path modules, String program, String... arguments) {
    var file = modules.resolve(program);
    if (!Files.exists(file)) {
      throw new UncheckedIOException(new IOException("It is not installed: " + file));
    }
    return Stream.concat(Stream.of("node", file.toString()), Stream.of(arguments)).toList();
  }

  /** The version of an installed package of npm. */
  protected static String version(Path modules, String name) {
    try {
      var about = Files.readString(modules.resolve(name).resolve("package.json"));
      return JSON.readTree(about).path("version").asString();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
