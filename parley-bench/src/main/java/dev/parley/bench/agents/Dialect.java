package dev.parley.bench.agents;

import dev.parley.bench.agents.Asked.Message;
import dev.parley.bench.agents.Asked.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A protocol in which programs talk to models: how requests are read and answers are streamed. */
interface Dialect {
  JsonMapper JSON = JsonMapper.builder().build();

  /** Whether a request to this path is one for the model. */
  boolean takes(String path);

  /** Whether the answer is wanted piece by piece. */
  boolean streams(String path, JsonNode request);

  Asked read(String program, JsonNode request);

  /** Begins an answer that is streamed. */
  Answer answer(JsonNode request, Events events) throws IOException;

  /** A whole answer in one piece. */
  ObjectNode whole(JsonNode request, String text);

  /** How many tokens a request has, for those who ask; not counted really. */
  ObjectNode count();

  /** Server-sent events on their way to the program. */
  interface Events {
    /** Sends one; an empty name for events that have none. */
    void send(String name, String data) throws IOException;
  }

  /** An answer under way. */
  interface Answer {
    void text(String piece) throws IOException;

    void call(String tool, ObjectNode arguments) throws IOException;

    void end() throws IOException;
  }

  static List<Dialect> all() {
    return List.of(
        new AnthropicDialect(), new ResponsesDialect(), new ChatDialect(), new GeminiDialect());
  }

  /** The text of a content that is a string, or a list of parts of which some have a text. */
  static String text(JsonNode content) {
    if (content.isString()) {
      return content.asString();
    }
    return content.isArray()
        ? content.valueStream().map(Dialect::text).collect(Collectors.joining("\n"))
        : content.path("text").asString("");
  }

  static Asked asked(String program, List<String> tools, JsonNode messages) {
    var read = new ArrayList<Message>();
    for (var message : messages) {
      var role =
          switch (message.path("role").asString("")) {
            case "user" -> Role.USER;
            case "tool" -> Role.TOOL;
            default -> Role.MODEL;
          };
      read.add(new Message(role, text(message.path("content")), message.path("content")));
    }
    return new Asked(program, tools, read);
  }

  /** The names that a list of tools has at a place. */
  static List<String> names(JsonNode tools, String pointer) {
    return tools.valueStream().map(tool -> tool.at(pointer).asString("")).toList();
  }
}
