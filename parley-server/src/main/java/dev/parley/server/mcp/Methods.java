package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import dev.parley.server.json.Schema;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What each method of the protocol does. */
final class Methods {
  private static final Logger LOG = LoggerFactory.getLogger(Methods.class);

  /** Lists longer than this are sent in pages. */
  private static final int PAGE = 200;

  /** The most suggestions one completion may carry. */
  private static final int MAX_COMPLETIONS = 100;

  /** How long a client may reuse a list before it asks again; changes are announced anyway. */
  private static final Duration LISTS_LIVE = Duration.ofMinutes(1);

  private final McpServer server;
  private final Seal seal = new Seal();
  private final Tasks tasks = new Tasks();

  Methods(McpServer server) {
    this.server = server;
  }

  ObjectNode answer(Exchange exchange) throws InterruptedException {
    return exchange.stateless() ? stateless(exchange) : stateful(exchange);
  }

  /** The methods of the revisions that begin with {@code initialize}. */
  private ObjectNode stateful(Exchange exchange) throws InterruptedException {
    return switch (exchange.method()) {
      case "initialize" -> initialize(exchange);
      case "ping" -> Json.object();
      case "logging/setLevel" -> setLevel(exchange);
      case "resources/subscribe" -> subscribe(exchange);
      case "resources/unsubscribe" -> {
        exchange.peer().listener().unwatch(text(exchange, "uri"));
        yield Json.object();
      }
      default -> shared(exchange);
    };
  }

  /** The methods since 2026-07-28, where every answer names its server and says if it is final. */
  private ObjectNode stateless(Exchange exchange) throws InterruptedException {
    ObjectNode result;
    try {
      result =
          switch (exchange.method()) {
            case "server/discover" -> discover();
            case "subscriptions/listen" -> listen(exchange);
            case "tasks/get" -> tasks.get(exchange);
            case "tasks/update" -> tasks.update(exchange);
            case "tasks/cancel" -> tasks.cancel(exchange);
            default -> shared(exchange);
          };
      if (!result.has("resultType")) {
        result.put("resultType", "complete");
      }
    } catch (Rounds.InputRequired more) {
      result = more.result;
    }
    result.withObjectProperty("_meta").set(RequestMeta.SERVER, server.identity());
    return switch (exchange.method()) {
      case "server/discover", "tools/list", "prompts/list", "resources/templates/list" ->
          result.put("ttlMs", LISTS_LIVE.toMillis()).put("cacheScope", "private");
      case "resources/list", "resources/read" ->
          result.put("ttlMs", 0).put("cacheScope", "private");
      default -> result;
    };
  }

  private ObjectNode shared(Exchange exchange) throws InterruptedException {
    return switch (exchange.method()) {
      case "tools/list" -> page(exchange, "tools", server.tools(), Tool::toJson);
      case "tools/call" -> callTool(exchange);
      case "resources/list" ->
          page(exchange, "resources", server.resources().list(), Resource::toJson);
      case "resources/templates/list" ->
          page(
              exchange,
              "resourceTemplates",
              server.resources().templates(),
              Resource.Template::toJson);
      case "resources/read" -> readResource(exchange);
      case "prompts/list" -> page(exchange, "prompts", offeredPrompts(exchange), Prompt::toJson);
      case "prompts/get" -> getPrompt(exchange);
      case "completion/complete" ->
          complete(exchange, server.completer().orElseThrow(() -> unknown(exchange)));
      default -> throw unknown(exchange);
    };
  }

  private static ProtocolException unknown(Exchange exchange) {
    return new ProtocolException(
        Fault.UNKNOWN_METHOD, "There is no method %s here".formatted(exchange.method()));
  }

  private List<Prompt> offeredPrompts(Exchange exchange) {
    if (!server.offersPrompts()) {
      throw unknown(exchange);
    }
    return server.prompts();
  }

