package dev.parley.bench.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model on loopback that follows a script. It speaks the protocols of the coding agents, and
 * notes when each step of the script was asked for and when it was answered. The first part of a
 * path names the program that asks: {@code /claude/v1/messages}.
 */
public final class ModelServer implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<Dialect> DIALECTS = Dialect.all();
  private static final Duration BETWEEN_PIECES = Duration.ofMillis(150);

  private final HttpServer server;
  private final Function<Asked, Reply> script;
  private final Optional<Path> log;
  private final Map<String, Times> times = new ConcurrentHashMap<>();

  /**
   * When a step of the script was asked for, and when its answer was complete; zero: not yet.
   *
   * @param requests how often it was asked for: programs try again after an error
   */
  public record Times(long asked, long answered, int requests) {
    static final Times NONE = new Times(0, 0, 0);
  }

  /**
   * Starts it on a free port.
   *
   * @param script what to do when a program asks something that has a marker
   * @param log where requests are written down, for whoever wants to look
   */
  public ModelServer(Function<Asked, Reply> script, Optional<Path> log) throws IOException {
    this.script = script;
    this.log = log;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** Where a program finds its model. */
  public URI address(String program) {
    return URI.create("http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), program));
  }

  /** When a step was asked for and answered. */
  public Times times(String program, String step) {
    return times.getOrDefault(program + " " + step, Times.NONE);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      note(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
      var dialect = DIALECTS.stream().filter(one -> one.takes(path)).findFirst();
      if (dialect.isPresent() && exchange.getRequestMethod().equals("POST")) {
        answer(exchange, dialect.get(), JSON.readTree(body));
      } else if (path.endsWith("/count_tokens")) {
        send(exchange, 200, new AnthropicDialect().count());
      } else if (path.endsWith(":countTokens")) {
        send(exchange, 200, new GeminiDialect().count());
      } else if (path.endsWith("/models")) {
        var models = JSON.createObjectNode().put("object", "list");
        models.putArray("data").addObject().put("id", "scripted").put("object", "model");
        send(exchange, 200, models);
      } else {
        send(exchange, 404, JSON.createObjectNode().put("error", "not found"));
      }
    } catch (IOException gone) {
      // The program has been ended, or has lost its patience.
      note("gone: " + gone);
    }
  }

  private void answer(HttpExchange exchange, Dialect dialect, JsonNode request) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var program = path.split("/", 3)[1];
    var asked = dialect.read(program, request);
    // Requests without tools are the program's own affairs: a title, a summary, a check.
    var step = asked.tools().isEmpty() ? Optional.<String>empty() : asked.marker();
    var key = program + " " + step.orElse("");
    times.merge(
        key,
        new Times(System.nanoTime(), 0, 1),
        (before, now) -> new Times(before.asked, 0, before.requests + 1));
    var reply = step.isPresent() ? script.apply(asked) : Reply.say("ok");
    if (reply instanceof Reply.Fail(var silent, var status)) {
      pause(silent);
      fail(exchange, status);
    } else if (dialect.streams(path, request)) {
      stream(exchange, dialect, request, reply);
    } else {
      var text = reply instanceof Reply.Say(_, _, var said) ? said : "ok";
      send(exchange, 200, dialect.whole(request, text));
    }
    times.computeIfPresent(
        key, (_, before) -> new Times(before.asked, System.nanoTime(), before.requests));
  }

  private static void fail(HttpExchange exchange, int status) throws IOException {
    var error = JSON.createObjectNode().put("type", "error");
    error
        .putObject("error")
        .put("code", status)
        .put("type", status == 401 ? "authentication_error" : "api_error")
        .put("message", "The script says so")
        .put("status", status == 401 ? "UNAUTHENTICATED" : "INTERNAL");
    exchange.getResponseHeaders().add("x-should-retry", "false");
    send(exchange, status, error);
  }

  private static void stream(HttpExchange exchange, Dialect dialect, JsonNode request, Reply reply)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().add("Cache-Control", "no-cache");
    exchange.sendResponseHeaders(200, 0);
    var body = exchange.getResponseBody();
    var answer = dialect.answer(request, (name, data) -> event(body, name, data));
    switch (reply) {
      case Reply.Say(var silent, var spoken, var text) -> {
        pause(silent);
        speak(answer, text, spoken);
      }
      case Reply.Call(var silent, var tool, var arguments) -> {
        pause(silent);
        answer.call(tool, arguments);
      }
      case Reply.Fail _ -> throw new IllegalStateException("A failure is not streamed");
    }
    answer.end();
  }

  private static void speak(Dialect.Answer answer, String text, Duration spoken)
      throws IOException {
    var pieces = spoken.dividedBy(BETWEEN_PIECES);
    for (var piece = 0; piece < pieces; piece++) {
      // No two pieces are alike: who repeats itself is taken for a model in a loop.
      var word = Integer.toHexString((piece + 1) * 0x9E3779B1);
      answer.text(word + (piece % 8 == 7 ? ",\n" : ", "));
      pause(BETWEEN_PIECES);
    }
    answer.text(text);
  }

  private static void event(OutputStream body, String name, String data) throws IOException {
    var event = (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + data + "\n\n";
    body.write(event.getBytes(StandardCharsets.UTF_8));
    body.flush();
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void note(String line) throws IOException {
    if (log.isPresent()) {
      Files.writeString(
          log.get(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
