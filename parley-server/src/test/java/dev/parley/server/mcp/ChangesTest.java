package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients hear of when things change. */
@Timeout(60)
class ChangesTest {

  @Test
  void aClientThatIntroducedItselfHearsOfEveryList() throws IOException {
    var server = Fixture.create();
    try (var client = StreamClient.of(Era.STATEFUL, server)) {
      client.call("test_trigger_tool_change", "{}");
      assertThat(client.heardOrNext("notifications/tools/list_changed")).isNotNull();
      client.call("test_trigger_prompt_change", "{}");
      assertThat(client.heardOrNext("notifications/prompts/list_changed")).isNotNull();
      server.resourcesChanged();
      assertThat(client.heardOrNext("notifications/resources/list_changed")).isNotNull();
    }
  }

  @Test
  void aSubscribedResourceTellsWhenItChanges() throws IOException {
    try (var client = StreamClient.of(Era.STATEFUL, Fixture.create())) {
      client.request("resources/subscribe", "{\"uri\": \"test://watched-resource\"}");
      client.request("resources/read", "{\"uri\": \"test://watched-resource\"}");
      assertThat(client.heardOrNext("notifications/resources/updated").path("params"))
          .hasToString("{\"uri\":\"test://watched-resource\"}");

      client.heard().clear();
      client.request("resources/unsubscribe", "{\"uri\": \"test://watched-resource\"}");
      client.request("resources/read", "{\"uri\": \"test://watched-resource\"}");
      client.call("test_trigger_tool_change", "{}");
      client.heardOrNext("notifications/tools/list_changed");
      assertThat(client.heardMethods()).doesNotContain("notifications/resources/updated");
    }
  }

  @Test
  void aStatelessClientHearsWhatItAskedForAndNothingElse() throws IOException {
    var server = Fixture.create();
    try (var client = StreamClient.of(Era.STATELESS, server)) {
      int id =
          client.begin(
              "subscriptions/listen",
              """
              {"notifications": {
                "promptsListChanged": true,
                "resourceSubscriptions": ["test://watched-resource", "test://none"]
              }}""");
      var tag = "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%d}".formatted(id);
      assertThat(client.next())
          .hasToString(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"notifications\":{\"promptsListChanged\":true,\"resourceSubscriptions\":[\"test://watched-resource\"]},%s}}"
                  .formatted(tag));

      client.call("test_trigger_tool_change", "{}");
      client.request("resources/read", "{\"uri\": \"test://watched-resource\"}");
      assertThat(client.heardOrNext("notifications/resources/updated").path("params"))
          .hasToString("{\"uri\":\"test://watched-resource\",%s}".formatted(tag));
      client.call("test_trigger_prompt_change", "{}");
      assertThat(client.heardOrNext("notifications/prompts/list_changed").path("params"))
          .hasToString("{%s}".formatted(tag));
      assertThat(client.heardMethods()).doesNotContain("notifications/tools/list_changed");
    }
  }

  @Test
  void aSubscriptionEndsWhenItIsCancelled() throws IOException {
    var server = Fixture.create();
    try (var client = StreamClient.of(Era.STATELESS, server)) {
      int id =
          client.begin("subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}");
      client.heard("notifications/subscriptions/acknowledged");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
              .formatted(id));
      while (!server.listeners().isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void changesBeforeTheClientLooksAreToldOnce() throws InterruptedException {
    var opened = new AtomicInteger();
    var server = McpServer.named("test", "1").resources(new Counting(opened)).build();
    try (var listener = new Listener(server)) {
      listener.hear(Listener.Subject.TOOLS);
      listener.watch("x://1");
      listener.watch("x://1");
      for (int i = 0; i < 1000; i++) {
        server.removeTool("none");
        server.add(
            Tool.of("t", "T.", Json.object().put("type", "object"), _ -> ToolResult.text("")));
      }

      assertThat(opened).hasValue(1);
      assertThat(listener.next(Duration.ofSeconds(1)))
          .hasValue(new Listener.Change("notifications/tools/list_changed", Optional.empty()));
      assertThat(listener.next(Duration.ZERO)).isEmpty();
    }
    assertThat(opened).hasValue(0);
    assertThat(server.listeners()).isEmpty();
  }

  /** Resources that count how many watches are open. */
  private record Counting(AtomicInteger opened) implements Resources {
    @Override
    public List<Resource> list() {
      return List.of();
    }

    @Override
    public Optional<List<ResourceContents>> read(String uri, Call call) {
      return Optional.empty();
    }

    @Override
    public Optional<Watching> watch(String uri, Runnable changed) {
      opened.incrementAndGet();
      return Optional.of(opened::decrementAndGet);
    }
  }
}
