package dev.parley.cli.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A running {@code parley mcp} and the client's end of its pipe. */
final class ParleyProcess implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long PATIENCE_S = 90;

  private final Process process;
  private final OutputStream in;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();

  /** What came without being an answer: notifications, and errors that belong to no request. */
  final LinkedBlockingQueue<JsonNode> others = new LinkedBlockingQueue<>();

  /** Lines on stdout that were no protocol; there must be none. */
  final List<String> noise = new ArrayList<>();

  private ParleyProcess(Process process) {
    this.process = process;
    this.in = process.getOutputStream();
    Thread.ofVirtual().start(this::listen);
  }

  /** Starts {@code parley mcp} and introduces itself. */
  static ParleyProcess start(String... options) {
    return introduced(silent(options));
  }

  /** The same with the daemon of a home, in an environment of the test's making. */
  static ParleyProcess withDaemon(Map<String, String> environment, String... options) {
    return introduced(launch(environment, Path.of("").toAbsolutePath(), false, options));
  }

  /** The same, started in a folder. */
  static ParleyProcess withDaemon(Map<String, String> environment, Path folder, String... options) {
    return introduced(launch(environment, folder, false, options));
  }

  private static ParleyProcess introduced(ParleyProcess parley) {
    var unused =
        parley.request(
            "initialize",
            "protocolVersion",
            "2025-11-25",
            "capabilities",
            Map.of(),
            "clientInfo",
            Map.of("name", "tests", "version", "1"));
    parley.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return parley;
  }

  /** Starts {@code parley mcp} and says nothing. */
  static ParleyProcess silent(String... options) {
    return launch(Map.of(), Path.of("").toAbsolutePath(), true, options);
  }

  private static ParleyProcess launch(
      Map<String, String> environment, Path folder, boolean inProcess, String... options) {
    var command = new ArrayList<String>();
    command.add(root().resolve("parley").toString());
    command.add("mcp");
    if (inProcess) {
      command.add("--in-process");
    }
    if (!List.of(options).contains("--answers")) {
      command.addAll(List.of("--answers", "both")); // tests read fields
    }
    command.addAll(List.of(options));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PARLEY_NO_BUILD", "1");
    builder.environment().put("SHELL", "/bin/bash");
    // The user's own start-up files and editors must not change what the tests see.
    builder.environment().put("HOME", System.getProperty("java.io.tmpdir"));
    builder.environment().remove("VISUAL");
    builder.environment().remove("EDITOR");
    builder.environment().putAll(environment);
    try {
      return new ParleyProcess(builder.start());
    } catch (IOException failed) {
      throw new AssertionError("parley cannot be started", failed);
    }
  }

  static Path root() {
    return Path.of(System.getProperty("user.dir")).resolve("..").normalize().toAbsolutePath();
  }

  private void listen() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException closed) {
      // The process has ended.
    }
    asked.values().forEach(waiting -> waiting.completeExceptionally(new IOException("ended")));
  }

  private void take(String line) {
    JsonNode message;
    try {
      message = JSON.readTree(line);
    } catch (RuntimeException notJson) {
      noise.add(line);
      return;
    }
    var waiting = asked.remove(message.path("id").asInt(-1));
    if (waiting != null && !message.has("method")) {
      waiting.complete(message);
    } else {
      others.add(message);
    }
  }

  /** Sends a line as it is. */
  void send(String line) {
    try {
      synchronized (in) {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
      }
    } catch (IOException failed) {
      throw new AssertionError("parley has ended", failed);
    }
  }

  /**
   * A whole answer, error or result, to a request with these parameters: name, value, and so on.
   */
  JsonNode request(String method, Object... params) {
    return await(begin(method, object(params)));
  }

  CompletableFuture<JsonNode> begin(String method, ObjectNode params) {
    var id = ids.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    asked.put(id, answer);
    send(
        JSON.createObjectNode()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", method)
            .set("params", params)
            .toString());
    return answer;
  }

  int lastId() {
    return ids.get();
  }

  static JsonNode await(CompletableFuture<JsonNode> answer) {
    try {
      return answer.get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError("no answer", failed);
    }
  }

  static ObjectNode object(Object... namesAndValues) {
    var object = JSON.createObjectNode();
    for (var index = 0; index < namesAndValues.length; index += 2) {
      object.set((String) namesAndValues[index], JSON.valueToTree(namesAndValues[index + 1]));
    }
    return object;
  }

  /** Calls a tool with arguments: name, value, and so on. */
  Answer call(String tool, Object... arguments) {
    var message = request("tools/call", "name", tool, "arguments", object(arguments));
    return new Answer(message.path("result"), message.path("error"));
  }

  /** The same, without waiting for the answer. */
  CompletableFuture<Answer> calling(String tool, Object... arguments) {
    return begin("tools/call", object("name", tool, "arguments", object(arguments)))
        .thenApply(message -> new Answer(message.path("result"), message.path("error")));
  }

  /** What the list says about a tool. */
  JsonNode described(String tool) {
    for (var each : request("tools/list").path("result").path("tools")) {
      if (each.path("name").asString().equals(tool)) {
        return each;
      }
    }
    throw new AssertionError("no tool " + tool);
  }

  /** What a tool answered. */
  record Answer(JsonNode result, JsonNode error) {
    String text() {
      return result.path("content").path(0).path("text").asString("");
    }

    JsonNode fields() {
      return result.path("structuredContent");
    }

    String field(String name) {
      return fields().path(name).asString("");
    }

    boolean refused() {
      return result.path("isError").asBoolean(false);
    }

    /** The code of a refusal, wherever its toolset has it. */
    String code() {
      return fields().path("error").path("code").asString(field("code"));
    }

    String state() {
      return field("state");
    }

    String output() {
      return field("output");
    }

    String prompt() {
      return field("prompt");
    }

    /** What a person would see, of a full-screen program. */
    String screen() {
      return String.join(
          "\n",
          fields().path("screen").path("lines").values().stream().map(JsonNode::asString).toList());
    }
  }

  /** The next notification of a kind. */
  JsonNode notification(String method) throws InterruptedException {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    for (; ; ) {
      @Nullable JsonNode message = others.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null) {
        throw new AssertionError("no " + method);
      }
      if (message.path("method").asString("").equals(method)) {
        return message;
      }
    }
  }

  Process process() {
    return process;
  }

  /** Ends its input and waits for its end. */
  int end() throws IOException, InterruptedException {
    in.close();
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new AssertionError("parley does not end with its input");
    }
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    try {
      var unused = end();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
