package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.security.Principal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is offered to clients: tools, resources, prompts and completions under a name. It can be
 * served over any number of streams ({@link McpStdio}) and HTTP listeners ({@link McpHttp}) at
 * once, and its tools and prompts may come and go while it is.
 */
public final class McpServer {
  private final ObjectNode identity;
  private final Optional<String> instructions;
  private final Optional<Resources> resources;
  private final Optional<Completer> completer;
  private final boolean offersPrompts;
  private final BiConsumer<Principal, String> entering;
  private final Methods methods = new Methods(this);
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private volatile Map<String, Tool> tools;
  private volatile Map<String, Prompt> prompts;

  private McpServer(Builder builder) {
    identity =
        Json.object()
            .put("name", builder.name)
            .put("title", builder.title)
            .put("version", builder.version);
    instructions = builder.instructions;
    resources = builder.resources;
    completer = builder.completer;
    entering = builder.entering;
    offersPrompts = !builder.prompts.isEmpty();
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tools));
    prompts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.prompts));
  }

  public static Builder named(String name, String version) {
    return new Builder(name, version);
  }

  /** Puts a server together. */
  public static final class Builder {
    private final String name;
    private final String version;
    private String title;
    private Optional<String> instructions = Optional.empty();
    private Optional<Resources> resources = Optional.empty();
    private Optional<Completer> completer = Optional.empty();
    private BiConsumer<Principal, String> entering = (_, _) -> {};
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, Prompt> prompts = new LinkedHashMap<>();

    private Builder(String name, String version) {
      this.name = name;
      this.title = name;
      this.version = version;
    }

    /** The name for people. */
    public Builder titled(String title) {
      this.title = title;
      return this;
    }

    /** What a model should know before it uses the tools; a few lines. */
    public Builder instructions(String text) {
      instructions = Optional.of(text);
      return this;
    }

    public Builder tool(Tool tool) {
      if (tools.putIfAbsent(tool.name(), tool) != null) {
        throw new IllegalArgumentException("There are two tools named " + tool.name());
      }
      return this;
    }

    public Builder tools(Iterable<Tool> more) {
      more.forEach(this::tool);
      return this;
    }

    public Builder prompt(Prompt prompt) {
      prompts.put(prompt.name(), prompt);
      return this;
    }

    public Builder resources(Resources offered) {
      resources = Optional.of(offered);
      return this;
    }

    public Builder completer(Completer offered) {
      completer = Optional.of(offered);
      return this;
    }

    /** What each request begins with, given who asks and what their client is called. */
    public Builder entering(BiConsumer<Principal, String> first) {
      entering = first;
      return this;
    }

    public McpServer build() {
      return new McpServer(this);
    }
  }

  /** Offers a tool from now on, in place of one of the same name, and tells the clients. */
  public synchronized void add(Tool tool) {
    var more = new LinkedHashMap<>(tools);
    more.put(tool.name(), tool);
    tools = Collections.unmodifiableMap(more);
    changed(Listener.Subject.TOOLS);
  }

  public synchronized void removeTool(String name) {
    var fewer = new LinkedHashMap<>(tools);
    if (fewer.remove(name) != null) {
      tools = Collections.unmodifiableMap(fewer);
      changed(Listener.Subject.TOOLS);
    }
  }

  /** Offers a prompt from now on, in place of one of the same name, and tells the clients. */
  public synchronized void add(Prompt prompt) {
    var more = new LinkedHashMap<>(prompts);
    more.put(prompt.name(), prompt);
    prompts = Collections.unmodifiableMap(more);
    changed(Listener.Subject.PROMPTS);
  }

  public synchronized void removePrompt(String name) {
    var fewer = new LinkedHashMap<>(prompts);
    if (fewer.remove(name) != null) {
      prompts = Collections.unmodifiableMap(fewer);
      changed(Listener.Subject.PROMPTS);
    }
  }

  /** Tells the clients that {@link Resources#list} would now answer differently. */
  public void resourcesChanged() {
    changed(Listener.Subject.RESOURCES);
  }

  private void changed(Listener.Subject subject) {
    listeners.forEach(listener -> listener.changed(subject));
  }

  public List<Tool> tools() {
    return List.copyOf(tools.values());
  }

  public List<Prompt> prompts() {
    return List.copyOf(prompts.values());
  }

  Optional<Tool> tool(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  Optional<Resources> offeredResources() {
    return resources;
  }

  Resources resources() {
    return resources.orElseThrow(
        () -> new ProtocolException(Fault.UNKNOWN_METHOD, "This server has no resources"));
  }

  Optional<Completer> completer() {
    return completer;
  }

  Optional<String> instructions() {
    return instructions;
  }

  boolean offersPrompts() {
    return offersPrompts;
  }

  ObjectNode identity() {
    return identity;
  }

  /** Called on the thread of a request, before anything is done for it. */
  void enter(Principal caller, String client) {
    entering.accept(caller, client);
  }

  Methods methods() {
    return methods;
  }

  Set<Listener> listeners() {
    return listeners;
  }
}