  private ObjectNode initialize(Exchange exchange) {
    var params = exchange.params();
    var revision =
        Revision.named(text(exchange, "protocolVersion"))
            .filter(asked -> !asked.stateless())
            .orElse(Revision.NEWEST_WITH_INITIALIZE);
    exchange
        .peer()
        .introduced(Client.of(revision, params.path("clientInfo"), params.path("capabilities")));
    var result =
        Json.object()
            .put("protocolVersion", revision.text)
            .set("capabilities", capabilities())
            .set("serverInfo", server.identity());
    server.instructions().ifPresent(text -> result.put("instructions", text));
    return result;
  }

  private ObjectNode discover() {
    var capabilities = capabilities();
    capabilities.putObject("extensions").putObject(Tasks.EXTENSION);
    var result = Json.object().set("capabilities", capabilities);
    var versions = result.putArray("supportedVersions");
    Revision.ANNOUNCED.forEach(versions::add);
    server.instructions().ifPresent(text -> result.put("instructions", text));
    return result;
  }

  private ObjectNode capabilities() {
    var capabilities = Json.object();
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("logging");
    server
        .offeredResources()
        .ifPresent(
            resources ->
                capabilities
                    .putObject("resources")
                    .put("subscribe", resources.watchable())
                    .put("listChanged", true));
    if (server.offersPrompts()) {
      capabilities.putObject("prompts").put("listChanged", true);
    }
    if (server.completer().isPresent()) {
      capabilities.putObject("completions");
    }
    return capabilities;
  }

  private static ObjectNode setLevel(Exchange exchange) {
    var level =
        LogLevel.named(text(exchange, "level"))
            .orElseThrow(
                () ->
                    new ProtocolException(
                        Fault.BAD_PARAMS,
                        "level must be one of %s"
                            .formatted(
                                String.join(
                                    ", ",
                                    List.of(LogLevel.values()).stream()
                                        .map(LogLevel::text)
                                        .toList()))));
    exchange.peer().level(level);
    return Json.object();
  }

  private ObjectNode callTool(Exchange exchange) throws InterruptedException {
    var name = text(exchange, "name");
    var tool =
        server
            .tool(name)
            .orElseThrow(
                () ->
                    new ProtocolException(
                        Fault.BAD_PARAMS,
                        "Unknown tool: %s%s"
                            .formatted(
                                name,
                                Schema.suggestion(
                                    name, server.tools().stream().map(Tool::name).toList()))));
    var arguments = Schema.withoutNulls(tool.inputSchema(), exchange.params().path("arguments"));
    var fault = Schema.faultIn(tool.inputSchema(), arguments);
    if (fault.isPresent() || !(arguments instanceof ObjectNode fields)) {
      return tool.declined(
              new ToolRefusal(
                  "bad_input",
                  fault.orElse("The arguments must be an object") + ".",
                  "Call %s again with arguments that fit its input schema.".formatted(name)))
          .toJson();
    }
    if (tool.tasks().only()) {
      Tasks.require(exchange);
    }
    var call = new Call(seal, exchange, fields);
    return Tasks.knownTo(exchange) && tool.tasks().after().isPresent() && tasks.hasRoom()
        ? handle(tool, call, exchange, tool.tasks().after().get())
        : handle(tool, call).toJson();
  }

  /** Answers with what the tool does, or, when that takes longer, with the task it has become. */
  private ObjectNode handle(Tool tool, Call call, Exchange exchange, Duration atMost)
      throws InterruptedException {
    var task =
        tasks.of(
            exchange,
            () -> {
              exchange.enter();
              return handle(tool, call).toJson();
            });
    call.within(task);
    if (atMost.isZero()) {
      task.detach();
      tasks.keep(task);
      task.start();
      return task.created();
    }
    task.start();
    if (!task.detachAfter(atMost)) {
      return task.outcome();
    }
    tasks.keep(task);
    return task.created();
  }

