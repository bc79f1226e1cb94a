package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Calls that go on after their request was answered. */
@Timeout(60)
class TasksTest {
  private static final String KNOWS_TASKS =
      """
      {"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}""";

  private final CountDownLatch go = new CountDownLatch(1);

  /** A tool that waits for the test, and says so. */
  private Tool waiting() {
    return Tool.of(
        "wait",
        "Waits.",
        Json.object().put("type", "object"),
        call -> {
          call.progress(1, "Waiting for the test");
          go.await();
          return ToolResult.text("Done");
        });
  }

  private static McpServer serving(Tool... tools) {
    var server = McpServer.named("tasks", "1");
    for (var tool : tools) {
      server.tool(tool);
    }
    return server.build();
  }

  private static StreamClient client(McpServer server) throws IOException {
    return StreamClient.of(Era.STATELESS, server, KNOWS_TASKS);
  }

  private static JsonNode get(StreamClient client, String task) throws IOException {
    return client.request("tasks/get", params(task)).path("result");
  }

  private static String params(String task) {
    return Json.object().put("taskId", task).toString();
  }

  /** Asks until it stands as expected; the suite polls as well. */
  private static JsonNode until(StreamClient client, String task, String status)
      throws IOException {
    while (true) {
      var now = get(client, task);
      if (now.path("status").asString("").equals(status)) {
        return now;
      }
    }
  }

  @Test
  void aCallThatTakesLongGoesOnAsATaskAndItsResultIsKept() throws Exception {
    try (var client = client(serving(waiting().asTaskAfter(Duration.ofMillis(1))))) {
      var created = client.call("wait", "{}");
      assertThat(created.path("resultType").asString()).isEqualTo("task");
      assertThat(created.path("status").asString()).isEqualTo("working");
      assertThat(created.has("content")).isFalse();
      var task = created.path("taskId").asString();

      assertThat(get(client, task).path("status").asString()).isEqualTo("working");
      go.countDown();

      var done = until(client, task, "completed");
      assertThat(done.path("resultType").asString()).isEqualTo("complete");
      assertThat(done.path("result").path("content").path(0).path("text").asString())
          .isEqualTo("Done");
      assertThat(get(client, task)).isEqualTo(done);
    }
  }

  @Test
  void whatItIsDoingIsTold() throws Exception {
    var told = new CountDownLatch(1);
    var tool =
        Tool.of(
                "wait",
                "Waits.",
                Json.object().put("type", "object"),
                call -> {
                  call.progress(1, "Half way");
                  told.countDown();
                  go.await();
                  return ToolResult.text("Done");
                })
            .asTaskAfter(Duration.ZERO);
    try (var client = client(serving(tool))) {
      var task = client.call("wait", "{}").path("taskId").asString();
      told.await();
      assertThat(get(client, task).path("statusMessage").asString()).isEqualTo("Half way");
      go.countDown();
    }
  }

  @Test
  void aCallThatIsOverInTimeIsAnAnswerLikeAnyOther() throws Exception {
    go.countDown();
    try (var client = client(serving(waiting().asTaskAfter(Duration.ofMinutes(1))))) {
      var answer = client.call("wait", "{}");
      assertThat(answer.path("resultType").asString()).isEqualTo("complete");
      assertThat(answer.has("taskId")).isFalse();
      assertThat(answer.path("content").path(0).path("text").asString()).isEqualTo("Done");
    }
  }

