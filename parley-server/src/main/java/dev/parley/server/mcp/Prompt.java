package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A conversation opener a person can pick: a name, what it takes, and what it says. */
public record Prompt(
    String name, String title, String description, List<Argument> arguments, Handler handler) {

  public Prompt {
    arguments = List.copyOf(arguments);
  }

  /** Something the prompt wants to know; it is always a string. */
  public record Argument(String name, String description, boolean required) {}

  /** One turn of the conversation. */
  public record Message(Role role, Content content) {
    public static Message user(String text) {
      return new Message(Role.USER, Content.text(text));
    }

    public static Message user(Content content) {
      return new Message(Role.USER, content);
    }
  }

  /** Who speaks. */
  public enum Role {
    USER,
    ASSISTANT
  }

  /** Says what the prompt says, given its arguments. */
  @FunctionalInterface
  public interface Handler {
    List<Message> messages(Call call) throws Exception;
  }

  ObjectNode toJson() {
    var json = Json.object().put("name", name).put("title", title).put("description", description);
    var list = json.putArray("arguments");
    for (var argument : arguments) {
      list.addObject()
          .put("name", argument.name())
          .put("description", argument.description())
          .put("required", argument.required());
    }
    return json;
  }
}
