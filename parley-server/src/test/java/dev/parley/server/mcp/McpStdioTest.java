package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class McpStdioTest {
  private static final String BLOCK = "block";

  @ParameterizedTest
  @CsvSource({
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2024-11-05, 2024-11-05",
    "2026-07-28, 2025-11-25",
    "1999-01-01, 2025-11-25"
  })
  void initializeAgreesOnARevisionBothSidesKnow(String asked, String agreed) throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var answer =
          client.request(
              "initialize",
              """
              {"protocolVersion": "%s", "capabilities": {},
               "clientInfo": {"name": "test", "version": "1"}}"""
                  .formatted(asked));

      assertThat(answer.path("result").path("protocolVersion").asString()).isEqualTo(agreed);
    }
  }

  @Test
  void initializeSaysWhatIsOffered() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var answer = client.request("initialize", "{\"protocolVersion\": \"2025-11-25\"}");

      assertThat(answer.path("result"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {
                      "tools": {"listChanged": true},
                      "logging": {},
                      "resources": {"subscribe": true, "listChanged": true},
                      "prompts": {"listChanged": true},
                      "completions": {}
                    },
                    "serverInfo": {
                      "name": "fixture", "title": "Conformance fixture", "version": "1.0.0"
                    },
                    "instructions": "Tools, resources and prompts for tests."
                  }"""));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"jsonrpc":"2.0","id":9,"method" | null | -32700
          hello                            | null | -32700
          {"jsonrpc":"2.0","id":9,"method":"ping"} {} | null | -32700
          []                               | null | -32600
          [{"jsonrpc":"2.0","id":9,"method":"ping"}] | null | -32600
          42                               | null | -32600
          {"id":9,"method":"ping"}         | 9    | -32600
          {"jsonrpc":2.0,"id":9,"method":"ping"} | 9 | -32600
          {"jsonrpc":"2.0","id":9}         | 9    | -32600
          {"jsonrpc":"2.0","id":9,"method":7} | 9 | -32600
          {"jsonrpc":"2.0","id":null,"method":"ping"} | null | -32600
          {"jsonrpc":"2.0","id":{},"method":"ping"} | null | -32600
          {"jsonrpc":"2.0","id":9,"method":"ping","params":[1]} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"no/such"} | 9 | -32601
          {"jsonrpc":"2.0","id":"a","method":"tools/call"} | "a" | -32602
          {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"ecko"}} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"x"}} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"loud"}} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"test://none"}} | 9 | -32002
          {"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"test://none"}} | 9 | -32002
          {"jsonrpc":"2.0","id":9,"method":"prompts/get","params":{"name":"none"}} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"prompts/get","params":{"name":"test_prompt_with_arguments"}} | 9 | -32602
          {"jsonrpc":"2.0","id":9,"method":"server/discover"} | 9 | -32602
          """)
  void aBrokenMessageGetsItsErrorAndTheServerLivesOn(String line, String id, int code)
      throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.send(line);

      var answer = client.next();
      assertThat(answer.path("id")).hasToString(id);
      assertThat(answer.path("error").path("code").asInt()).isEqualTo(code);
      assertThat(answer.path("error").path("message").asString()).isNotBlank();
      assertThat(client.text("echo", "{\"text\": \"alive\"}")).isEqualTo("alive");
    }
  }

  @Test
  void anEndlesslyNestedMessageIsRefusedAndTheServerLivesOn() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"a\":"
              + "[".repeat(100_000));

      assertThat(client.next().path("error").path("code").asInt()).isEqualTo(-32700);
      assertThat(client.text("echo", "{\"text\": \"alive\"}")).isEqualTo("alive");
    }
  }

  @Test
  void aMessageThatIsTooLongIsRefusedAndTheServerLivesOn() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"" + "x".repeat(Json.MAX_MESSAGE) + "\"}");

      assertThat(client.next().path("error").path("code").asInt()).isEqualTo(-32600);
      assertThat(client.text("echo", "{\"text\": \"alive\"}")).isEqualTo("alive");
    }
  }

  @Test
  void aLongMessageArrivesWhole() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var text = "0123456789\\u00e9\\n".repeat(200_000);

      assertThat(client.text("echo", "{\"text\": \"%s\"}".formatted(text)))
          .isEqualTo("0123456789é\n".repeat(200_000));
    }
  }

  @Test
  void halfACharacterDoesNotCostTheAnswer() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      assertThat(client.text("echo", "{\"text\": \"a\\ud800b\"}")).isEqualTo("a?b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledCallIsInterruptedAndStaysSilent(Era era) throws Exception {
    var interrupted = new CountDownLatch(1);
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    BLOCK,
                    "Blocks.",
                    Json.object().put("type", "object"),
                    call -> {
                      call.progress(1, "Blocking");
                      try {
                        TimeUnit.HOURS.sleep(1);
                      } finally {
                        interrupted.countDown();
                      }
                      return ToolResult.text("never");
                    }))
            .build();
    try (var client = StreamClient.of(era, server)) {
      int id = client.beginCall(BLOCK, "{}");
      client.heard("notifications/progress");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
              .formatted(id));

      interrupted.await();
      int next = client.begin("tools/list", "{}");
      assertThat(client.next().path("id").asInt()).isEqualTo(next);
    }
  }

  @Test
  void cancellingInTheMiddleOfANoticeLeavesTheStreamWhole() throws Exception {
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "chatter",
                    "Never stops talking.",
                    Json.object().put("type", "object"),
                    call -> {
                      for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                        call.progress(i, "x".repeat(2000));
                      }
                      throw new InterruptedException();
                    }))
            .build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      for (int round = 0; round < 100; round++) {
        int id = client.beginCall("chatter", "{}");
        client.heard("notifications/progress");
        client.send(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
                .formatted(id));
        client.request("ping", "{}");
      }
    }
  }

  @Test
  void cancellingWhatIsNotRunningDoesNothing() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}");
      client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");

      assertThat(client.text("echo", "{\"text\": \"alive\"}")).isEqualTo("alive");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHundredBlockedCallsDoNotDelayAnother(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      for (int i = 0; i < 100; i++) {
        client.beginCall(BLOCK, "{}");
      }
      for (int i = 0; i < 100; i++) {
        client.heard("notifications/progress");
      }

      assertThat(client.text("echo", "{\"text\": \"prompt\"}")).isEqualTo("prompt");
    }
  }

  @Test
  void anIdInUseIsRefusedAndANumberIsNotAString() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var call =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"block\",\"_meta\":{\"progressToken\":1}}}";
      client.send(call.formatted("900"));
      client.heard("notifications/progress");
      client.send(call.formatted("900"));
      assertThat(client.next().path("error").path("code").asInt()).isEqualTo(-32600);

      client.send(call.formatted("\"900\""));
      assertThat(client.next().path("method").asString()).isEqualTo("notifications/progress");
    }
  }

  @Test
  void anIdMayBeUsedAgainAsSoonAsItIsAnswered() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      for (int i = 0; i < 2000; i++) {
        client.send(
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"x\"}}}");
        assertThat(client.next().has("result")).isTrue();
      }
    }
  }

  @Test
  void whatRunsWhenTheInputEndsIsStillAnswered() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "slow",
                    "Takes its time.",
                    Json.object().put("type", "object"),
                    _ -> {
                      begun.countDown();
                      release.await();
                      return ToolResult.text("done");
                    }))
            .build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      int id = client.beginCall("slow", "{}");
      begun.await();
      client.closeInput();
      release.countDown();

      assertThat(client.answer(id).path("result").path("content").path(0).path("text").asString())
          .isEqualTo("done");
      client.awaitEnd();
    }
  }

  @Test
  void everyRequestSentBeforeTheInputEndsIsAnswered() throws Exception {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var ids = new ArrayList<Integer>();
      for (int i = 0; i < 500; i++) {
        ids.add(client.beginCall("echo", "{\"text\": \"x\"}"));
      }
      client.closeInput();

      var answered = new ArrayList<Integer>();
      for (int i = 0; i < 500; i++) {
        answered.add(client.next().path("id").asInt());
      }
      assertThat(answered).containsExactlyInAnyOrderElementsOf(ids);
      client.awaitEnd();
    }
  }

  @Test
  void whatDoesNotFinishInItsGraceIsCancelled() throws IOException {
    try (var client = StreamClient.withGrace(Fixture.create(), Duration.ofMillis(1))) {
      client.beginCall(BLOCK, "{}");
      client.heard("notifications/progress");
      client.closeInput();

      client.awaitEnd();
    }
  }

  @Test
  void anOpenSubscriptionSaysGoodbyeWhenTheInputEnds() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      int id =
          client.begin("subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}");
      client.heard("notifications/subscriptions/acknowledged");
      client.closeInput();

      assertThat(client.answer(id).path("result"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "_meta": {
                      "io.modelcontextprotocol/subscriptionId": %d,
                      "io.modelcontextprotocol/serverInfo": {
                        "name": "fixture", "title": "Conformance fixture", "version": "1.0.0"
                      }
                    },
                    "resultType": "complete"
                  }"""
                      .formatted(id)));
      client.awaitEnd();
    }
  }
}