  @Test
  void clientsThatDoNotKnowTasksWait() throws Exception {
    var server = serving(waiting().asTaskAfter(Duration.ofMillis(1)));
    try (var old = StreamClient.of(Era.STATEFUL, server, KNOWS_TASKS);
        var plain = StreamClient.of(Era.STATELESS, server)) {
      var first = old.beginCall("wait", "{}");
      var second = plain.beginCall("wait", "{}");
      go.countDown();
      assertThat(old.answer(first).path("result").path("content")).hasSize(1);
      assertThat(plain.answer(second).path("result").path("content")).hasSize(1);
      assertThat(plain.request("tasks/get", params("x")).path("error"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "code": -32021,
                    "message": "This needs a client with the extension io.modelcontextprotocol/tasks",
                    "data": {"requiredCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}}}
                  }"""));
    }
  }

  @Test
  void cancellingInterruptsTheHandler() throws Exception {
    var interrupted = new CountDownLatch(1);
    var tool =
        Tool.of(
                "wait",
                "Waits.",
                Json.object().put("type", "object"),
                _ -> {
                  try {
                    go.await();
                  } catch (InterruptedException stopped) {
                    interrupted.countDown();
                    throw stopped;
                  }
                  return ToolResult.text("Done");
                })
            .asTaskAfter(Duration.ZERO);
    try (var client = client(serving(tool))) {
      var task = client.call("wait", "{}").path("taskId").asString();
      assertThat(client.request("tasks/cancel", params(task)).path("result").has("status"))
          .isFalse();
      assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(get(client, task).path("status").asString()).isEqualTo("cancelled");
      assertThat(client.request("tasks/cancel", params(task)).has("result")).isTrue();
    }
  }

  @Test
  void aTaskAsksAndGoesOnWhenAllIsAnswered() throws Exception {
    try (var client = client(Fixture.create())) {
      var task = client.call("multi_input", "{}").path("taskId").asString();
      var asking = until(client, task, "input_required").path("inputRequests");
      assertThat(asking.propertyNames()).containsExactly("one", "two");
      assertThat(asking.path("one").path("method").asString()).isEqualTo("elicitation/create");

      answer(client, task, "one", "{\"action\": \"accept\", \"content\": {\"name\": 5}}");
      assertThat(get(client, task).path("inputRequests")).hasSize(2); // a name is a string
      answer(client, task, "one", "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
      assertThat(get(client, task).path("inputRequests").propertyNames()).containsExactly("two");
      answer(client, task, "two", "{\"action\": \"decline\"}");

      assertThat(
              until(client, task, "completed")
                  .path("result")
                  .path("content")
                  .path(0)
                  .path("text")
                  .asString())
          .contains("Ada", "decline");
    }
  }

  @Test
  void whatRoundsHaveBroughtIsNotAskedAgainAndTheLastRoundBecomesATask() throws Exception {
    var schema = Json.parseObject("{\"type\": \"object\", \"properties\": {\"name\": {}}}");
    var tool =
        Tool.of(
                "greet",
                "Asks first and works afterwards.",
                Json.object().put("type", "object"),
                call -> {
                  var name = call.elicit("who", "Your name?", schema).content().path("name");
                  go.await();
                  return ToolResult.text("Hello, " + name.asString());
                })
            .asTaskAfter(Duration.ofMillis(500));
    try (var client = client(serving(tool))) {
      var first = client.call("greet", "{}");
      assertThat(first.path("resultType").asString()).isEqualTo("input_required");
      assertThat(first.has("taskId")).isFalse();

      var again = Json.object().put("name", "greet");
      again.putObject("arguments");
      again.set("requestState", first.path("requestState"));
      again
          .putObject("inputResponses")
          .set("who", Json.parse("{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}"));
      var second = client.request("tools/call", again.toString()).path("result");
      assertThat(second.path("resultType").asString()).isEqualTo("task");
      go.countDown();

      var done = until(client, second.path("taskId").asString(), "completed");
      assertThat(done.path("result").path("content").path(0).path("text").asString())
          .isEqualTo("Hello, Ada");
    }
  }

  private static void answer(StreamClient client, String task, String key, String response)
      throws IOException {
    var params = Json.object().put("taskId", task);
    params.putObject("inputResponses").set(key, Json.parse(response));
    assertThat(client.request("tasks/update", params.toString()).has("result")).isTrue();
  }

  @Test
  void anUnknownTaskIsRefused() throws Exception {
    try (var client = client(Fixture.create())) {
      assertThat(client.request("tasks/get", params("x")).path("error").path("code").asInt())
          .isEqualTo(-32602);
    }
  }
}