  /** Whatever a handler throws is news for the model, and no concern of the connection. */
  @SuppressWarnings("InterruptedExceptionSwallowed") // it is thrown on when the call was cancelled
  private static ToolResult handle(Tool tool, Call call) throws InterruptedException {
    try {
      return tool.handler().handle(call);
    } catch (ToolRefusal refusal) {
      return tool.declined(refusal);
    } catch (ProtocolException | Rounds.InputRequired ours) {
      throw ours;
    } catch (InterruptedException stopped) {
      if (call.cancelled()) {
        throw stopped;
      }
      return ToolResult.refused(new ToolRefusal("internal", tool.name() + " was interrupted."));
    } catch (Throwable failure) {
      LOG.warn("{} failed", tool.name(), failure);
      return ToolResult.refused(
          new ToolRefusal("internal", "%s failed: %s".formatted(tool.name(), failure)));
    }
  }

  private ObjectNode readResource(Exchange exchange) throws InterruptedException {
    var uri = text(exchange, "uri");
    var contents =
        guarded(exchange, call -> server.resources().read(uri, call))
            .orElseThrow(() -> noSuchResource(exchange, uri));
    var result = Json.object();
    var list = result.putArray("contents");
    contents.forEach(content -> list.add(content.toJson()));
    return result;
  }

  private static ProtocolException noSuchResource(Exchange exchange, String uri) {
    return new ProtocolException(
        exchange.stateless() ? Fault.BAD_PARAMS : Fault.NO_SUCH_RESOURCE,
        "There is no resource %s".formatted(uri),
        Json.object().put("uri", uri));
  }

  private ObjectNode getPrompt(Exchange exchange) throws InterruptedException {
    var name = text(exchange, "name");
    var prompt =
        offeredPrompts(exchange).stream()
            .filter(offered -> offered.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new ProtocolException(Fault.BAD_PARAMS, "Unknown prompt: " + name));
    var given = exchange.params().path("arguments");
    for (var argument : prompt.arguments()) {
      if (argument.required() && !given.has(argument.name())) {
        throw new ProtocolException(
            Fault.BAD_PARAMS, "%s needs the argument %s".formatted(name, argument.name()));
      }
    }
    var messages = guarded(exchange, prompt.handler()::messages);
    var result = Json.object().put("description", prompt.description());
    var list = result.putArray("messages");
    for (var message : messages) {
      list.addObject()
          .put("role", message.role() == Prompt.Role.USER ? "user" : "assistant")
          .set("content", message.content().toJson());
    }
    return result;
  }

  /** A handler whose failures are protocol errors, as its answer has no place for them. */
  @FunctionalInterface
  private interface Handler<T> {
    T handle(Call call) throws Exception;
  }

  private <T> T guarded(Exchange exchange, Handler<T> handler) throws InterruptedException {
    var arguments =
        exchange.params().get("arguments") instanceof ObjectNode given ? given : Json.object();
    try {
      return handler.handle(new Call(seal, exchange, arguments));
    } catch (ProtocolException | InterruptedException ours) {
      throw ours;
    } catch (ToolRefusal refusal) {
      throw new ProtocolException(
          Fault.BAD_PARAMS, refusal.sentence(), Json.object().put("code", refusal.code()));
    } catch (Exception failure) {
      LOG.warn("{} failed", exchange.method(), failure);
      throw new ProtocolException(
          Fault.INTERNAL, "%s failed: %s".formatted(exchange.method(), failure));
    }
  }

  private static ObjectNode complete(Exchange exchange, Completer completer) {
    var params = exchange.params();
    var of = params.path("ref").path("name").asString(params.path("ref").path("uri").asString(""));
    var argument = params.path("argument");
    if (of.isEmpty() || !argument.path("name").isString() || !argument.path("value").isString()) {
      throw new ProtocolException(
          Fault.BAD_PARAMS,
          "A completion needs ref.name or ref.uri, argument.name and argument.value");
    }
    var others = new LinkedHashMap<String, String>();
    for (var other : params.path("context").path("arguments").properties()) {
      others.put(other.getKey(), other.getValue().asString(""));
    }
    var values =
        completer.complete(
            of, argument.path("name").asString(), argument.path("value").asString(), others);
    var completion =
        Json.object().put("total", values.size()).put("hasMore", values.size() > MAX_COMPLETIONS);
    var list = completion.putArray("values");
    values.stream().limit(MAX_COMPLETIONS).forEach(list::add);
    return Json.object().set("completion", completion);
  }

