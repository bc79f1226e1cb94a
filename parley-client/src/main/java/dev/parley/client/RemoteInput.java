package dev.parley.client;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What is typed into a session of the daemon, and what must hold for it. */
public final class RemoteInput {
  private final ObjectNode json;

  private RemoteInput(ObjectNode json) {
    this.json = json;
  }

  /** Text and the Enter key. */
  public static RemoteInput line(String text) {
    return new RemoteInput(ParleyClient.object().put("text", text));
  }

  /** Text alone. */
  public static RemoteInput text(String text) {
    return new RemoteInput(ParleyClient.object().put("text", text).put("enter", false));
  }

  /** Keys by name, such as {@code ctrl+c}. */
  public static RemoteInput keys(String... keys) {
    return keys(List.of(keys));
  }

  /** Keys by name, such as {@code ctrl+c}. */
  public static RemoteInput keys(List<String> keys) {
    var json = ParleyClient.object();
    var names = json.putArray("keys");
    keys.forEach(names::add);
    return new RemoteInput(json);
  }

  public static RemoteInput paste(String text) {
    return new RemoteInput(ParleyClient.object().put("paste", text));
  }

  /** A secret that a person has supplied under a name. */
  public static RemoteInput secret(String name) {
    return new RemoteInput(ParleyClient.object().put("secret", name));
  }

  /** Typed only in this state. */
  public RemoteInput ifState(RemoteState state) {
    return ifState(state.wire());
  }

  /** Typed only in this state, such as {@code waiting}. */
  public RemoteInput ifState(String state) {
    return new RemoteInput(json.deepCopy().put("if_state", state));
  }

  /** Typed only if nothing was printed after this offset. */
  public RemoteInput ifOffset(long offset) {
    return new RemoteInput(json.deepCopy().put("if_offset", offset));
  }

  ObjectNode into(ObjectNode parameters) {
    return parameters.setAll(json);
  }
}
