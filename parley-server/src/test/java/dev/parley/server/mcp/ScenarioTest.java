package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scenarios of the official suite, which speaks HTTP only, over streams and in both eras. */
@Timeout(60)
class ScenarioTest {
  private static final String SERVER_INFO =
      """
      {"name": "fixture", "title": "Conformance fixture", "version": "1.0.0"}""";

  /** What a result looks like in an era: since 2026-07-28 each has more around it. */
  private static JsonNode result(Era era, String core) {
    return result(era, core, "");
  }

  private static JsonNode result(Era era, String core, String hints) {
    var expected = Json.parseObject(core);
    if (era == Era.STATELESS) {
      expected.put("resultType", "complete");
      expected.withObjectProperty("_meta").set(RequestMeta.SERVER, Json.parse(SERVER_INFO));
      if (!hints.isEmpty()) {
        expected.setAll(Json.parseObject(hints));
      }
    }
    return expected;
  }

  @Test
  void discoverSaysWhatInitializeSaid() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      assertThat(client.request("server/discover", "{}").path("result"))
          .isEqualTo(
              result(
                  Era.STATELESS,
                  """
                  {
                    "capabilities": {
                      "tools": {"listChanged": true},
                      "logging": {},
                      "resources": {"subscribe": true, "listChanged": true},
                      "prompts": {"listChanged": true},
                      "completions": {},
                      "extensions": {"io.modelcontextprotocol/tasks": {}}
                    },
                    "supportedVersions": ["2026-07-28", "2025-11-25", "2025-06-18"],
                    "instructions": "Tools, resources and prompts for tests."
                  }""",
                  "{\"ttlMs\": 60000, \"cacheScope\": \"private\"}"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                  | -32602
          {"io.modelcontextprotocol/clientCapabilities": {}}                  | -32602
          {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}           | -32602
          {"io.modelcontextprotocol/protocolVersion": 7, "io.modelcontextprotocol/clientCapabilities": {}} | -32602
          {"io.modelcontextprotocol/protocolVersion": "v9", "io.modelcontextprotocol/clientCapabilities": {}} | -32022
          """)
  void aStatelessRequestMustDescribeItsClient(String meta, int code) throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var answer = client.request("server/discover", "{\"_meta\": %s}".formatted(meta));

      assertThat(answer.path("error").path("code").asInt()).isEqualTo(code);
    }
  }

  @Test
  void anUnknownRevisionIsToldTheKnownOnes() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      var answer =
          client.request(
              "tools/list",
              """
              {"_meta": {
                "io.modelcontextprotocol/protocolVersion": "2099-01-01",
                "io.modelcontextprotocol/clientCapabilities": {}
              }}""");

      assertThat(answer.path("error"))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "code": -32022,
                    "message": "Protocol version 2099-01-01 is not supported",
                    "data": {
                      "requested": "2099-01-01",
                      "supported": ["2026-07-28", "2025-11-25", "2025-06-18"]
                    }
                  }"""));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "no/such"
      })
  void methodsOfTheEarlierEraAreUnknownInTheLater(String method) throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      assertThat(client.request(method, "{}").path("error").path("code").asInt()).isEqualTo(-32601);
    }
  }

  @Test
  void bothErasShareOneStream() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      assertThat(client.request("ping", "{}").path("result")).isEqualTo(Json.object());
      var stateless = Era.STATELESS.describe(Json.object(), "{}").toString();
      assertThat(client.request("server/discover", stateless).path("result").path("resultType"))
          .hasToString("\"complete\"");
      assertThat(client.request("ping", "{}").path("result")).isEqualTo(Json.object());
    }
  }

  @ParameterizedTest
  @EnumSource
  void toolsAreListedInOrderWithTheirSchemas(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      var tools = client.request("tools/list", "{}").path("result").path("tools");

      assertThat(tools.path(0).path("name").asString()).isEqualTo("test_simple_text");
      assertThat(tools.values())
          .filteredOn(tool -> tool.path("name").asString().equals("echo"))
          .containsExactly(
              Json.parse(
                  """
                  {
                    "name": "echo",
                    "description": "Says what it is told.",
                    "inputSchema": {
                      "type": "object",
                      "properties": {"text": {"type": "string"}},
                      "required": ["text"],
                      "additionalProperties": false
                    },
                    "title": "Echo",
                    "outputSchema": {
                      "type": "object",
                      "properties": {"text": {"type": "string"}},
                      "required": ["text"]
                    },
                    "annotations": {"readOnlyHint": true, "openWorldHint": false}
                  }"""));
      assertThat(client.request("tools/list", "{}").path("result").path("tools")).isEqualTo(tools);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aToolAnswersWithTextAndFields(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      assertThat(client.call("echo", "{\"text\": \"hello\"}"))
          .isEqualTo(
              result(
                  era,
                  """
                  {
                    "content": [{"type": "text", "text": "hello"}],
                    "structuredContent": {"text": "hello"}
                  }"""));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aToolAnswersWithEveryKindOfContent(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      var mixed = client.call("test_multiple_content_types", "{}").path("content");

      assertThat(mixed.path(0).path("type").asString()).isEqualTo("text");
      assertThat(mixed.path(1).path("data").asString()).startsWith("iVBORw0KGgo");
      assertThat(mixed.path(2))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "type": "resource",
                    "resource": {
                      "uri": "test://mixed-content-resource",
                      "mimeType": "application/json",
                      "text": "{\\"test\\":\\"data\\",\\"value\\":123}"
                    }
                  }"""));
      assertThat(client.call("test_audio_content", "{}").path("content").path(0).path("mimeType"))
          .hasToString("\"audio/wav\"");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aToolThatFailsAnswersAndTheServerLivesOn(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      var failed = client.call("test_error_handling", "{}");

      assertThat(failed.path("isError").asBoolean()).isTrue();
      assertThat(failed.path("structuredContent").path("error").path("code").asString())
          .isEqualTo("internal");
      assertThat(failed.path("content").path(0).path("text").asString())
          .contains("This tool intentionally returns an error for testing");
      assertThat(client.text("test_simple_text", "{}"))
          .isEqualTo("This is a simple text response for testing.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                      | text is missing.
          {"text": 5}             | text must be a string, not a number.
          {"text": null}          | text is missing.
          {"text": "a", "txt": 1} | txt does not exist (did you mean text?); the fields are: text.
          []                      | The value must be an object, not an array.
          "text"                  | The value must be an object, not a string.
          """)
  void wrongArgumentsAreToldToTheModel(String arguments, String sentence) throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      assertThat(client.call("echo", arguments))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "content": [{
                      "type": "text",
                      "text": "bad_input: %1$s\\nTry: Call echo again with arguments that fit its input schema."
                    }],
                    "structuredContent": {"error": {
                      "code": "bad_input",
                      "message": "%1$s",
                      "try": "Call echo again with arguments that fit its input schema."
                    }},
                    "isError": true
                  }"""
                      .formatted(sentence)));
    }
  }

  @Test
  void nullMeansAnArgumentWasLeftOut() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      assertThat(client.text("json_schema_2020_12_tool", "{\"name\": null, \"phone\": \"1\"}"))
          .isEqualTo("{\"phone\":\"1\"}");
    }
  }

  @Test
  void anUnknownToolIsAProtocolErrorThatNamesTheNearest() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      assertThat(
              client
                  .request("tools/call", "{\"name\": \"ecko\"}")
                  .path("error")
                  .path("message")
                  .asString())
          .isEqualTo("Unknown tool: ecko (did you mean echo?)");
    }
  }

  @ParameterizedTest
  @EnumSource
  void progressComesBeforeTheAnswer(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      client.call("test_tool_with_progress", "{}");

      assertThat(client.heard())
          .extracting(message -> message.path("params").toString())
          .containsExactly(
              "{\"total\":100.0,\"message\":\"Begun\",\"progress\":0.0,\"progressToken\":\"test_tool_with_progress\"}",
              "{\"total\":100.0,\"message\":\"Half way\",\"progress\":50.0,\"progressToken\":\"test_tool_with_progress\"}",
              "{\"total\":100.0,\"message\":\"Done\",\"progress\":100.0,\"progressToken\":\"test_tool_with_progress\"}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutATokenThereIsNoProgress(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      client.request("tools/call", "{\"name\": \"test_tool_with_progress\"}");

      assertThat(client.heard()).isEmpty();
    }
  }

  @Test
  void progressThatDoesNotGrowIsNotSent() throws IOException {
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "stuck",
                    "Reports the same twice.",
                    Json.object().put("type", "object"),
                    call -> {
                      call.progress(1, "a");
                      call.progress(1, "b");
                      call.progress(2, "c");
                      return ToolResult.text("done");
                    }))
            .build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      client.call("stuck", "{}");

      assertThat(client.heard())
          .extracting(message -> message.path("params").path("message").asString())
          .containsExactly("a", "c");
    }
  }

  @Test
  void nothingIsSaidAfterTheAnswer() throws Exception {
    var late = new CompletableFuture<Call>();
    var server =
        McpServer.named("test", "1")
            .tool(
                Tool.of(
                    "hasty",
                    "Answers before it is done.",
                    schema(),
                    call -> {
                      late.complete(call);
                      return ToolResult.text("done");
                    }))
            .build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      client.call("hasty", "{}");
      late.get().progress(1, "Too late");
      int next = client.begin("ping", "{}");

      assertThat(client.next().path("id").asInt()).isEqualTo(next);
    }
  }

  @Test
  void logsFollowTheLevelThatWasSet() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.call("test_tool_with_logging", "{}");
      assertThat(client.heard())
          .extracting(message -> message.path("params").toString())
          .containsExactly(
              "{\"level\":\"info\",\"logger\":\"fixture\",\"data\":\"Tool execution started\"}",
              "{\"level\":\"info\",\"logger\":\"fixture\",\"data\":\"Tool processing data\"}",
              "{\"level\":\"info\",\"logger\":\"fixture\",\"data\":\"Tool execution completed\"}");

      client.heard().clear();
      client.request("logging/setLevel", "{\"level\": \"warning\"}");
      client.call("test_tool_with_logging", "{}");
      assertThat(client.heard()).isEmpty();
    }
  }

  @Test
  void aStatelessRequestGetsLogsOnlyIfItAsksForThem() throws IOException {
    try (var client = StreamClient.of(Era.STATELESS, Fixture.create())) {
      client.call("test_logging_tool", "{}");
      assertThat(client.heard()).isEmpty();

      client.request(
          "tools/call",
          """
          {"name": "test_logging_tool", "_meta": {"io.modelcontextprotocol/logLevel": "debug"}}""");
      assertThat(client.heardMethods())
          .containsExactly(
              "notifications/message", "notifications/message", "notifications/message");
    }
  }

  @ParameterizedTest
  @EnumSource
  void resourcesAreListedAndRead(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      var list = client.request("resources/list", "{}").path("result");
      assertThat(list.path("resources").path(0))
          .isEqualTo(
              Json.parse(
                  """
                  {
                    "uri": "test://static-text", "name": "static-text", "title": "Text",
                    "description": "Never changes.", "mimeType": "text/plain"
                  }"""));
      assertThat(
              client
                  .request("resources/templates/list", "{}")
                  .path("result")
                  .path("resourceTemplates")
                  .path(0)
                  .path("uriTemplate")
                  .asString())
          .isEqualTo("test://template/{id}/data");
      assertThat(
              client
                  .request("resources/read", "{\"uri\": \"test://template/7/data\"}")
                  .path("result"))
          .isEqualTo(
              result(
                  era,
                  """
                  {"contents": [{
                    "uri": "test://template/7/data",
                    "mimeType": "application/json",
                    "text": "{\\"id\\":\\"7\\",\\"templateTest\\":true,\\"data\\":\\"Data for ID: 7\\"}"
                  }]}""",
                  "{\"ttlMs\": 0, \"cacheScope\": \"private\"}"));
      assertThat(
              client
                  .request("resources/read", "{\"uri\": \"test://static-binary\"}")
                  .path("result")
                  .path("contents")
                  .path(0)
                  .path("blob")
                  .asString())
          .startsWith("iVBORw0KGgo");
    }
  }

  @ParameterizedTest
  @CsvSource({"STATEFUL, -32002", "STATELESS, -32602"})
  void aMissingResourceIsAnErrorWithItsAddress(Era era, int code) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      var error = client.request("resources/read", "{\"uri\": \"test://none\"}").path("error");

      assertThat(error.path("code").asInt()).isEqualTo(code);
      assertThat(error.path("data").path("uri").asString()).isEqualTo("test://none");
    }
  }

  @ParameterizedTest
  @EnumSource
  void promptsAreListedAndFilledIn(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      assertThat(client.request("prompts/list", "{}").path("result").path("prompts").values())
          .hasSize(5);
      assertThat(
              client
                  .request(
                      "prompts/get",
                      """
                      {"name": "test_prompt_with_arguments",
                       "arguments": {"arg1": "hello", "arg2": "world"}}""")
                  .path("result"))
          .isEqualTo(
              result(
                  era,
                  """
                  {
                    "description": "Repeats its arguments.",
                    "messages": [{
                      "role": "user",
                      "content": {
                        "type": "text",
                        "text": "Prompt with arguments: arg1='hello', arg2='world'"
                      }
                    }]
                  }"""));
    }
  }

  @ParameterizedTest
  @EnumSource
  void argumentsAreCompleted(Era era) throws IOException {
    try (var client = StreamClient.of(era, Fixture.create())) {
      assertThat(
              client
                  .request(
                      "completion/complete",
                      """
                      {"ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
                       "argument": {"name": "arg1", "value": "par"}}""")
                  .path("result"))
          .isEqualTo(
              result(
                  era,
                  """
                  {"completion": {"total": 1, "hasMore": false, "values": ["par-arg1"]}}"""));
    }
  }

  @Test
  void onlyTheBestHundredCompletionsAreSent() throws IOException {
    var many = IntStream.range(0, 150).mapToObj(i -> "v" + i).toList();
    var server = McpServer.named("test", "1").completer((_, _, _, _) -> many).build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      var completion =
          client
              .request(
                  "completion/complete",
                  """
                  {"ref": {"type": "ref/resource", "uri": "x://{id}"},
                   "argument": {"name": "id", "value": ""}}""")
              .path("result")
              .path("completion");

      assertThat(completion.path("values").size()).isEqualTo(100);
      assertThat(completion.path("total").asInt()).isEqualTo(150);
      assertThat(completion.path("hasMore").asBoolean()).isTrue();
    }
  }

  @Test
  void whatAServerDoesNotOfferItDoesNotDeclare() throws IOException {
    var server = McpServer.named("test", "1").build();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      assertThat(
              client
                  .request("initialize", "{\"protocolVersion\": \"2025-11-25\"}")
                  .path("result")
                  .path("capabilities"))
          .isEqualTo(Json.parse("{\"tools\": {\"listChanged\": true}, \"logging\": {}}"));
      for (var method :
          List.of(
              "prompts/list",
              "prompts/get",
              "resources/list",
              "resources/read",
              "completion/complete")) {
        assertThat(
                client
                    .request(method, "{\"uri\": \"x://y\", \"name\": \"x\"}")
                    .path("error")
                    .path("code")
                    .asInt())
            .as(method)
            .isEqualTo(-32601);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void longListsComeInPages(Era era) throws IOException {
    var server = McpServer.named("test", "1");
    for (int i = 0; i < 450; i++) {
      server.tool(Tool.of("t" + i, "One of many.", schema(), _ -> ToolResult.text("")));
    }
    try (var client = StreamClient.of(era, server.build())) {
      var names = new ArrayList<String>();
      var params = "{}";
      int pages = 0;
      while (!params.isEmpty()) {
        var page = client.request("tools/list", params).path("result");
        page.path("tools").values().forEach(tool -> names.add(tool.path("name").asString()));
        params =
            page.has("nextCursor")
                ? Json.object().put("cursor", page.path("nextCursor").asString()).toString()
                : "";
        pages++;
      }

      assertThat(pages).isEqualTo(3);
      assertThat(names).hasSize(450).startsWith("t0").endsWith("t449").doesNotHaveDuplicates();
    }
  }

  private static ObjectNode schema() {
    return Json.object().put("type", "object");
  }
}
