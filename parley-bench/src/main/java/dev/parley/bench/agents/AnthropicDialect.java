package dev.parley.bench.agents;

import dev.parley.bench.agents.Asked.Message;
import dev.parley.bench.agents.Asked.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Anthropic's Messages. */
final class AnthropicDialect implements Dialect {
  @Override
  public boolean takes(String path) {
    return path.endsWith("/messages");
  }

  @Override
  public boolean streams(String path, JsonNode request) {
    return request.path("stream").asBoolean(false);
  }

  @Override
  public Asked read(String program, JsonNode request) {
    var messages = new ArrayList<Message>();
    for (var message : request.path("messages")) {
      var user = message.path("role").asString("").equals("user");
      var content = message.path("content");
      if (!content.isArray()) {
        messages.add(new Message(user ? Role.USER : Role.MODEL, Dialect.text(content), content));
        continue;
      }
      for (var block : content) {
        var result = block.path("type").asString("").equals("tool_result");
        messages.add(
            new Message(
                result ? Role.TOOL : user ? Role.USER : Role.MODEL,
                Dialect.text(result ? block.path("content") : block),
                block));
      }
    }
    return new Asked(program, Dialect.names(request.path("tools"), "/name"), messages);
  }

  private static ObjectNode message(JsonNode request) {
    var message =
        JSON.createObjectNode()
            .put("id", "msg_" + UUID.randomUUID())
            .put("type", "message")
            .put("role", "assistant")
            .put("model", request.path("model").asString("scripted"));
    message.putArray("content");
    message.putNull("stop_reason").putNull("stop_sequence");
    message.putObject("usage").put("input_tokens", 10).put("output_tokens", 1);
    return message;
  }

  @Override
  public ObjectNode whole(JsonNode request, String text) {
    var message = message(request).put("stop_reason", "end_turn");
    message.withArray("content").addObject().put("type", "text").put("text", text);
    return message;
  }

  @Override
  public ObjectNode count() {
    return JSON.createObjectNode().put("input_tokens", 10);
  }

  @Override
  public Answer answer(JsonNode request, Events events) throws IOException {
    send(events, "message_start", JSON.createObjectNode().set("message", message(request)));
    return new Answer() {
      private int blocks;
      private boolean open;
      private String reason = "end_turn";

      @Override
      public void text(String piece) throws IOException {
        if (!open) {
          begin(JSON.createObjectNode().put("type", "text").put("text", ""));
          open = true;
        }
        delta(JSON.createObjectNode().put("type", "text_delta").put("text", piece));
      }

      @Override
      public void call(String tool, ObjectNode arguments) throws IOException {
        close();
        var block =
            JSON.createObjectNode()
                .put("type", "tool_use")
                .put("id", "toolu_" + UUID.randomUUID().toString().replace("-", ""))
                .put("name", tool);
        block.putObject("input");
        begin(block);
        open = true;
        delta(
            JSON.createObjectNode()
                .put("type", "input_json_delta")
                .put("partial_json", arguments.toString()));
        reason = "tool_use";
      }

      private void begin(ObjectNode block) throws IOException {
        send(
            events,
            "content_block_start",
            JSON.createObjectNode().put("index", blocks).set("content_block", block));
      }

      private void delta(ObjectNode delta) throws IOException {
        send(
            events,
            "content_block_delta",
            JSON.createObjectNode().put("index", blocks).set("delta", delta));
      }

      private void close() throws IOException {
        if (open) {
          send(events, "content_block_stop", JSON.createObjectNode().put("index", blocks++));
          open = false;
        }
      }

      @Override
      public void end() throws IOException {
        close();
        var last = JSON.createObjectNode();
        last.putObject("delta").put("stop_reason", reason).putNull("stop_sequence");
        last.putObject("usage").put("output_tokens", 20);
        send(events, "message_delta", last);
        send(events, "message_stop", JSON.createObjectNode());
      }
    };
  }

  private static void send(Events events, String type, ObjectNode data) throws IOException {
    events.send(type, data.put("type", type).toString());
  }
}
