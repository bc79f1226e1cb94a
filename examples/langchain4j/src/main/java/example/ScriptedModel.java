package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Takes a model's part on loopback, in the words of OpenAI's chat completions. It reads the whole
 * conversation each time, as a model does, and halves what is left of the numbers.
 */
final class ScriptedModel implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GAME = "game-" + ProcessHandle.current().pid();

  private final HttpServer server;

  private ScriptedModel(HttpServer server) {
    this.server = server;
  }

  static ScriptedModel start() throws IOException {
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", ScriptedModel::answer);
    server.start();
    return new ScriptedModel(server);
  }

  String url() {
    return "http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = JSON.readTree(exchange.getRequestBody());
      var answer = JSON.createObjectNode().put("id", "1").put("object", "chat.completion");
      answer.put("created", 0).put("model", request.path("model").asText());
      var choice = answer.putArray("choices").addObject().put("index", 0);
      var message = choice.putObject("message").put("role", "assistant");
      decide(request, message);
      choice.put("finish_reason", message.has("tool_calls") ? "tool_calls" : "stop");
      var bytes = JSON.writeValueAsBytes(answer);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static void decide(JsonNode request, ObjectNode message) throws IOException {
    var low = 1;
    var high = 1000;
    var guess = 0;
    var command = "";
    for (var said : request.path("messages")) {
      var text = said.path("content").toString();
      switch (said.path("role").asText()) {
        case "user" -> command = text.replace("\\\"", "\"").split("'")[1];
        case "assistant" -> guess = arguments(said).path("text").asInt();
        case "tool" -> {
          if (text.contains("Right")) {
            message.put("content", "The number is %d.".formatted(guess));
            return;
          }
          low = text.contains("Too low") ? guess + 1 : low;
          high = text.contains("Too high") ? guess - 1 : high;
        }
        default -> {}
      }
    }
    var arguments = JSON.createObjectNode();
    if (guess == 0 && request.path("messages").findValue("tool_calls") == null) {
      call(message, "session_start", arguments.put("command", command).put("name", GAME));
    } else {
      var next = String.valueOf((low + high) / 2);
      call(message, "session_send", arguments.put("session", GAME).put("text", next));
    }
  }

  private static JsonNode arguments(JsonNode said) throws IOException {
    var call = said.path("tool_calls").path(0).path("function");
    return JSON.readTree(call.path("arguments").asText());
  }

  private static void call(ObjectNode message, String tool, ObjectNode arguments) {
    var call = message.putArray("tool_calls").addObject().put("id", "call").put("type", "function");
    call.putObject("function").put("name", tool).put("arguments", arguments.toString());
  }
}
