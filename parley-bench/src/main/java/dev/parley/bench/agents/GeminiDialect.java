package dev.parley.bench.agents;

import dev.parley.bench.agents.Asked.Message;
import dev.parley.bench.agents.Asked.Role;
import java.io.IOException;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Gemini's generateContent. */
final class GeminiDialect implements Dialect {
  @Override
  public boolean takes(String path) {
    return path.endsWith(":generateContent") || path.endsWith(":streamGenerateContent");
  }

  @Override
  public boolean streams(String path, JsonNode request) {
    return path.endsWith(":streamGenerateContent");
  }

  @Override
  public Asked read(String program, JsonNode request) {
    var messages = new ArrayList<Message>();
    for (var content : request.path("contents")) {
      var user = content.path("role").asString("user").equals("user");
      for (var part : content.path("parts")) {
        var result = part.has("functionResponse");
        messages.add(
            new Message(
                result ? Role.TOOL : user ? Role.USER : Role.MODEL,
                result
                    ? part.path("functionResponse").path("response").toString()
                    : Dialect.text(part),
                part));
      }
    }
    var tools =
        request
            .path("tools")
            .valueStream()
            .flatMap(tool -> Dialect.names(tool.path("functionDeclarations"), "/name").stream())
            .toList();
    return new Asked(program, tools, messages);
  }

  private static ObjectNode candidate(ObjectNode part, String finished) {
    var answer = JSON.createObjectNode().put("modelVersion", "scripted");
    var candidate = answer.putArray("candidates").addObject().put("index", 0);
    candidate.putObject("content").put("role", "model").putArray("parts").add(part);
    if (!finished.isEmpty()) {
      candidate.put("finishReason", finished);
    }
    answer
        .putObject("usageMetadata")
        .put("promptTokenCount", 10)
        .put("candidatesTokenCount", 20)
        .put("totalTokenCount", 30);
    return answer;
  }

  @Override
  public ObjectNode whole(JsonNode request, String text) {
    return candidate(JSON.createObjectNode().put("text", text), "STOP");
  }

  @Override
  public ObjectNode count() {
    return JSON.createObjectNode().put("totalTokens", 10);
  }

  @Override
  public Answer answer(JsonNode request, Events events) {
    return new Answer() {
      @Override
      public void text(String piece) throws IOException {
        events.send("", candidate(JSON.createObjectNode().put("text", piece), "").toString());
      }

      @Override
      public void call(String tool, ObjectNode arguments) throws IOException {
        var part = JSON.createObjectNode();
        part.putObject("functionCall").put("name", tool).set("args", arguments);
        events.send("", candidate(part, "").toString());
      }

      @Override
      public void end() throws IOException {
        events.send("", candidate(JSON.createObjectNode().put("text", ""), "STOP").toString());
      }
    };
  }
}
