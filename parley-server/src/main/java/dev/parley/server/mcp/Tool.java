package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import dev.parley.server.json.Schema;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something a model can do: a name, what it takes and gives, hints on its effects, and the doing.
 */
public final class Tool {
  /** Does what the tool does; anything it throws becomes an answer with {@code isError}. */
  @FunctionalInterface
  public interface Handler {
    ToolResult handle(Call call) throws Exception;
  }

  private final String name;
  private final Handler handler;
  private final ObjectNode description;

  private final Function<ToolRefusal, ToolResult> declined;
  private final TaskUse tasks;

  /**
   * Whether calls may become tasks, for clients that know those.
   *
   * @param after how long a call may take before it becomes one; empty if it never does
   * @param only whether the tool is of no use to other clients
   */
  record TaskUse(Optional<Duration> after, boolean only) {}

  private Tool(
      String name,
      Handler handler,
      ObjectNode description,
      Function<ToolRefusal, ToolResult> declined,
      TaskUse tasks) {
    this.name = name;
    this.handler = handler;
    this.description = description;
    this.declined = declined;
    this.tasks = tasks;
  }

  /**
   * A tool. Arguments are checked against the input schema before the handler sees them.
   *
   * @param inputSchema a JSON Schema whose type is {@code object}; see {@link Schema} for the part
   *     of the language that is checked
   */
  public static Tool of(String name, String description, ObjectNode inputSchema, Handler handler) {
    if (!inputSchema.path("type").asString("").equals("object")) {
      throw new IllegalArgumentException(
          "The input schema of the tool %s must have the type object".formatted(name));
    }
    return new Tool(
        name,
        handler,
        Json.object()
            .put("name", name)
            .put("description", description)
            .set("inputSchema", inputSchema),
        ToolResult::refused,
        new TaskUse(Optional.empty(), false));
  }

  /** With a name for people. */
  public Tool titled(String title) {
    return with(json -> json.put("title", title));
  }

  /** With the schema of its structured answer. */
  public Tool answering(ObjectNode outputSchema) {
    return with(json -> json.set("outputSchema", outputSchema));
  }

  /** Whether a call changes nothing, so that it may be repeated. */
  public boolean isReadOnly() {
    return description.path("annotations").path("readOnlyHint").asBoolean(false);
  }

  /** Without a schema of its answer, for answers that are text alone. */
  public Tool withoutOutputSchema() {
    return with(json -> json.remove("outputSchema"));
  }

  /** Says in a way of its own that it declines; wrong arguments included. */
  public Tool declining(Function<ToolRefusal, ToolResult> declined) {
    return new Tool(name, handler, description, declined, tasks);
  }

  /** A call that takes longer than this goes on as a task, for clients that know tasks. */
  public Tool asTaskAfter(Duration soLong) {
    return new Tool(
        name, handler, description, declined, new TaskUse(Optional.of(soLong), tasks.only()));
  }

  /** It can be called by clients that know tasks and by no others. */
  public Tool onlyAsTask() {
    return new Tool(name, handler, description, declined, new TaskUse(tasks.after(), true));
  }

  /** It changes nothing. */
  public Tool readOnly() {
    return hint("readOnlyHint", true);
  }

  /** It may destroy something; without this and {@link #additive} clients assume it does. */
  public Tool destructive() {
    return hint("destructiveHint", true);
  }

  /** What it changes it only adds to. */
  public Tool additive() {
    return hint("destructiveHint", false);
  }

  /** Doing it twice is the same as doing it once. */
  public Tool idempotent() {
    return hint("idempotentHint", true);
  }

  /** It reaches outside what the server itself keeps. */
  public Tool openWorld() {
    return hint("openWorldHint", true);
  }

  /** It stays within what the server itself keeps. */
  public Tool closedWorld() {
    return hint("openWorldHint", false);
  }

  private Tool hint(String hint, boolean value) {
    return with(json -> json.withObjectProperty("annotations").put(hint, value));
  }

  private Tool with(Consumer<ObjectNode> change) {
    var changed = description.deepCopy();
    change.accept(changed);
    return new Tool(name, handler, changed, declined, tasks);
  }

  /** The same with something done before and after. */
  public Tool around(UnaryOperator<Handler> wrapper) {
    return new Tool(name, wrapper.apply(handler), description, declined, tasks);
  }

  public String name() {
    return name;
  }

  public ObjectNode inputSchema() {
    return (ObjectNode) description.path("inputSchema");
  }

  public Optional<ObjectNode> outputSchema() {
    return description.optional("outputSchema").map(ObjectNode.class::cast);
  }

  /** As it is listed to clients; do not change it. */
  public ObjectNode toJson() {
    return description;
  }

  TaskUse tasks() {
    return tasks;
  }

  Handler handler() {
    return handler;
  }

  /** What it answers when it declines. */
  ToolResult declined(ToolRefusal refusal) {
    return declined.apply(refusal);
  }
}
