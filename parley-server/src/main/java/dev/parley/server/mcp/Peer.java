package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One client at the other end of a stream or an HTTP session: who it said it is, its requests under
 * way, and what we asked it. A request of the stateless era needs nothing of this but its own
 * entry.
 */
final class Peer implements AutoCloseable {
  /** More requests at once than any client has use for. */
  private static final int MAX_RUNNING = 4096;

  /** Methods that only read or set a field: done at once and in order, before the next message. */
  private static final Set<String> IMMEDIATE = Set.of("initialize", "ping", "logging/setLevel");

  private final McpServer server;
  private final Optional<Principal> caller;
  private final Object origin = new Object();
  private final Listener listener;
  private final Map<String, Exchange> byId = new ConcurrentHashMap<>();
  private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final AtomicInteger nextQuestion = new AtomicInteger();
  private volatile Client client = Client.unknown();
  private volatile LogLevel level = LogLevel.INFO;

  Peer(McpServer server, Optional<Principal> caller) {
    this.server = server;
    this.caller = caller;
    this.listener = new Listener(server);
  }

  /**
   * Takes one message and begins what it asks for.
   *
   * @return the request it began; nothing for a notification or an answer
   */
  Optional<Exchange> receive(JsonNode message, boolean stateless, Outlet outlet)
      throws IOException {
    if (JsonRpc.isAnswer(message)) {
      answered(message);
      return Optional.empty();
    }
    try {
      JsonRpc.check(message);
      if (!message.has("id")) {
        noted(message);
        return Optional.empty();
      }
      return Optional.of(begin(message, stateless, outlet));
    } catch (ProtocolException fault) {
      outlet.reply(JsonRpc.error(JsonRpc.idOf(message), fault), Optional.of(fault.fault));
      return Optional.empty();
    }
  }

  private Exchange begin(JsonNode message, boolean stateless, Outlet outlet) {
    if (running.size() >= MAX_RUNNING) {
      throw new ProtocolException(
          Fault.BUSY,
          "%d requests are running already; wait for one to end".formatted(MAX_RUNNING));
    }
    var exchange =
        new Exchange(
            server, this, stateless ? RequestMeta.client(message) : client, message, outlet);
    if (byId.putIfAbsent(exchange.key(), exchange) != null) {
      throw new ProtocolException(
          Fault.INVALID_REQUEST,
          "A request with id %s is running already".formatted(exchange.key()));
    }
    running.add(exchange);
    if (IMMEDIATE.contains(exchange.method())) {
      exchange.run();
    } else {
      exchange.start();
    }
    return exchange;
  }

  /** Its id may be used again: the answer is on its way. */
  void answering(Exchange exchange) {
    byId.remove(exchange.key(), exchange);
  }

  void ended(Exchange exchange) {
    byId.remove(exchange.key(), exchange);
    running.remove(exchange);
  }

  private void noted(JsonNode message) {
    if (message.path("method").asString().equals("notifications/cancelled")) {
      var exchange = byId.get(Json.text(message.path("params").path("requestId")));
      if (exchange != null) {
        exchange.cancel();
      }
    }
  }

  /** Sends a request of ours to the client; before 2026-07-28 a server could. */
  CompletableFuture<JsonNode> ask(Exchange exchange, String method, ObjectNode params) {
    int id = nextQuestion.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    asked.put(id, answer);
    exchange.send(JsonRpc.request(id, method, params));
    answer.whenComplete(
        (_, _) -> {
          asked.remove(id);
          if (answer.isCancelled()) {
            // Nobody waits any more, and the client may take its dialog down.
            exchange.sendAnyway(
                JsonRpc.notification(
                    "notifications/cancelled", Json.object().put("requestId", id)));
          }
        });
    return answer;
  }

  private void answered(JsonNode message) {
    var waiting = asked.get(message.path("id").asInt(0));
    if (waiting == null) {
      return;
    }
    if (message.has("result")) {
      waiting.complete(message.path("result"));
    } else {
      waiting.completeExceptionally(
          new ToolRefusal(
              "client_error",
              "The client did not answer: " + message.path("error").path("message").asString("")));
    }
  }

  static JsonNode await(CompletableFuture<JsonNode> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ToolRefusal refusal
          ? refusal
          : new ToolRefusal("client_error", "The client did not answer");
    }
  }

  void introduced(Client introduced) {
    client = introduced;
    listener.hearListChanges();
  }

  /** What has changed since the client was last told; for clients that said {@code initialize}. */
  Listener listener() {
    return listener;
  }

  Optional<Principal> caller() {
    return caller;
  }

  /** This connection as a key that keeps nothing of it alive. */
  Object origin() {
    return origin;
  }

  LogLevel level() {
    return level;
  }

  void level(LogLevel level) {
    this.level = level;
  }

  /** Lets running requests finish for as long as they are given, then cancels the rest. */
  void finish(Duration grace) throws InterruptedException {
    long deadline = System.nanoTime() + grace.toNanos();
    asked.values().forEach(waiting -> waiting.completeExceptionally(gone()));
    for (var exchange : running) {
      if (exchange.endless()) {
        exchange.end();
      }
      if (!exchange.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
        exchange.cancel();
      }
    }
  }

  private static ToolRefusal gone() {
    return new ToolRefusal("client_error", "The client went away before it answered");
  }

  /** The client is gone: nobody waits for what is still running. */
  @Override
  public void close() {
    running.forEach(Exchange::cancel);
    asked.values().forEach(waiting -> waiting.completeExceptionally(gone()));
    listener.close();
  }
}
