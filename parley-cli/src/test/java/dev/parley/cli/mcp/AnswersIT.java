package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an agent reads: text alone unless asked otherwise, and all it needs in it. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class AnswersIT {
  private static Desk desk;

  @BeforeAll
  static void open() {
    desk = Desk.open();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  @Test
  void textIsTheAnswerAndHasNoSchema() {
    var parley = desk.client("--answers", "text");
    for (var tool : parley.request("tools/list").path("result").path("tools")) {
      assertThat(tool.has("outputSchema")).as(tool.path("name").asString()).isFalse();
    }
    var start =
        parley.call("session_start", "command", "printf 'abc'; exit 3", "timeout_ms", 30_000);
    assertThat(start.result().has("structuredContent")).isFalse();
    assertThat(start.text()).matches("(?s)exited 3 · \\w+ · @3\nabc");
    var missing = parley.call("session_send", "session", "nobody", "text", "x");
    assertThat(missing.refused()).isTrue();
    assertThat(missing.result().has("structuredContent")).isFalse();
    assertThat(missing.text()).startsWith("not_found: ").contains("session_list");
  }

  @Test
  void textCarriesStateExitCodeOffsetOmissionAndHint() {
    var parley = desk.client("--answers", "text");
    var shell = parley.call("session_start", "shell", "bash", "name", "sh", "timeout_ms", 30_000);
    assertThat(shell.text()).startsWith("ready · @");
    var failed = parley.call("session_send", "session", "sh", "text", "seq 9000; (exit 4)");
    assertThat(failed.text())
        .contains("ready · exit code 4 · @")
        .containsPattern("bytes, \\d+ lines omitted, read from \\d+ to \\d+ …\\]")
        .containsPattern("@\\d+");
    var secret = parley.call("session_send", "session", "sh", "text", "read -s -p 'PIN: ' x");
    assertThat(secret.text()).startsWith("secret · ").contains("PIN: ", "session_ask");
  }

  @Test
  void structuredAnswersLeaveOutWhatSaysNothing() {
    var parley = desk.client("--answers", "structured");
    var start = parley.call("session_start", "command", "exec cat", "timeout_ms", 30_000);
    assertThat(start.result().path("content").isEmpty()).isTrue();
    assertThat(start.state()).isEqualTo("waiting");
    assertThat(start.fields().propertyNames())
        .doesNotContain("fullscreen", "prompt", "floor", "foreground", "command", "screen");
    var session = start.field("session");
    assertThat(parley.call("session_close", "session", session).fields().propertyNames())
        .containsExactly("state", "ended_by");
  }

  @Test
  void aFullScreenIsExplainedOnce() {
    var parley = desk.client();
    var start = parley.call("session_start", "command", "vim -u NONE -N", "timeout_ms", 30_000);
    assertThat(start.field("hint")).startsWith("Full-screen");
    var again =
        parley.call("session_send", "session", start.field("session"), "keys", List.of("i"));
    assertThat(again.fields().has("hint")).isFalse();
    assertThat(again.fields().has("prompt")).isFalse();
  }

  @Test
  void aPromptIsToldWhenItHasChangedAndNeverGluedToTheOutput() {
    var parley = desk.client("--answers", "text");
    parley.call("session_start", "shell", "bash", "name", "told", "timeout_ms", 30_000);
    assertThat(parley.call("session_send", "session", "told", "text", "printf abc").text())
        .matches("ready · exit code 0 · @\\d+\nabc");
    assertThat(
            parley
                .call("session_send", "session", "told", "text", "PS1='other $ '; printf abc")
                .text())
        .matches("ready · exit code 0 · @\\d+\nabc\n[^\n]+");
    parley.call("session_close", "session", "told");
  }

  @Test
  void ofAScreenThatWasToldTheChangesFollow() {
    var parley = desk.client("--answers", "text");
    var start =
        parley.call(
            "session_start",
            "command",
            "vim -u NONE -N",
            "name",
            "changes",
            "cols",
            40,
            "rows",
            6,
            "timeout_ms",
            30_000);
    assertThat(start.text()).contains("screen 40×6, cursor row 0 col 0:\n");
    assertThat(parley.call("session_send", "session", "changes", "keys", List.of("i")).text())
        .matches("waiting · @\\d+\nchanged rows:\n5: -- INSERT --");
    assertThat(
            parley.call("session_send", "session", "changes", "text", "two", "enter", false).text())
        .matches("waiting · @\\d+\ncursor row 0 col 3, changed rows:\n0: two");
    assertThat(parley.call("session_read", "session", "changes", "view", "screen").text())
        .contains("screen 40×6, cursor row 0 col 3:\ntwo\n~\n~\n");
    var fields = desk.client("--answers", "structured");
    fields.call("session_read", "session", "changes");
    var typed =
        fields.call("session_send", "session", "changes", "text", "one", "enter", false).fields();
    assertThat(typed.path("screen").path("changed").toString()).isEqualTo("{\"0\":\"twoone\"}");
    parley.call("session_close", "session", "changes", "force", true);
  }

  @Test
  void aPieceOfADrawingIsNoPrompt() {
    var parley = desk.client("--answers", "both");
    for (var command : List.of("top -d 100", "dialog --menu Choose 15 40 4 1 One 2 Two")) {
      var drawn = parley.call("session_start", "command", command, "timeout_ms", 30_000);
      assertThat(drawn.fields().path("fullscreen").asBoolean()).as(drawn.text()).isTrue();
      assertThat(drawn.fields().has("prompt")).as(drawn.text()).isFalse();
      parley.call("session_close", "session", drawn.field("session"), "force", true);
    }
  }

  @Test
  void noCallWaitsLongerThanItsClientStays() {
    var parley = desk.client("--answers", "both", "--max-wait", "1");
    var start = parley.call("session_start", "command", "sleep 600", "timeout_ms", 600_000);
    assertThat(start.field("why")).isEqualTo("timeout");
    assertThat(start.field("hint")).contains("Waited 1 s");
  }

  @Test
  void imagesAreSentWhenAskedForAndSmall() {
    var parley = desk.client("--answers", "text");
    parley.call("session_start", "command", "exec cat", "name", "cat", "cols", 200);
    var plain = parley.call("session_read", "session", "cat").result().path("content");
    assertThat(plain.size()).isEqualTo(1);
    var content =
        parley.call("session_read", "session", "cat", "image", true).result().path("content");
    var png = Base64.getDecoder().decode(content.path(1).path("data").asString());
    assertThat(number(png, 16)).isEqualTo(800);
    assertThat(png[25]).as("colour type").isEqualTo((byte) 3);
  }

  private static int number(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }

  @Test
  void aQuestionToAPersonSaysWhatToTellThem() {
    var parley = desk.client("--answers", "text");
    var start =
        parley.call(
            "session_start",
            "command",
            "read -s -p 'PIN: ' x",
            "name",
            "pin",
            "timeout_ms",
            30_000);
    assertThat(start.text()).contains("tell your user to run `parley secret pin`");
    var asked = parley.call("session_ask", "session", "pin", "kind", "secret", "timeout_ms", 200);
    assertThat(asked.text()).startsWith("timed_out · secret · @").contains("parley secret pin");
  }
}
