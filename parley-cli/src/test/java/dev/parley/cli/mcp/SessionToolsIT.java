package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** The toolset {@code parley}: each tool, its defaults, limits and errors. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class SessionToolsIT {
  private static ParleyProcess parley;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    parley = ParleyProcess.start();
  }

  @AfterAll
  static void end() throws Exception {
    parley.close();
    assertThat(parley.noise).isEmpty();
  }

  private Talk talk(String command, Object... more) {
    return Talk.start(parley, folder, command, more);
  }

  // --- session_start --------------------------------------------------------------------------

  @Test
  void startAnswersWithTheFieldsOfATurnThatSaySomething() {
    try (var cat = talk("cat", "name", "the-cat")) {
      var fields = cat.opening.fields();
      assertThat(fields.propertyNames())
          .containsExactly(
              "session",
              "name",
              "why",
              "state",
              "confidence",
              "evidence",
              "output",
              "from",
              "to",
              "elapsed_ms");
      assertThat(fields.path("why").asString()).isEqualTo("input");
      assertThat(fields.path("confidence").asString()).isEqualTo("high");
      assertThat(fields.path("evidence").path(0).asString()).startsWith("kernel:");
    }
  }

  @Test
  void aTextCommandIsRunByTheShellAndAnArrayAsItIs() {
    var line = parley.call("session_start", "command", "echo $((1 + 1))");
    assertThat(line.output()).isEqualTo("2\n");
    assertThat(line.fields().path("exit_code").asInt(-1)).isZero();
    var array = parley.call("session_start", "command", List.of("echo", "$((1 + 1))"));
    assertThat(array.output()).isEqualTo("$((1 + 1))\n");
  }

  @Test
  void withoutACommandAShellComesUpAndTellsHowCommandsEnded() {
    try (var shell = Talk.shell(parley, folder)) {
      assertThat(shell.opening.field("why")).isEqualTo("command");
      var failed = shell.say("cd / && ls /nowhere");
      assertThat(failed.state()).isEqualTo("ready");
      assertThat(failed.output()).contains("/nowhere").doesNotContain("cd /");
      var command = failed.fields().path("command");
      assertThat(command.path("exit_code").asInt()).isEqualTo(2);
      assertThat(command.path("text").asString()).isEqualTo("cd / && ls /nowhere");
      assertThat(command.path("cwd").asString()).isEqualTo("/");
      assertThat(command.has("duration_ms")).isTrue();
    }
  }

  @Test
  void theTerminalIs120By40UnlessAskedOtherwise() {
    assertThat(parley.call("session_start", "command", "stty size").output()).isEqualTo("40 120\n");
    assertThat(
            parley.call("session_start", "command", "stty size", "cols", 80, "rows", 24).output())
        .isEqualTo("24 80\n");
  }

  @Test
  void environmentDirectoryShellAndLoginAreTaken() {
    var answer =
        parley.call(
            "session_start",
            "command",
            "echo $GREETING $PWD $0; shopt -q login_shell && echo login",
            "env",
            Map.of("GREETING", "hello"),
            "cwd",
            folder.toString(),
            "shell",
            "/bin/bash",
            "login",
            true);
    assertThat(answer.output()).isEqualTo("hello %s /bin/bash\nlogin\n".formatted(folder));
  }

  @Test
  void limitsHold() {
    var answer =
        parley.call("session_start", "command", "ulimit -n", "limits", Map.of("open_files", 77));
    assertThat(answer.output()).isEqualTo("77\n");
    var unknown = parley.call("session_start", "limits", Map.of("gold", 1));
    assertThat(unknown.code()).isEqualTo("bad_input");
    assertThat(unknown.text()).contains("memory_mb");
  }

  @Test
  void aSessionEndsWhenItsTimeIsUp() {
    var start = parley.call("session_start", "command", "cat", "max_lifetime_s", 1);
    var end =
        parley.call("session_read", "session", start.field("session"), "until", List.of("exit"));
    assertThat(end.state()).isEqualTo("exited");
  }

  @Test
  void whatCannotBeStartedIsRefusedWithAReason() {
    assertThat(parley.call("session_start", "command", List.of("/no/such/program")).code())
        .isEqualTo("bad_input");
    assertThat(parley.call("session_start", "command", "true", "cwd", "/no/such/folder").code())
        .isEqualTo("bad_input");
    assertThat(parley.call("session_start", "target", "ssh://-ada@example.org").code())
        .isEqualTo("bad_input");
    try (var cat = talk("cat", "name", "taken")) {
      var second = parley.call("session_start", "command", "cat", "name", "taken");
      assertThat(second.code()).isEqualTo("bad_input");
      assertThat(second.text()).contains(cat.id());
    }
  }

  // --- session_send ---------------------------------------------------------------------------

  @Test
  void textIsFollowedByEnterUnlessAskedOtherwise() {
    try (var cat = talk("cat")) {
      var half =
          parley.call(
              "session_send", "session", cat.id(), "text", "hel", "enter", false, "timeout_ms", 0);
      assertThat(half.refused()).isFalse();
      assertThat(cat.say("lo").output()).contains("hello\n");
    }
  }

  @Test
  void keysPastesAndSignalsReachTheProgram() {
    try (var cat = talk("cat")) {
      assertThat(parley.call("session_send", "session", cat.id(), "paste", "a\nb\n").output())
          .contains("b\n");
      assertThat(cat.keys("ctrl+d").state()).isEqualTo("exited");
    }
    try (var sleep = talk("sleep 600", "timeout_ms", 0)) {
      var end = parley.call("session_send", "session", sleep.id(), "signal", "TERM");
      assertThat(end.field("signal")).isEqualTo("SIGTERM");
      assertThat(end.fields().path("exit_code").asInt()).isEqualTo(143);
    }
  }

  @Test
  void exactlyOneThingIsTyped() {
    try (var cat = talk("cat")) {
      var none = parley.call("session_send", "session", cat.id());
      assertThat(none.code()).isEqualTo("bad_input");
      var two = parley.call("session_send", "session", cat.id(), "text", "x", "paste", "y");
      assertThat(two.text()).contains("text and paste");
      assertThat(
              parley
                  .call("session_send", "session", cat.id(), "keys", List.of("ctrl+banana"))
                  .code())
          .isEqualTo("bad_input");
      assertThat(parley.call("session_send", "session", cat.id(), "signal", "NOPE").code())
          .isEqualTo("bad_input");
      assertThat(parley.call("session_send", "session", cat.id(), "secret", "sudo").code())
          .isEqualTo("not_found");
    }
  }

  @Test
  void aGuardThatDoesNotHoldTypesNothing() {
    try (var cat = talk("cat")) {
      var guarded =
          parley.call("session_send", "session", cat.id(), "text", "x", "if_state", "secret");
      assertThat(guarded.field("why")).isEqualTo("guard");
      var offset = cat.opening.fields().path("to").asLong();
      var typed =
          parley.call("session_send", "session", cat.id(), "text", "y", "if_offset", offset);
      assertThat(typed.output()).isEqualTo("y\n");
      var late = parley.call("session_send", "session", cat.id(), "text", "z", "if_offset", offset);
      assertThat(late.field("why")).isEqualTo("guard");
      assertThat(cat.read("from", 0).output()).doesNotContain("x").doesNotContain("z");
    }
  }

  @Test
  void aPatternIsFoundWhileTheProgramWorks() {
    try (var talk = talk("echo port 8080 open; exec sleep 600", "pattern", "port (\\d+)")) {
      assertThat(talk.opening.field("why")).isEqualTo("match");
      var match = talk.opening.fields().path("match");
      assertThat(match.path("text").asString()).isEqualTo("port 8080");
      assertThat(match.path("groups").path(0).asString()).isEqualTo("8080");
    }
  }

  @Test
  void quietAndChangeEndAWaitToo() {
    try (var talk = talk("echo on; exec sleep 600", "until", List.of("quiet"), "quiet_ms", 50)) {
      assertThat(talk.opening.field("why")).isEqualTo("quiet");
    }
    try (var talk = talk("sleep 0.2; echo on; exec sleep 600", "until", List.of("change"))) {
      assertThat(talk.opening.field("why")).isEqualTo("change");
    }
  }

  @Test
  void runningOutOfTimeIsAnAnswer() {
    try (var talk = talk("exec sleep 600", "timeout_ms", 50)) {
      assertThat(talk.opening.refused()).isFalse();
      assertThat(talk.opening.field("why")).isEqualTo("timeout");
      assertThat(talk.opening.state()).isEqualTo("working");
      assertThat(talk.opening.text()).startsWith("working · why: timeout");
    }
  }

  @Test
  void badWaitsAreRefused() {
    assertThat(parley.call("session_start", "command", "true", "pattern", "(").code())
        .isEqualTo("bad_input");
    assertThat(parley.call("session_start", "command", "true", "until", List.of("match")).text())
        .contains("pattern");
    assertThat(parley.call("session_start", "command", "true", "until", List.of("never")).code())
        .isEqualTo("bad_input");
  }

  @Test
  void longOutputKeepsHeadAndTailAndTheMiddleCanBeRead() {
    var answer = parley.call("session_start", "command", "seq 5000", "max_tokens", 100);
    assertThat(answer.output()).startsWith("1\n2\n").endsWith("4999\n5000\n");
    assertThat(answer.output().length()).isLessThan(600);
    var omitted = answer.fields().path("omitted");
    var middle =
        parley.call(
            "session_read",
            "session",
            answer.field("session"),
            "from",
            omitted.path("from").asLong(),
            "max_tokens",
            100_000);
    assertThat(middle.output()).contains("\n2500\n");
  }

  // --- session_read ---------------------------------------------------------------------------

  @Test
  void aReadGoesOnWhereTheLastAnswerEnded() {
    try (var cat = talk("cat")) {
      assertThat(cat.say("one").output()).isEqualTo("one\n");
      assertThat(cat.read().output()).isEmpty();
      assertThat(cat.read("from", 0).output()).isEqualTo("one\none\n");
      assertThat(cat.read("from", -1).output()).isEqualTo("one\n");
    }
  }

  @Test
  void linesCanBePicked() {
    var end = parley.call("session_start", "command", "seq 100");
    var picked =
        parley.call("session_read", "session", end.field("session"), "from", 0, "grep", "^9.$");
    assertThat(picked.output().lines()).hasSize(10);
    assertThat(parley.call("session_read", "session", end.field("session"), "grep", "(").code())
        .isEqualTo("bad_input");
  }

  @Test
  void viewsShowTextScreenBytesOrNothing() {
    var end = parley.call("session_start", "command", "printf '\\033[1mbold\\033[0m\\n'");
    var session = end.field("session");
    assertThat(end.output()).isEqualTo("bold\n");
    assertThat(parley.call("session_read", "session", session, "from", 0, "view", "raw").output())
        .contains("\u001b[1mbold");
    var screen = parley.call("session_read", "session", session, "view", "screen");
    assertThat(screen.screen()).isEqualTo("bold");
    assertThat(screen.fields().path("screen").propertyNames())
        .containsExactly("cols", "rows", "lines", "cursor", "highlights", "title", "revision");
    assertThat(parley.call("session_read", "session", session, "from", 0, "view", "none").output())
        .isEmpty();
    assertThat(parley.call("session_read", "session", session, "view", "film").code())
        .isEqualTo("bad_input");
  }

  @Test
  void thePictureIsAPng() {
    var end = parley.call("session_start", "command", "echo picture");
    var seen =
        parley.call("session_read", "session", end.field("session"), "from", 0, "image", true);
    var image = seen.result().path("content").path(1);
    assertThat(image.path("mimeType").asString()).isEqualTo("image/png");
    assertThat(Base64.getDecoder().decode(image.path("data").asString()))
        .startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void theFirstOfManySessionsAnswers() {
    try (var slow = talk("exec sleep 600", "timeout_ms", 0);
        var quick = talk("sleep 0.2; echo done", "timeout_ms", 0)) {
      var first = parley.call("session_read", "sessions", List.of(slow.id(), quick.id()));
      assertThat(first.field("session")).isEqualTo(quick.id());
      assertThat(first.output()).isEqualTo("done\n");
      var other = first.fields().path("others").path(0);
      assertThat(other.path("session").asString()).isEqualTo(slow.id());
      assertThat(other.path("state").asString()).isEqualTo("working");
    }
  }

  @Test
  void anEndedSessionCanBeReadAndNotTypedInto() {
    var end = parley.call("session_start", "command", "echo last words; exit 7");
    var session = end.field("session");
    var read = parley.call("session_read", "session", session, "from", 0);
    assertThat(read.output()).isEqualTo("last words\n");
    assertThat(read.fields().path("exit_code").asInt()).isEqualTo(7);
    var typed = parley.call("session_send", "session", session, "text", "x");
    assertThat(typed.code()).isEqualTo("exited");
    assertThat(typed.refused()).isTrue();
    var error = typed.fields().path("error");
    assertThat(error.propertyNames()).containsExactly("code", "message", "try");
  }

  @Test
  void aSessionIsFoundByIdBeginningAndName() {
    try (var cat = talk("cat", "name", "findable")) {
      for (var reference : List.of(cat.id(), cat.id().substring(0, 6), "findable")) {
        assertThat(parley.call("session_read", "session", reference).field("session"))
            .isEqualTo(cat.id());
      }
    }
    assertThat(parley.call("session_read", "session", "nobody").code()).isEqualTo("not_found");
    assertThat(parley.call("session_read").code()).isEqualTo("bad_input");
  }

  // --- list, close, ask -----------------------------------------------------------------------

  @Test
  void theListHasWhatEachSessionIsDoing() {
    try (var cat = talk("cat", "name", "listed")) {
      var entry = entry(parley.call("session_list").fields(), cat.id());
      assertThat(entry.path("name").asString()).isEqualTo("listed");
      assertThat(entry.path("state").asString()).isEqualTo("waiting");
      assertThat(entry.path("command").asString()).isEqualTo("cat");
      assertThat(entry.propertyNames())
          .containsExactly(
              "session", "name", "state", "command", "foreground", "age_s", "idle_s", "floor");
    }
    var ended = parley.call("session_start", "command", "exit 5").field("session");
    assertThat(entry(parley.call("session_list").fields(), ended).isMissingNode()).isTrue();
    assertThat(
            entry(parley.call("session_list", "include_exited", true).fields(), ended)
                .path("exit_code")
                .asInt())
        .isEqualTo(5);
  }

  private static JsonNode entry(JsonNode fields, String session) {
    return fields.path("sessions").values().stream()
        .filter(entry -> entry.path("session").asString().equals(session))
        .findFirst()
        .orElse(fields.path("missing"));
  }

  @Test
  void closingEndsEverythingTheSessionStarted() throws Exception {
    var marker = folder.resolve("pid");
    var start =
        parley.call(
            "session_start",
            "command",
            "setsid sleep 600 & echo $! > '%s'; echo up; cat".formatted(marker));
    assertThat(start.state()).isEqualTo("waiting");
    var pid = Long.parseLong(Files.readString(marker).strip());
    var closed = parley.call("session_close", "session", start.field("session"));
    assertThat(closed.fields().path("processes").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(closed.state()).isEqualTo("exited");
    ProcessHandle.of(pid)
        .ifPresent(
            left -> {
              try {
                left.onExit().get(20, TimeUnit.SECONDS);
              } catch (Exception lives) {
                throw new AssertionError("the grandchild lives on", lives);
              }
            });
    assertThat(parley.call("session_close", "session", start.field("session")).refused()).isFalse();
  }

  @Test
  void forceEndsWhatIgnoresPoliteness() {
    var start =
        parley.call(
            "session_start",
            "command",
            "trap '' HUP TERM INT; echo deaf; while :; do read x; done");
    var closed = parley.call("session_close", "session", start.field("session"), "force", true);
    assertThat(closed.field("signal")).isEqualTo("SIGKILL");
  }

  @Test
  void askingAPersonIsAnsweredHonestlyWhereNoneCanReachTheSession() {
    try (var cat = talk("cat")) {
      var asked =
          parley.call("session_ask", "session", cat.id(), "kind", "secret", "message", "sudo");
      assertThat(asked.code()).isEqualTo("unsupported_here");
      assertThat(asked.fields().path("error").path("try").asString()).isNotEmpty();
    }
  }
}
