package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as its handler sees it: what was asked, by whom, and ways to speak to the client before
 * the answer. A client that cancels interrupts the handler's thread, which is a virtual one: block
 * as you like, and let InterruptedException through.
 */
public final class Call {
  private final Exchange exchange;
  private final ObjectNode arguments;
  private final Supplier<Rounds> rounds;
  private volatile Optional<Task> task = Optional.empty();
  private double progress = Double.NEGATIVE_INFINITY;

  Call(Seal seal, Exchange exchange, ObjectNode arguments) {
    this.exchange = exchange;
    this.arguments = arguments;
    this.rounds = rounds(seal, exchange);
  }

  private static Supplier<Rounds> rounds(Seal seal, Exchange exchange) {
    if (exchange.stateless() && Rounds.continuedBy(exchange)) {
      // A state that is not ours is refused before the handler has done anything.
      var continued = new Rounds(seal, exchange);
      return () -> continued;
    }
    return () -> new Rounds(seal, exchange);
  }

  /** It may outlive its request; said before its handler runs. */
  void within(Task running) {
    task = Optional.of(running);
  }

  /** The arguments; a tool's have been checked against its schema. */
  public ObjectNode arguments() {
    return arguments;
  }

  /** What the client says about itself. */
  public Client client() {
    return exchange.client();
  }

  /** Who is asking, where the transport knows. */
  public Optional<Principal> caller() {
    return exchange.peer().caller();
  }

  /**
   * Where the request came from, as a key: equal for requests of one client, as far as can be told.
   * Clients with a connection or an MCP session are told apart by it, stateless ones by who they
   * say they are.
   */
  public Object origin() {
    return exchange.stateless()
        ? List.of(caller(), client().name(), client().version())
        : exchange.peer().origin();
  }

  /** Whether the client has stopped waiting; a handler that blocks is interrupted as well. */
  public boolean cancelled() {
    return exchange.cancelled() || task.filter(Task::cancelled).isPresent();
  }

  /** Whether the client listens to {@link #progress}; with it, it may wait longer. */
  public boolean takesProgress() {
    return exchange.meta().has("progressToken") || task.isPresent();
  }

  /** Whether it may take longer than its client would wait for an answer: it becomes a task. */
  public boolean mayGoOn() {
    return task.isPresent();
  }

  /**
   * Says how far the work has come; must grow from call to call, and is dropped where it does not.
   */
  public void progress(double done, String message) {
    progress(done, Json.object().put("message", message));
  }

  public void progress(double done, double total, String message) {
    progress(done, Json.object().put("total", total).put("message", message));
  }

  private synchronized void progress(double done, ObjectNode params) {
    var said = params.path("message").asString("");
    if (task.filter(it -> it.tell(said)).isEmpty()
        && exchange.meta().has("progressToken")
        && done > progress) {
      progress = done;
      exchange.send(
          JsonRpc.notification(
              "notifications/progress",
              params
                  .put("progress", done)
                  .set("progressToken", exchange.meta().path("progressToken"))));
    }
  }

  /** Sends a log message if the client wants them this detailed. */
  public void log(LogLevel level, String logger, String message) {
    if (wantedLevel().filter(wanted -> level.compareTo(wanted) >= 0).isPresent()) {
      exchange.send(
          JsonRpc.notification(
              "notifications/message",
              Json.object().put("level", level.text()).put("logger", logger).put("data", message)));
    }
  }

  private Optional<LogLevel> wantedLevel() {
    return exchange.stateless()
        ? LogLevel.named(exchange.meta().path(RequestMeta.LOG_LEVEL).asString(""))
        : Optional.of(exchange.peer().level());
  }

  /** Ends the call unless the client declared a capability. */
  public void require(String capability) {
    if (client().can(capability)) {
      return;
    }
    var sentence = "This needs a client with the capability \"%s\"".formatted(capability);
    if (exchange.stateless()) {
      var data = Json.object();
      data.putObject("requiredCapabilities").putObject(capability);
      throw new ProtocolException(Fault.MISSING_CAPABILITY, sentence, data);
    }
    throw new ToolRefusal("unsupported_here", sentence);
  }

  /**
   * Asks the person at the client to fill in a form. See {@link #ask} for how the answer comes.
   *
   * @param key names the question within this call
   */
  public Elicited elicit(String key, String message, ObjectNode schema)
      throws InterruptedException {
    return Elicited.of(ask(Map.of(key, new Question.Form(message, schema))).path(key));
  }

  /**
   * Asks the client and waits for its answers. Clients up to 2025-11-25 are asked while the call
   * waits. For later ones the call ends here, and when the answers are in the handler is run again
   * from its beginning: ask first, act after, and ask the same under the same keys each time. A
   * call that has become a task waits for them where it stands.
   *
   * @return the client's answers, as they travelled, by the keys of the questions
   */
  public ObjectNode ask(Map<String, Question> questions) throws InterruptedException {
    questions.values().forEach(question -> require(question.capability()));
    if (!exchange.stateless()) {
      return askNow(questions);
    }
    var found = rounds.get().found(questions);
    var open = new LinkedHashMap<>(questions);
    open.keySet().removeAll(found.propertyNames());
    if (open.isEmpty()) {
      return found;
    }
    // What earlier rounds have brought is not asked again, so that the last one can become a task.
    var answers = task.isPresent() ? task.get().ask(open) : Optional.<ObjectNode>empty();
    return found.setAll(answers.orElseThrow(() -> rounds.get().without(open)));
  }

  private ObjectNode askNow(Map<String, Question> questions) throws InterruptedException {
    var waiting = new LinkedHashMap<String, CompletableFuture<JsonNode>>();
    questions.forEach(
        (key, question) ->
            waiting.put(key, exchange.peer().ask(exchange, question.method(), question.params())));
    try {
      var answers = Json.object();
      for (var entry : waiting.entrySet()) {
        answers.set(entry.getKey(), Peer.await(entry.getValue()));
      }
      return answers;
    } finally {
      List.copyOf(waiting.values()).forEach(answer -> answer.cancel(false));
    }
  }
}
