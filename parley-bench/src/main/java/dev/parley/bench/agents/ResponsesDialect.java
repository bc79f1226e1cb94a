package dev.parley.bench.agents;

import dev.parley.bench.agents.Asked.Message;
import dev.parley.bench.agents.Asked.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's Responses. */
final class ResponsesDialect implements Dialect {
  @Override
  public boolean takes(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public boolean streams(String path, JsonNode request) {
    return request.path("stream").asBoolean(false);
  }

  @Override
  public Asked read(String program, JsonNode request) {
    var messages = new ArrayList<Message>();
    for (var item : request.path("input")) {
      var type = item.path("type").asString("message");
      if (type.endsWith("_output")) {
        var output = item.path("output");
        messages.add(new Message(Role.TOOL, Dialect.text(output), output));
      } else {
        var user = type.equals("message") && item.path("role").asString("").equals("user");
        messages.add(
            new Message(user ? Role.USER : Role.MODEL, Dialect.text(item.path("content")), item));
      }
    }
    var tools = request.path("tools").valueStream().flatMap(ResponsesDialect::names).toList();
    return new Asked(program, tools, messages);
  }

  /** The name of a tool, or of those in a namespace, behind its name and a slash. */
  private static Stream<String> names(JsonNode tool) {
    var name = tool.path("name").asString("");
    return tool.path("tools").isArray()
        ? Dialect.names(tool.path("tools"), "/name").stream().map(inner -> name + "/" + inner)
        : Stream.of(name);
  }

  private static ObjectNode response(JsonNode request, String status) {
    var response =
        JSON.createObjectNode()
            .put("id", "resp_" + UUID.randomUUID())
            .put("object", "response")
            .put("created_at", System.currentTimeMillis() / 1000)
            .put("model", request.path("model").asString("scripted"))
            .put("status", status);
    response.putArray("output");
    return response;
  }

  private static ObjectNode message(String text) {
    var item =
        JSON.createObjectNode()
            .put("type", "message")
            .put("id", "msg_" + UUID.randomUUID())
            .put("status", "completed")
            .put("role", "assistant");
    var part = item.putArray("content").addObject().put("type", "output_text").put("text", text);
    part.putArray("annotations");
    return item;
  }

  private static ObjectNode finished(ObjectNode response) {
    response
        .putObject("usage")
        .put("input_tokens", 10)
        .put("output_tokens", 20)
        .put("total_tokens", 30)
        .putObject("input_tokens_details")
        .put("cached_tokens", 0);
    response.withObject("usage").putObject("output_tokens_details").put("reasoning_tokens", 0);
    return response.put("status", "completed");
  }

  @Override
  public ObjectNode whole(JsonNode request, String text) {
    var response = response(request, "completed");
    response.withArray("output").add(message(text));
    return finished(response);
  }

  @Override
  public ObjectNode count() {
    return JSON.createObjectNode().put("input_tokens", 10);
  }

  @Override
  public Answer answer(JsonNode request, Events events) throws IOException {
    var response = response(request, "in_progress");
    var sending = new Sending(events);
    sending.send("response.created", JSON.createObjectNode().set("response", response));
    return new Answer() {
      private final StringBuilder said = new StringBuilder();
      private ObjectNode item = message("");
      private int index;

      @Override
      public void text(String piece) throws IOException {
        if (said.isEmpty()) {
          item = message("");
          var empty = item.deepCopy().put("status", "in_progress");
          empty.putArray("content");
          sending.send("response.output_item.added", at().set("item", empty));
          sending.send(
              "response.content_part.added", inside().set("part", item.path("content").path(0)));
        }
        said.append(piece);
        sending.send("response.output_text.delta", inside().put("delta", piece));
      }

      private ObjectNode at() {
        return JSON.createObjectNode().put("output_index", index);
      }

      private ObjectNode inside() {
        return at().put("item_id", item.path("id").asString()).put("content_index", 0);
      }

      private void close() throws IOException {
        if (said.isEmpty()) {
          return;
        }
        var text = said.toString();
        var whole = message(text).put("id", item.path("id").asString());
        sending.send("response.output_text.done", inside().put("text", text));
        sending.send(
            "response.content_part.done", inside().set("part", whole.path("content").path(0)));
        done(whole);
        said.setLength(0);
      }

      private void done(ObjectNode whole) throws IOException {
        sending.send("response.output_item.done", at().set("item", whole));
        response.withArray("output").add(whole);
        index++;
      }

      @Override
      public void call(String tool, ObjectNode arguments) throws IOException {
        close();
        var call =
            JSON.createObjectNode()
                .put("type", "function_call")
                .put("id", "fc_" + UUID.randomUUID())
                .put("call_id", "call_" + UUID.randomUUID())
                .put("status", "completed")
                .put("name", tool.substring(tool.indexOf('/') + 1))
                .put("arguments", arguments.toString());
        if (tool.contains("/")) {
          call.put("namespace", tool.substring(0, tool.indexOf('/')));
        }
        sending.send(
            "response.output_item.added",
            at().set("item", call.deepCopy().put("arguments", "").put("status", "in_progress")));
        sending.send(
            "response.function_call_arguments.delta",
            at().put("item_id", call.path("id").asString()).put("delta", arguments.toString()));
        sending.send(
            "response.function_call_arguments.done",
            at().put("item_id", call.path("id").asString()).put("arguments", arguments.toString()));
        done(call);
      }

      @Override
      public void end() throws IOException {
        close();
        sending.send(
            "response.completed", JSON.createObjectNode().set("response", finished(response)));
      }
    };
  }

  /** Numbers the events, as this protocol has it. */
  private static final class Sending {
    private final Events events;
    private int number;

    Sending(Events events) {
      this.events = events;
    }

    void send(String type, ObjectNode data) throws IOException {
      events.send(type, data.put("type", type).put("sequence_number", number++).toString());
    }
  }
}
