package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Questions to the client: asked while the call waits in one era, in rounds in the other. */
@Timeout(60)
class AskingTest {
  private static final String ELICITING = "test_input_required_result_elicitation";
  private static final String TWO_STEPS = "test_input_required_result_multi_round";

  @Test
  void aClientThatIntroducedItselfIsAskedWhileTheCallWaits() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      int id = client.beginCall(ELICITING, "{}");
      var question = client.heard("elicitation/create");
      assertThat(question.path("params"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "message": "What is your name?",
                    "requestedSchema": {
                      "type": "object",
                      "properties": {"name": {"type": "string"}},
                      "required": ["name"]
                    }
                  }"""));
      client.reply(question, "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");

      assertThat(text(client.answer(id))).isEqualTo("Hello, Ada!");
    }
  }

  @Test
  void threeQuestionsAreAskedAtOnceAndAnsweredInAnyOrder() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      int id = client.beginCall("test_input_required_result_multiple_inputs", "{}");
      var form = client.next();
      var sample = client.next();
      var roots = client.next();
      client.reply(roots, "{\"roots\": []}");
      client.reply(form, "{\"action\": \"decline\"}");
      client.reply(sample, "{\"content\": {}}");

      assertThat(text(client.answer(id)))
          .isEqualTo(
              "{\"user_name\":{\"action\":\"decline\"},\"greeting\":{\"content\":{}},\"client_roots\":{\"roots\":[]}}");
    }
  }

  @Test
  void aClientThatFailsToAnswerFailsTheCallAndNoMore() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      int id = client.beginCall(ELICITING, "{}");
      var question = client.heard("elicitation/create");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-1,\"message\":\"User rejected\"}}"
              .formatted(question.path("id")));

      assertThat(text(client.answer(id)))
          .isEqualTo("client_error: The client did not answer: User rejected");
    }
  }

  @Test
  void aCancelledCallTakesItsQuestionBack() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      int id = client.beginCall(ELICITING, "{}");
      var question = client.heard("elicitation/create");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
              .formatted(id));

      assertThat(client.heard("notifications/cancelled").path("params").path("requestId"))
          .isEqualTo(question.path("id"));
    }
  }

  @Test
  void anAnswerNobodyAskedForIsIgnored() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
      client.send("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{}}");

      assertThat(client.text("echo", "{\"text\": \"alive\"}")).isEqualTo("alive");
    }
  }

  @Test
  void whoeverWaitsForAnAnswerIsFreedWhenTheClientLeaves() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      int id = client.beginCall(ELICITING, "{}");
      client.heard("elicitation/create");
      client.closeInput();

      assertThat(text(client.answer(id)))
          .isEqualTo("client_error: The client went away before it answered");
      client.awaitEnd();
    }
  }

  @Test
  void aClientThatCannotBeAskedIsNot() throws IOException {
    try (var stateful = StreamClient.of(Era.STATEFUL, Fixture.create(), "{}");
        var stateless = StreamClient.of(Era.STATELESS, Fixture.create(), "{}")) {
      assertThat(stateful.text(ELICITING, "{}"))
          .isEqualTo("unsupported_here: This needs a client with the capability \"elicitation\"");
      assertThat(stateless.answer(stateless.beginCall(ELICITING, "{}")).path("error"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "code": -32021,
                    "message": "This needs a client with the capability \\"elicitation\\"",
                    "data": {"requiredCapabilities": {"elicitation": {}}}
                  }"""));
    }
  }

  @Test
  void aStatelessCallEndsWithTheQuestionAndGoesOnWithTheAnswer() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var asked = client.call(ELICITING, "{}");
      assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
      assertThat(asked.path("inputRequests"))
          .isEqualTo(
              Json.parse(
                  """
                  {"user_name": {
                    "method": "elicitation/create",
                    "params": {
                      "message": "What is your name?",
                      "requestedSchema": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}},
                        "required": ["name"]
                      }
                    }
                  }}"""));

      var done = again(client, ELICITING, "{}", answer("user_name", "name", "Ada"), state(asked));
      assertThat(text(done)).isEqualTo("Hello, Ada!");
      assertThat(done.path("result").path("resultType").asString()).isEqualTo("complete");
    }
  }

  @Test
  void answersOfEarlierRoundsAreRemembered() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var first = client.call(TWO_STEPS, "{}");
      var second =
          again(client, TWO_STEPS, "{}", answer("step1", "name", "Ada"), state(first))
              .path("result");
      assertThat(second.path("inputRequests").propertyNames()).containsExactly("step2");

      var done = again(client, TWO_STEPS, "{}", answer("step2", "color", "green"), state(second));
      assertThat(text(done)).isEqualTo("Ada likes green");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"other\": {\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}}",
        "{\"user_name\": {\"action\": \"accept\", \"content\": {\"name\": 5}}}",
        "{\"user_name\": {\"action\": \"accept\"}}",
        "{\"user_name\": {\"action\": \"shrug\"}}"
      })
  void anAnswerThatWillNotDoIsAskedForAgain(String answers) throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var asked = client.call(ELICITING, "{}");

      var again = again(client, ELICITING, "{}", answers, state(asked)).path("result");
      assertThat(again.path("resultType").asString()).isEqualTo("input_required");
      assertThat(again.path("inputRequests").propertyNames()).containsExactly("user_name");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "[]", "{\"user_name\": 12345}", "{\"user_name\": null}"})
  void answersThatAreNoAnswersAreAProtocolError(String answers) throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var refused =
          client.request(
              "tools/call",
              "{\"name\": \"%s\", \"inputResponses\": %s}".formatted(ELICITING, answers));

      assertThat(refused.path("error").path("code").asInt()).isEqualTo(-32602);
    }
  }

  @Test
  void aStateThatWasTouchedIsRefused() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var state = state(client.call(TWO_STEPS, "{}"));
      var answers = answer("step1", "name", "Ada");

      for (var touched :
          new String[] {
            state + "x", "x" + state, state.substring(1), "", "a.b", state.replace('.', '!')
          }) {
        assertThat(again(client, TWO_STEPS, "{}", answers, touched).path("error").path("code"))
            .as(touched)
            .hasToString("-32602");
      }
    }
  }

  @Test
  void aStateIsGoodForItsOwnRequestOnly() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var asked = client.call(TWO_STEPS, "{}");
      var otherTool =
          again(client, ELICITING, "{}", answer("user_name", "name", "Ada"), state(asked));

      assertThat(otherTool.path("error").path("code").asInt()).isEqualTo(-32602);
    }
  }

  @Test
  void aStateIsGoodForTheSameArgumentsInAnyOrder() throws IOException {
    var schema = Json.object().put("type", "object");
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "ask",
                    "Asks.",
                    schema,
                    call -> ToolResult.text(call.elicit("q", "Well?", schema).action().toString())))
            .build();
    try (var client = StreamClient.of(Era.STATELESS, server)) {
      var asked = client.call("ask", "{\"a\": 1, \"b\": {\"c\": [2], \"d\": 3}}");
      var yes = "{\"q\": {\"action\": \"accept\", \"content\": {}}}";

      var same =
          again(client, "ask", "{\"b\": {\"d\": 3, \"c\": [2]}, \"a\": 1}", yes, state(asked));
      assertThat(text(same)).isEqualTo("ACCEPT");
      var other = again(client, "ask", "{\"a\": 2}", yes, state(asked));
      assertThat(other.path("error").path("code").asInt()).isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHandlerThatCatchesEverythingStillAsks(Era era) throws IOException {
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "careful",
                    "Catches what it can.",
                    Json.object().put("type", "object"),
                    call -> {
                      try {
                        return ToolResult.text(
                            call.elicit("q", "Well?", Json.object().put("type", "object"))
                                .action()
                                .toString());
                      } catch (Exception swallowed) {
                        return ToolResult.text("swallowed " + swallowed);
                      }
                    }))
            .build();
    try (var client = StreamClient.of(era, server)) {
      if (era == Era.STATEFUL) {
        int id = client.beginCall("careful", "{}");
        client.reply(client.heard("elicitation/create"), "{\"action\": \"cancel\"}");
        assertThat(text(client.answer(id))).isEqualTo("CANCEL");
      } else {
        assertThat(client.call("careful", "{}").path("resultType").asString())
            .isEqualTo("input_required");
      }
    }
  }

  @Test
  void aPromptMayAskToo() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      var name = "\"name\": \"test_input_required_result_prompt\"";
      var asked = client.request("prompts/get", "{%s}".formatted(name)).path("result");
      assertThat(asked.path("resultType").asString()).isEqualTo("input_required");

      var done =
          client.request(
              "prompts/get",
              "{%s, \"inputResponses\": %s, \"requestState\": \"%s\"}"
                  .formatted(name, answer("user_context", "context", "here"), state(asked)));
      assertThat(done.path("result").path("messages").path(0).path("content").path("text"))
          .hasToString("\"Context: here\"");
    }
  }

  private static String answer(String key, String field, String value) {
    return "{\"%s\": {\"action\": \"accept\", \"content\": {\"%s\": \"%s\"}}}"
        .formatted(key, field, value);
  }

  private static String state(JsonNode result) {
    return result.path("requestState").asString();
  }

  private static JsonNode again(
      StreamClient client, String tool, String arguments, String answers, String state)
      throws IOException {
    return client.request(
        "tools/call",
        "{\"name\": \"%s\", \"arguments\": %s, \"inputResponses\": %s, \"requestState\": \"%s\"}"
            .formatted(tool, arguments, answers, state));
  }

  private static String text(JsonNode answer) {
    return answer.path("result").path("content").path(0).path("text").asString("");
  }
}
