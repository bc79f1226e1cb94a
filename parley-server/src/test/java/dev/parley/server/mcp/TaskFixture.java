package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** The tools that the conformance suite's scenarios about tasks ask for. */
final class TaskFixture {
  private static final Duration SOON = Duration.ofMillis(100);

  private TaskFixture() {}

  static List<Tool> tools() {
    return List.of(
        Tool.of(
            "greet",
            "Says hello at once.",
            fields("name", "string"),
            call ->
                ToolResult.text(
                    "Hello, %s!".formatted(call.arguments().path("name").asString("")))),
        Tool.of(
                "slow_compute",
                "Takes its time.",
                Json.parseObject(
                    """
                    {"type": "object", "properties": {"seconds": {"type": "number"}, "label": {"type": "string"}}}"""),
                call -> {
                  var seconds = call.arguments().path("seconds").asDouble(0);
                  call.progress(1, "Computing");
                  TimeUnit.MILLISECONDS.sleep((long) (seconds * 1000));
                  return ToolResult.text("Computed for %s s".formatted(seconds));
                })
            .asTaskAfter(SOON),
        Tool.of(
                "failing_job",
                "Fails after a while.",
                nothing(),
                call -> {
                  TimeUnit.SECONDS.sleep(1);
                  throw new ToolRefusal("failed", "This job always fails.");
                })
            .asTaskAfter(SOON)
            .onlyAsTask(),
        Tool.of(
                "protocol_error_job",
                "Breaks the protocol.",
                nothing(),
                call -> {
                  throw new ProtocolException(Fault.INTERNAL, "This job always breaks");
                })
            .asTaskAfter(Duration.ZERO),
        Tool.of(
                "confirm_delete",
                "Asks before it acts.",
                fields("filename", "string"),
                call -> {
                  var answer =
                      call.elicit("confirm", "Delete the file?", fields("confirm", "boolean"));
                  return ToolResult.text(
                      answer.content().path("confirm").asBoolean(false) ? "Deleted" : "Kept");
                })
            .asTaskAfter(Duration.ZERO),
        Tool.of(
                "multi_input",
                "Asks two things at once.",
                nothing(),
                call -> {
                  var questions = new LinkedHashMap<String, Question>();
                  questions.put("one", new Question.Form("First?", fields("name", "string")));
                  questions.put("two", new Question.Form("Second?", fields("name", "string")));
                  return ToolResult.text(Json.text(call.ask(questions)));
                })
            .asTaskAfter(Duration.ZERO),
        Tool.of(
                "test_tool_with_task",
                "Asks first and works afterwards.",
                nothing(),
                call -> {
                  var answer = call.elicit("user_name", "Your name?", fields("name", "string"));
                  TimeUnit.MILLISECONDS.sleep(500);
                  return ToolResult.text("Hello, " + answer.content().path("name").asString(""));
                })
            .asTaskAfter(Duration.ofMillis(200))
            .onlyAsTask());
  }

  private static ObjectNode nothing() {
    return Json.object().put("type", "object");
  }

  private static ObjectNode fields(String name, String type) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").putObject(name).put("type", type);
    schema.putArray("required").add(name);
    return schema;
  }
}