  private ObjectNode subscribe(Exchange exchange) {
    var uri = text(exchange, "uri");
    if (!server.resources().watchable()) {
      throw new ProtocolException(Fault.UNKNOWN_METHOD, "Resources here cannot be subscribed to");
    }
    if (!exchange.peer().listener().watch(uri)) {
      throw noSuchResource(exchange, uri);
    }
    return Json.object();
  }

  /** Tells of changes until the client ends it; the first message says which were agreed on. */
  private ObjectNode listen(Exchange exchange) throws InterruptedException {
    var wanted = exchange.params().path("notifications");
    if (!wanted.isObject()) {
      throw new ProtocolException(Fault.BAD_PARAMS, "notifications must be an object");
    }
    try (var listener = new Listener(server)) {
      var agreed = agree(wanted, listener);
      tell(
          exchange,
          "notifications/subscriptions/acknowledged",
          Json.object().set("notifications", agreed));
      while (!exchange.cancelled()) {
        var change = listener.next(Duration.ofHours(1));
        if (change.isPresent()) {
          tell(exchange, change.get().notification(), change.get().params());
        }
      }
    } catch (InterruptedException ending) {
      // Cancelled, and nobody hears the answer, or the server is going down and says goodbye.
    }
    var result = Json.object();
    result.putObject("_meta").set(RequestMeta.SUBSCRIPTION, exchange.id());
    return result;
  }

  private ObjectNode agree(JsonNode wanted, Listener listener) {
    var agreed = Json.object();
    for (var subject : Listener.Subject.values()) {
      if (wanted.path(subject.filter).asBoolean(false) && offers(subject)) {
        listener.hear(subject);
        agreed.put(subject.filter, true);
      }
    }
    var uris = wanted.path("resourceSubscriptions");
    if (uris.isArray() && server.offeredResources().filter(Resources::watchable).isPresent()) {
      var watched = agreed.putArray("resourceSubscriptions");
      for (var uri : uris.values()) {
        if (uri.isString() && listener.watch(uri.stringValue())) {
          watched.add(uri);
        }
      }
    }
    return agreed;
  }

  private boolean offers(Listener.Subject subject) {
    return switch (subject) {
      case TOOLS -> true;
      case PROMPTS -> server.offersPrompts();
      case RESOURCES -> server.offeredResources().isPresent();
    };
  }

  private static void tell(Exchange exchange, String notification, ObjectNode params) {
    params.withObjectProperty("_meta").set(RequestMeta.SUBSCRIPTION, exchange.id());
    exchange.send(JsonRpc.notification(notification, params));
  }

  /** The part of a list that a cursor points to; the cursor is a place in the list. */
  private static <T> ObjectNode page(
      Exchange exchange, String name, List<T> all, Function<T, ObjectNode> toJson) {
    int from = cursor(exchange).orElse(0);
    if (from < 0 || from > all.size()) {
      throw new ProtocolException(Fault.BAD_PARAMS, "cursor is not one this list gave out");
    }
    int to = Math.min(all.size(), from + PAGE);
    var result = Json.object();
    var list = result.putArray(name);
    all.subList(from, to).forEach(item -> list.add(toJson.apply(item)));
    if (to < all.size()) {
      result.put("nextCursor", Integer.toString(to));
    }
    return result;
  }

  private static Optional<Integer> cursor(Exchange exchange) {
    var cursor = exchange.params().path("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(cursor.asString("")));
    } catch (NumberFormatException notOurs) {
      return Optional.of(-1);
    }
  }

  private static String text(Exchange exchange, String name) {
    return exchange
        .params()
        .path(name)
        .stringValueOpt()
        .orElseThrow(
            () -> new ProtocolException(Fault.BAD_PARAMS, "%s must be a string".formatted(name)));
  }
}
