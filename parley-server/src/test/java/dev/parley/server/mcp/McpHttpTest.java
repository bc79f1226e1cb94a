package dev.parley.server.mcp;

import static dev.parley.server.mcp.HttpClientEnd.json;
import static dev.parley.server.mcp.HttpClientEnd.stateless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class McpHttpTest {
  private static final String ECHO = "{\"name\": \"echo\", \"arguments\": {\"text\": \"hi\"}}";

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final McpServer server = Fixture.create();
  private McpHttpListener listener = open(HttpRules.loopback());
  private HttpClientEnd client = new HttpClientEnd(listener.port());

  private McpHttpListener open(HttpRules rules) {
    try {
      return McpHttpListener.open(
          "127.0.0.1", 0, rules, new McpHttp(server, "/mcp", rules, Duration.ofMillis(50)));
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private void reopen(HttpRules rules) {
    close();
    listener = open(rules);
    client = new HttpClientEnd(listener.port());
  }

  @BeforeEach
  void offerAToolThatBlocks() {
    server.add(
        Tool.of(
            "hang",
            "Blocks.",
            Json.object().put("type", "object"),
            _ -> {
              try {
                TimeUnit.HOURS.sleep(1);
                return ToolResult.text("never");
              } finally {
                interrupted.countDown();
              }
            }));
  }

  @AfterEach
  void close() {
    client.close();
    listener.close();
  }

  @Test
  void anAnswerThatIsAllThereIsToSayComesAsJson() throws Exception {
    var response = client.introduced().post("tools/call", ECHO);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(json(response))
        .isEqualTo(
            Json.parse(
                """
                {"jsonrpc": "2.0", "id": 1, "result": {
                  "content": [{"type": "text", "text": "hi"}],
                  "structuredContent": {"text": "hi"}
                }}"""));
  }

  @Test
  void whatGoesBeforeTheAnswerMakesItAStreamOfEvents() throws Exception {
    var response =
        client
            .introduced()
            .post(
                "tools/call",
                "{\"name\": \"test_tool_with_progress\", \"_meta\": {\"progressToken\": 7}}");

    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(response.body().lines().filter(line -> line.startsWith("data: ")))
        .hasSize(4)
        .last()
        .asString()
        .contains("Tool with progress completed");
  }

  @Test
  void aClientThatTakesNoEventsGetsTheAnswerAlone() throws Exception {
    var response =
        client
            .introduced()
            .with("Accept", "application/json")
            .post(
                "tools/call",
                "{\"name\": \"test_tool_with_progress\", \"_meta\": {\"progressToken\": 7}}");

    assertThat(json(response).path("result").path("content").path(0).path("text").asString())
        .isEqualTo("Tool with progress completed");
  }

  @Test
  void aSessionLivesFromInitializeToDelete() throws Exception {
    client.introduced();
    assertThat(
            client
                .send("POST", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .statusCode())
        .isEqualTo(202);
    assertThat(client.post("ping", "{}").statusCode()).isEqualTo(200);
    assertThat(client.send("DELETE", "").statusCode()).isEqualTo(204);
    assertThat(client.post("ping", "{}").statusCode()).isEqualTo(404);
    assertThat(client.send("DELETE", "").statusCode()).isEqualTo(404);
    assertThat(client.with("Mcp-Session-Id", "made-up").post("ping", "{}").statusCode())
        .isEqualTo(404);
    assertThat(client.without("Mcp-Session-Id").post("ping", "{}").statusCode()).isEqualTo(400);
  }

  @Test
  void theSessionsStreamTellsOfChanges() throws Exception {
    client.introduced();
    try (var events = client.open("GET", "")) {
      assertThat(events.response.statusCode()).isEqualTo(200);
      client.post("tools/call", "{\"name\": \"test_trigger_tool_change\"}");

      assertThat(events.next())
          .hasToString(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}");
    }
  }

  @Test
  void aQuestionIsAskedOnTheCallsOwnStreamAndAnsweredByAPost() throws Exception {
    client.introduced();
    var call =
        JsonRpc.request(
            5,
            "tools/call",
            Json.parseObject("{\"name\": \"test_input_required_result_elicitation\"}"));
    try (var events = client.open("POST", call.toString())) {
      var question = events.next();
      assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
      var answer =
          Json.object()
              .put("jsonrpc", "2.0")
              .set("id", question.path("id"))
              .set(
                  "result",
                  Json.parse("{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}"));
      assertThat(client.send("POST", answer.toString()).statusCode()).isEqualTo(202);

      assertThat(events.next().path("result").path("content").path(0).path("text").asString())
          .isEqualTo("Hello, Ada!");
    }
  }

  @Test
  void aCancelledCallEndsItsResponseWithoutAnAnswer() throws Exception {
    client.introduced();
    var call =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.post("tools/call", "{\"name\": \"hang\"}");
              } catch (Exception failure) {
                throw new IllegalStateException(failure);
              }
            });
    var cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
    while (!call.isDone()) {
      client.send("POST", cancel);
    }

    assertThat(call.join().body()).doesNotContain("data:").doesNotContain("result");
    interrupted.await();
  }

  @Test
  void aClientThatHangsUpCancelsItsCall() throws Exception {
    client.describing("tools/call", "hang");
    var call =
        JsonRpc.request(5, "tools/call", Json.parseObject(stateless("{\"name\": \"hang\"}")));
    client.open("POST", call.toString()).close();

    interrupted.await();
  }

  @Test
  void aSilentCallOutlivesTheServersIdleTimeout() throws Exception {
    // Long enough for a busy machine to get as far as the handler.
    var idle = Duration.ofSeconds(2);
    server.add(
        Tool.of(
            "think",
            "Says nothing for a while.",
            Json.object().put("type", "object"),
            _ -> {
              TimeUnit.MILLISECONDS.sleep(idle.toMillis() * 3 / 2);
              return ToolResult.text("thought");
            }));
    var jetty = new Server();
    var connector = new ServerConnector(jetty);
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(idle.toMillis());
    jetty.addConnector(connector);
    jetty.setHandler(new McpHttp(server, "/mcp", HttpRules.loopback()));
    jetty.start();
    try (var patient = new HttpClientEnd(connector.getLocalPort())) {
      patient.describing("tools/call", "think").with("Accept", "application/json");

      assertThat(patient.post("tools/call", stateless("{\"name\": \"think\"}")).body())
          .contains("thought");
    } finally {
      jetty.stop();
    }
  }

  @Test
  void aStatelessRequestNeedsNothingBeforeIt() throws Exception {
    var response = client.describing("tools/call", "echo").post("tools/call", stateless(ECHO));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Mcp-Session-Id")).isEmpty();
    assertThat(json(response).path("result").path("resultType").asString()).isEqualTo("complete");
  }

  @Test
  void aListenStreamTellsOfChanges() throws Exception {
    client.describing("subscriptions/listen", "");
    var listen =
        JsonRpc.request(
            5,
            "subscriptions/listen",
            Json.parseObject(stateless("{\"notifications\": {\"toolsListChanged\": true}}")));
    try (var events = client.open("POST", listen.toString())) {
      assertThat(events.next().path("method").asString())
          .isEqualTo("notifications/subscriptions/acknowledged");
      server.removeTool("hang");

      assertThat(events.next().path("method").asString())
          .isEqualTo("notifications/tools/list_changed");
    }
  }

  @Test
  void closingTheListenerEndsOpenStreams() throws Exception {
    client.introduced();
    try (var events = client.open("GET", "")) {
      listener.close();

      assertThatThrownBy(events::next).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "MCP-Protocol-Version, 2025-11-25",
        "MCP-Protocol-Version, -",
        "Mcp-Method, tools/list",
        "Mcp-Method, TOOLS/CALL",
        "Mcp-Method, -",
        "Mcp-Name, other",
        "Mcp-Name, -",
        "Mcp-Name, =?base64?ZWNob?=",
        "Mcp-Name, =?base64?!!!!?="
      })
  void headersMustSayWhatTheBodySays(String header, String value) throws Exception {
    client.describing("tools/call", "echo").without(header);
    if (value != null) {
      client.with(header, value);
    }
    var response = client.post("tools/call", stateless(ECHO));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("error").path("code").asInt()).isEqualTo(-32020);
    assertThat(json(response).path("id").asInt()).isEqualTo(1);
  }

  @Test
  void aHeaderMayBeEncoded() throws Exception {
    client.describing("tools/call", "=?base64?ZWNobw==?=");

    assertThat(client.post("tools/call", stateless(ECHO)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"eu, eu, 200", "eu, us, 400", "-, eu, 400", "eu, -, 400", "-, -, 200"})
  void anArgumentThatTravelsAsAHeaderMustMatchIt(String argument, String header, int status)
      throws Exception {
    client.describing("tools/call", "test_custom_header");
    if (!header.equals("-")) {
      client.with("Mcp-Param-Region", header);
    }
    var arguments = argument.equals("-") ? "{}" : "{\"region\": \"%s\"}".formatted(argument);
    var params = "{\"name\": \"test_custom_header\", \"arguments\": %s}".formatted(arguments);

    assertThat(client.post("tools/call", stateless(params)).statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          server/discover | {}                                                             | 400 | -32602
          tools/call      | {"name": "none"}                                               | 200 | -32602
          no/such         | {}                                                             | 404 | -32601
          initialize      | {}                                                             | 404 | -32601
          tools/call      | {"name": "test_missing_capability"}                            | 400 | -32021
          resources/read  | {"uri": "test://none"}                                         | 200 | -32602
          """)
  void aStatelessFaultHasItsStatusAndCode(String method, String params, int status, int code)
      throws Exception {
    var body = Json.parseObject(params);
    client.describing(method, body.path("name").asString(body.path("uri").asString("")));
    if (!method.equals("server/discover")) {
      Era.STATELESS.describe(body, "{}");
    }
    var response = client.post(method, body.toString());

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(json(response).path("error").path("code").asInt()).isEqualTo(code);
    assertThat(json(response).path("id").asInt()).isEqualTo(1);
  }

  @Test
  void anUnknownRevisionIsABadRequest() throws Exception {
    client.describing("tools/list", "").with("MCP-Protocol-Version", "v9");
    var params = Json.parseObject(stateless("{}"));
    params.withObjectProperty("_meta").put(RequestMeta.REVISION, "v9");
    var stateless = client.post("tools/list", params.toString());
    assertThat(stateless.statusCode()).isEqualTo(400);
    assertThat(json(stateless).path("error").path("code").asInt()).isEqualTo(-32022);

    client.introduced().with("MCP-Protocol-Version", "v9");
    assertThat(client.post("ping", "{}").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, text/plain, {}, 415",
    "POST, application/json, nonsense, 400",
    "POST, application/json, [], 400",
    "PUT, application/json, {}, 405",
    "GET, application/json, '', 405",
    "OPTIONS, application/json, '', 405"
  })
  void whatIsNotAMessageGetsAStatus(String method, String type, String body, int status)
      throws Exception {
    assertThat(client.with("Content-Type", type).send(method, body).statusCode()).isEqualTo(status);
  }

  @Test
  void aMessageThatIsTooLongIsRefused() throws Exception {
    assertThat(client.send("POST", " ".repeat(Json.MAX_MESSAGE) + "{}").statusCode())
        .isEqualTo(413);
  }

  @Test
  void anotherPathIsNotOurs() throws Exception {
    assertThat(raw("GET /other HTTP/1.1\r\nHost: localhost\r\n")).startsWith("HTTP/1.1 404");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, -, 200",
    "127.0.0.1:80, -, 200",
    "[::1]:80, -, 200",
    "localhost:80, http://localhost:80, 200",
    "evil.example.com, -, 403",
    "localhost.evil.com, -, 403",
    "localhost, http://evil.example.com, 403",
    "localhost:80, http://localhost:81, 403",
    "localhost, null, 403",
    "localhost, %%%, 403"
  })
  void onlyOurOwnNameAndPagesMayCall(String host, String origin, int status) throws Exception {
    var header = origin.equals("-") ? "" : "Origin: " + origin + "\r\n";

    assertThat(post("Host: " + host + "\r\n" + header)).startsWith("HTTP/1.1 " + status);
  }

  @Test
  void moreNamesAndPagesCanBeAllowed() throws Exception {
    reopen(HttpRules.loopback().named("box.example.org").from("https://agents.example.org"));

    assertThat(post("Host: box.example.org\r\nOrigin: https://agents.example.org\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer wrong", "Basic c2VjcmV0", "Bearer"})
  void withoutTheTokenNobodyGetsIn(String authorization) throws Exception {
    reopen(HttpRules.loopback().admitting(McpHttpTest::admit));
    if (!authorization.isEmpty()) {
      client.with("Authorization", authorization);
    }
    var response = client.post("initialize", "{\"protocolVersion\": \"2025-11-25\"}");

    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
  }

  @Test
  void aHandlerKnowsWhoseTokenItWas() throws Exception {
    reopen(HttpRules.loopback().admitting(McpHttpTest::admit));
    server.add(
        Tool.of(
            "who",
            "Names the caller.",
            Json.object().put("type", "object"),
            call -> ToolResult.text(call.caller().orElseThrow().getName())));
    client.with("Authorization", "Bearer ada").introduced();

    assertThat(client.post("tools/call", "{\"name\": \"who\"}").body()).contains("\"ada\"");
    assertThat(client.with("Authorization", "Bearer bob").post("ping", "{}").statusCode())
        .as("another caller in the same session")
        .isEqualTo(404);
  }

  private record Named(String name) implements Principal {
    @Override
    public String getName() {
      return name;
    }
  }

  private static Optional<Principal> admit(String token) {
    return token.equals("wrong") || token.isEmpty()
        ? Optional.empty()
        : Optional.of(new Named(token));
  }

  @Test
  void itDoesNotListenToTheWorldWithoutAToken() {
    assertThatThrownBy(() -> McpHttpListener.open(server, "0.0.0.0", 0, HttpRules.loopback()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a token is needed");
  }

  private String post(String headers) throws Exception {
    var body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}";
    return raw(
        "POST /mcp HTTP/1.1\r\n"
            + headers
            + "Content-Type: application/json\r\nContent-Length: %d\r\n".formatted(body.length()),
        body);
  }

  private String raw(String head) throws Exception {
    return raw(head, "");
  }

  /** Java's client will not send a Host or Origin of our choosing. */
  private String raw(String head, String body) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      socket
          .getOutputStream()
          .write((head + "Connection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
