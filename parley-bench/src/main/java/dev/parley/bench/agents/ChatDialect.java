package dev.parley.bench.agents;

import java.io.IOException;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's chat completions. */
final class ChatDialect implements Dialect {
  @Override
  public boolean takes(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public boolean streams(String path, JsonNode request) {
    return request.path("stream").asBoolean(false);
  }

  @Override
  public Asked read(String program, JsonNode request) {
    return Dialect.asked(
        program, Dialect.names(request.path("tools"), "/function/name"), request.path("messages"));
  }

  private static ObjectNode completion(JsonNode request, String object) {
    return JSON.createObjectNode()
        .put("id", "chatcmpl-" + UUID.randomUUID())
        .put("object", object)
        .put("created", System.currentTimeMillis() / 1000)
        .put("model", request.path("model").asString("scripted"));
  }

  @Override
  public ObjectNode whole(JsonNode request, String text) {
    var completion = completion(request, "chat.completion");
    var choice = completion.putArray("choices").addObject().put("index", 0);
    choice.putObject("message").put("role", "assistant").put("content", text);
    choice.put("finish_reason", "stop");
    return used(completion);
  }

  private static ObjectNode used(ObjectNode completion) {
    completion
        .putObject("usage")
        .put("prompt_tokens", 10)
        .put("completion_tokens", 20)
        .put("total_tokens", 30);
    return completion;
  }

  @Override
  public ObjectNode count() {
    return JSON.createObjectNode();
  }

  @Override
  public Answer answer(JsonNode request, Events events) {
    var chunk = completion(request, "chat.completion.chunk");
    return new Answer() {
      private String reason = "stop";

      private void send(ObjectNode delta, String finished) throws IOException {
        var next = chunk.deepCopy();
        var choice = next.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        if (finished.isEmpty()) {
          choice.putNull("finish_reason");
        } else {
          choice.put("finish_reason", finished);
          used(next);
        }
        events.send("", next.toString());
      }

      @Override
      public void text(String piece) throws IOException {
        send(JSON.createObjectNode().put("role", "assistant").put("content", piece), "");
      }

      @Override
      public void call(String tool, ObjectNode arguments) throws IOException {
        var delta = JSON.createObjectNode().put("role", "assistant");
        var call = delta.putArray("tool_calls").addObject().put("index", 0);
        call.put("id", "call_" + UUID.randomUUID().toString().replace("-", ""))
            .put("type", "function");
        call.putObject("function").put("name", tool).put("arguments", arguments.toString());
        send(delta, "");
        reason = "tool_calls";
      }

      @Override
      public void end() throws IOException {
        send(JSON.createObjectNode(), reason);
        events.send("", "[DONE]");
      }
    };
  }
}
