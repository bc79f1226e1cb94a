package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.security.Principal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** The tasks of a server, and the methods by which clients follow theirs. */
final class Tasks {
  static final String EXTENSION = "io.modelcontextprotocol/tasks";

  /** More than these go on in the request that began them. */
  private static final int MOST = 1000;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, Task> tasks = new ConcurrentHashMap<>();

  /** A task for the caller of a request, which cannot be found before it is kept. */
  Task of(Exchange exchange, Callable<ObjectNode> work) {
    var id = new byte[16];
    RANDOM.nextBytes(id);
    return new Task(HexFormat.of().formatHex(id), owner(exchange), work);
  }

  boolean hasRoom() {
    tasks.values().removeIf(Task::forgotten);
    return tasks.size() < MOST;
  }

  void keep(Task task) {
    tasks.put(task.id(), task);
  }

  private static String owner(Exchange exchange) {
    return exchange.peer().caller().map(Principal::getName).orElse("");
  }

  /** Whether the client of a request knows tasks. */
  static boolean knownTo(Exchange exchange) {
    return exchange.stateless()
        && exchange.client().capabilities().path("extensions").has(EXTENSION);
  }

  /** Refuses a client that does not know tasks. */
  static void require(Exchange exchange) {
    if (!knownTo(exchange)) {
      var data = Json.object();
      data.putObject("requiredCapabilities").putObject("extensions").putObject(EXTENSION);
      throw new ProtocolException(
          Fault.MISSING_CAPABILITY,
          "This needs a client with the extension %s".formatted(EXTENSION),
          data);
    }
  }

  ObjectNode get(Exchange exchange) {
    return find(exchange).detailed();
  }

  ObjectNode update(Exchange exchange) {
    var task = find(exchange);
    if (!(exchange.params().get("inputResponses") instanceof ObjectNode responses)) {
      throw new ProtocolException(Fault.BAD_PARAMS, "inputResponses must be an object");
    }
    task.update(responses);
    return Json.object();
  }

  ObjectNode cancel(Exchange exchange) {
    find(exchange).cancel();
    return Json.object();
  }

  private Task find(Exchange exchange) {
    require(exchange);
    return Optional.ofNullable(tasks.get(exchange.params().path("taskId").asString("")))
        .filter(task -> task.belongsTo(owner(exchange)))
        .orElseThrow(
            () -> new ProtocolException(Fault.BAD_PARAMS, "There is no such task, or no more"));
  }
}
