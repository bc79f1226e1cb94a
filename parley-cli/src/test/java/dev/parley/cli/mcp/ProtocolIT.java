package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What holds for every tool: bad input, waits side by side, progress, cancellation, resources. */
@Timeout(120)
class ProtocolIT {
  private ParleyProcess parley;

  @BeforeEach
  void start() {
    parley = ParleyProcess.start();
  }

  @AfterEach
  void end() throws Exception {
    parley.close();
    assertThat(parley.noise).isEmpty();
  }

  @Test
  void badInputGetsATypedAnswerAndTheServerLivesOn() throws Exception {
    parley.send("this is not JSON");
    assertThat(parley.others.poll(60, TimeUnit.SECONDS).path("error").path("code").asInt())
        .isEqualTo(-32700);
    parley.send("{\"jsonrpc\":\"2.0\"}");
    assertThat(parley.others.poll(60, TimeUnit.SECONDS).path("error").path("code").asInt())
        .isEqualTo(-32600);
    assertThat(parley.request("no/such/method").path("error").path("code").asInt())
        .isEqualTo(-32601);
    assertThat(parley.call("session_sart").error().path("message").asString())
        .contains("session_start");
    assertThat(parley.call("session_send", "session", 5).text())
        .contains("session must be a string");
    assertThat(parley.call("session_send", "text", "x").text()).contains("session is missing");
    assertThat(parley.call("session_list", "colour", "red").text()).contains("colour");
    assertThat(parley.call("session_start", "cols", 0).code()).isEqualTo("bad_input");
    assertThat(parley.call("session_read", "session", "x".repeat(1 << 20)).code())
        .isEqualTo("not_found");
    assertThat(parley.call("session_list").refused()).isFalse();
  }

  @Test
  void aHugePasteArrivesWhole() {
    var cat =
        parley.call("session_start", "command", "stty raw -echo; echo go; head -c 1000000 | wc -c");
    var end =
        parley.call(
            "session_send",
            "session",
            cat.field("session"),
            "paste",
            "x".repeat(1_000_000),
            "until",
            List.of("exit"),
            "timeout_ms",
            50_000);
    assertThat(end.output()).contains("1000000");
  }

  @Test
  void aLongWaitDelaysNobody() {
    var slow = parley.call("session_start", "command", "exec sleep 600", "timeout_ms", 0);
    var waiting =
        parley.begin(
            "tools/call",
            ParleyProcess.object(
                "name",
                "session_read",
                "arguments",
                Map.of("session", slow.field("session"), "timeout_ms", 30_000)));
    for (var turn = 0; turn < 20; turn++) {
      assertThat(parley.call("session_list").refused()).isFalse();
    }
    assertThat(waiting).isNotDone();
    parley.call("session_close", "session", slow.field("session"), "force", true);
    assertThat(
            ParleyProcess.await(waiting)
                .path("result")
                .path("structuredContent")
                .path("why")
                .asString())
        .isEqualTo("exit");
  }

  @Test
  void cancellingEndsTheWaitAndNotTheProgram() {
    var slow = parley.call("session_start", "command", "exec sleep 600", "timeout_ms", 0);
    var session = slow.field("session");
    var waiting =
        parley.begin(
            "tools/call",
            ParleyProcess.object(
                "name",
                "session_read",
                "arguments",
                Map.of("session", session, "timeout_ms", 40_000)));
    parley.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
            .formatted(parley.lastId()));
    var after = parley.call("session_read", "session", session, "timeout_ms", 0);
    assertThat(after.state()).isEqualTo("working");
    assertThat(waiting).isNotDone();
  }

  @Test
  void progressIsToldWhileACallWaits() throws Exception {
    var answer =
        parley.begin(
            "tools/call",
            ParleyProcess.object(
                "name",
                "session_start",
                "arguments",
                Map.of("command", "echo compiling; sleep 2; echo done", "timeout_ms", 600_000),
                "_meta",
                Map.of("progressToken", "p1")));
    var progress = parley.notification("notifications/progress").path("params");
    assertThat(progress.path("progressToken").asString()).isEqualTo("p1");
    assertThat(progress.path("message").asString()).contains("working: compiling");
    assertThat(
            ParleyProcess.await(answer)
                .path("result")
                .path("structuredContent")
                .path("why")
                .asString())
        .isEqualTo("exit");
  }

  @Test
  void sessionsAreResources() throws Exception {
    var cat = parley.call("session_start", "command", "cat", "name", "res");
    var session = cat.field("session");
    assertThat(parley.notification("notifications/resources/list_changed")).isNotNull();
    var screen = "parley://sessions/%s/screen".formatted(session);
    var transcript = "parley://sessions/%s/transcript".formatted(session);
    assertThat(parley.request("resources/list").path("result").path("resources").values())
        .extracting(resource -> resource.path("uri").asString())
        .containsExactly(screen, transcript);
    assertThat(
            parley
                .request("resources/templates/list")
                .path("result")
                .path("resourceTemplates")
                .values())
        .extracting(template -> template.path("uriTemplate").asString())
        .containsExactly("parley://sessions/{id}/screen", "parley://sessions/{id}/transcript");
    assertThat(parley.request("resources/subscribe", "uri", screen).has("result")).isTrue();
    assertThat(parley.call("session_send", "session", session, "text", "hello").output())
        .isEqualTo("hello\n");
    assertThat(
            parley
                .notification("notifications/resources/updated")
                .path("params")
                .path("uri")
                .asString())
        .isEqualTo(screen);
    assertThat(contents(screen)).isEqualTo("hello\nhello\n");
    assertThat(contents(transcript)).isEqualTo("hello\nhello\n");
    assertThat(
            parley
                .request("resources/read", "uri", "parley://sessions/nobody/screen")
                .path("error")
                .path("code")
                .asInt())
        .isEqualTo(-32002);
    assertThat(
            parley
                .request(
                    "completion/complete",
                    "ref",
                    Map.of("type", "ref/resource", "uri", "parley://sessions/{id}/screen"),
                    "argument",
                    Map.of("name", "id", "value", session.substring(0, 2)))
                .path("result")
                .path("completion")
                .path("values")
                .path(0)
                .asString())
        .isEqualTo(session);
  }

  private String contents(String uri) {
    return parley
        .request("resources/read", "uri", uri)
        .path("result")
        .path("contents")
        .path(0)
        .path("text")
        .asString();
  }

  @Test
  void promptsOpenCommonJobs() {
    var names =
        parley.request("prompts/list").path("result").path("prompts").values().stream()
            .map(prompt -> prompt.path("name").asString())
            .toList();
    assertThat(names).containsExactly("debug_with_gdb", "drive_a_repl", "answer_an_installer");
    var prompt =
        parley.request(
            "prompts/get", "name", "debug_with_gdb", "arguments", Map.of("program", "./crash 1"));
    assertThat(text(prompt)).contains("./crash 1").contains("session_start");
  }

  private static String text(JsonNode prompt) {
    return prompt.path("result").path("messages").path(0).path("content").path("text").asString();
  }

  @Test
  void theEndOfInputEndsTheServerAndItsSessions() throws Exception {
    var sleep =
        parley.call(
            "session_start", "command", "echo pid=$$.; exec sleep 600", "pattern", "pid=(\\d+)\\.");
    var pid = sleep.fields().path("match").path("groups").path(0).asLong();
    var child = ProcessHandle.of(pid).orElseThrow();
    assertThat(parley.end()).isZero();
    assertThat(child.onExit()).succeedsWithin(30, TimeUnit.SECONDS);
  }
}
