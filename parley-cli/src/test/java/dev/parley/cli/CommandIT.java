package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Exit;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Outcome;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built command with a daemon of its own, as a person or a script uses it. */
@Timeout(120)
final class CommandIT {
  private static final String PARLEY =
      Path.of("..", "parley").toAbsolutePath().normalize().toString();
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir static Path home;

  /** What a command printed, and its exit code. */
  private record Ran(int code, String out, String err) {
    JsonNode json() {
      return new JsonMapper().readTree(out);
    }
  }

  @BeforeAll
  static void startSessionsThatMostTestsShare() throws Exception {
    assertThat(parley("start", "--name", "py", "--wait", "--", "python3", "-q").code()).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(parley("stop").code()).isZero();
    assertThat(parley("status").code()).isEqualTo(1);
  }

  @Test
  void sendPrintsTheAnswerAndListShowsTheSession() throws Exception {
    var sent = parley("send", "py", "6 * 7");
    assertThat(sent.out()).isEqualTo("42\n>>> \n");
    assertThat(sent.err()).startsWith("parley: waiting · ").contains("session py");

    var listed = parley("list");
    assertThat(listed.out()).containsPattern("(?m)^ID +NAME +STATE +AGE +IDLE +PROGRAM$");
    assertThat(listed.out()).containsPattern("(?m)^\\w+ +py +waiting +.*python3");
    assertThat(listed.out()).doesNotContain("\u001b");

    var id = parley("list", "--json").json().path("sessions").path(0).path("session").asString();
    var read = parley("read", id.substring(0, 6), "--json").json();
    assertThat(read.path("name").asString()).isEqualTo("py");
    assertThat(read.path("output").asString()).contains("42");
  }

  @Test
  void runStreamsTheOutputAndExitsWithTheCommandsCode() throws Exception {
    var ran = parley("run", "sh", "-c", "echo one; echo two; exit 7");
    assertThat(ran).isEqualTo(new Ran(7, "one\ntwo\n", ""));

    var json = parley("run", "--json", "echo $((40 + 2))");
    assertThat(json.code()).isZero();
    assertThat(json.json().path("output").asString()).isEqualTo("42\n");
  }

  @Test
  void aPolicyIsTriedForThoseWhoExist() throws Exception {
    var tried = parley("policy", "try", "--as", "nobody", "--", "true");

    assertThat(tried.code()).isEqualTo(2);
    assertThat(tried.out()).contains("people, parley, tricode, unified-exec, terminal");
  }

  @Test
  void runPassesOnWhatIsPipedIntoIt() throws Exception {
    assertThat(parleyReading("b\na\nb\n", "run", "--", "sort"))
        .isEqualTo(new Ran(0, "a\nb\nb\n", ""));
    assertThat(parleyReading("no line end", "run", "--", "cat").out()).isEqualTo("no line end");
    assertThat(parleyReading("", "run", "cat; exit 5")).isEqualTo(new Ran(5, "", ""));
    assertThat(parleyReading("ignored\n", "run", "-n", "echo only this").out())
        .isEqualTo("only this\n");

    var much = "a line of forty characters, and no more.\n".repeat(50_000);
    assertThat(parleyReading(much, "run", "--", "wc", "-c").out().strip())
        .isEqualTo("" + much.length());

    var tooLong = parleyReading("x".repeat(5000) + "\n", "run", "--", "cat");
    assertThat(tooLong.code()).isNotZero();
    assertThat(tooLong.err()).contains("line mode");
  }

  @Test
  void runAtATerminalIsAConversation() throws Exception {
    try (var terminals = Sessions.inProcess()) {
      var person =
          terminals.start(
              Launch.of(
                      PARLEY,
                      "run",
                      "read -p 'Name? ' name; echo \"Hello $name\"; stty size; read end; exit 6")
                  .with(environment())
                  .sized(61, 17));
      assertThat(person.expect("Name\\? ", LONG)).isInstanceOf(Outcome.Met.class);
      person.send(Input.line("Ada"), Expectation.text("17 61").within(LONG));
      assertThat(person.screen().text()).contains("Name? Ada\nHello Ada\n17 61\n");

      var end = person.send(Input.line(""), Expectation.exit().within(LONG));
      assertThat(end.state()).isEqualTo(new SessionState.Exited(new Exit.Code(6)));
    }
  }

  @Test
  void attachPutsWhatHasScrolledAwayIntoTheTerminalsOwnScrollback() throws Exception {
    parley("start", "--name", "long", "--wait", "seq 1 90; read line");
    try (var terminals = Sessions.inProcess()) {
      var person =
          terminals.start(Launch.of(PARLEY, "attach", "long").with(environment()).sized(70, 20));
      assertThat(person.expect("(?s)90\\s", LONG)).isInstanceOf(Outcome.Met.class);
      var above = person.sight(200).above().replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
      assertThat(above.lines().map(String::strip)).containsSubsequence("1", "2", "3", "60");
    }
    parley("close", "long");
  }

  @Test
  void exitCodesTellWhatWentWrong() throws Exception {
    var unknown = parley("read", "nobody");
    assertThat(unknown.code()).isEqualTo(3);
    assertThat(unknown.out()).isEmpty();
    assertThat(unknown.err()).contains("nobody").contains("parley list --all");

    assertThat(parley("send", "py", "--key", "no+such+key").code()).isEqualTo(2);
    assertThat(parley("send").err()).contains("parley send --help");
    assertThat(parley("wait", "py", "--until", "exit", "--timeout", "200ms").code()).isEqualTo(4);
    assertThat(parley("send", "py", "1", "--if-state", "secret").code()).isEqualTo(1);
  }

  @Test
  void aShellIsShownAsWhatWasAskedFor() throws Exception {
    for (var shell : List.of("bash", "fish")) {
      assertThat(parley("start", "--name", shell, "--wait", "--shell", shell).code()).isZero();
      assertThat(parley("list").out())
          .containsPattern("(?m)^\\w+ +" + shell + " +ready .* (/\\S*/)?" + shell + "$");
      parley("close", shell);
    }
  }

  @Test
  void startKeepsToLimits() throws Exception {
    assertThat(parley("start", "--wait", "--limit", "open_files=77", "ulimit -n").out())
        .endsWith("\n77\n");
    var unknown = parley("start", "--limit", "open_fils=77", "true");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("open_fils", "open_files");
  }

  @Test
  void waitReturnsTheFirstOfManyAndCloseEndsThem() throws Exception {
    parley("start", "--name", "slow", "--", "sleep", "1000");
    parley("start", "--name", "quick", "exit 3");

    assertThat(parley("wait", "slow", "quick", "--until", "exit").out())
        .isEqualTo("quick exited 3\n");
    assertThat(parley("close", "slow").out()).startsWith("slow exited by SIG");
    assertThat(parley("list", "--all").out())
        .containsPattern("slow +exited by SIG\\w+, closed by \\w+");
    assertThat(parley("list").out()).doesNotContain("slow");
  }

  @Test
  void aStateIsExplainedAndReportedWithoutSecrets() throws Exception {
    parley("start", "--name", "asks", "--wait", "printf 'token=abc123\\nname? '; read answer");

    var explained = parley("explain", "asks").out();
    assertThat(explained).startsWith("waiting, high confidence: ").contains("(kernel-sure)");
    assertThat(explained).containsPattern("thread \\d+ read: terminal");
    assertThat(parley("explain", "asks", "--json").out()).contains("\"rule\":\"kernel-sure\"");

    var file = home.resolve("report.txt");
    assertThat(parley("report", "asks", "-o", file.toString()).code()).isZero();
    assertThat(Files.readString(file))
        .contains("kernel-sure", "name?", "token=[masked]", "cursor in row 1, column 6")
        .doesNotContain("abc123");
    parley("close", "asks");
  }

  @Test
  void picturesAndRecordingsCanBeTakenAndPlayed() throws Exception {
    parley("start", "--name", "shown", "--wait", "printf '\\033[31mred\\033[0m\\n'");

    var png = home.resolve("shown.png");
    assertThat(parley("screenshot", "shown", "-o", png.toString()).code()).isZero();
    assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
    assertThat(parley("screenshot", "shown").out()).isEqualTo("red\n");

    assertThat(parley("export", "shown", "--format", "text").out()).isEqualTo("red\n");
    assertThat(parley("export", "shown", "--format", "raw").out())
        .isEqualTo("\u001b[31mred\u001b[0m\r\n");
    assertThat(parley("export", "shown", "--format", "html").out()).contains(">red");
    assertThat(parley("export", "shown", "--format", "tape").code()).isEqualTo(2);

    var cast = home.resolve("shown.cast");
    assertThat(parley("export", "shown", "-o", cast.toString()).code()).isZero();
    assertThat(Files.readString(cast)).startsWith("{\"version\":2");
    assertThat(parley("replay", cast.toString(), "--speed", "100").out()).contains("red");
  }

  @Test
  void aSecretIsTypedUnseenAndNeverShown() throws Exception {
    parley("start", "--name", "asks", "--wait", "read -rs -p 'Password: ' p; echo \"[$p]\"");

    assertThat(parley("read", "asks", "--json").json().path("state").asString())
        .isEqualTo("secret");
    assertThat(parleyReading("hunter2hunter2\n", "secret", "asks").code()).isZero();
    assertThat(parley("wait", "asks", "--until", "exit").code()).isZero();
    assertThat(parley("export", "asks", "--format", "raw").out())
        .contains("[")
        .doesNotContain("hunter2hunter2");
  }

  @Test
  void pruneRemovesWhatHasEndedBeyondWhatIsToBeKept() throws Exception {
    for (var name : List.of("first", "second", "third")) {
      parley("start", "--name", name, "--wait", "true");
    }
    assertThat(
            parley("prune", "--older-than", "1d", "--yes", "--json").json().path("removed").asInt())
        .isZero();
    assertThat(parley("prune", "--keep", "1", "--yes").out()).startsWith("Sessions removed: ");
    var left = parley("list", "--all").out();
    assertThat(left).contains("py").doesNotContain("first", "second");
    var status = parley("status", "--json").json();
    assertThat(status.path("ended_sessions").asInt()).isEqualTo(1);
    assertThat(status.path("kept").path("most_ended_sessions").asInt()).isEqualTo(500);
    assertThat(parley("prune", "--max-bytes", "much").code()).isEqualTo(2);
  }

  @Test
  void aRestartKeepsTheSessions() throws Exception {
    parley("start", "--name", "kept", "--wait", "--", "cat");
    var before = parley("status", "--json").json().path("daemon").path("pid").asLong();

    assertThat(parley("restart").code()).isZero();

    assertThat(parley("status", "--json").json().path("daemon").path("pid").asLong())
        .isNotEqualTo(before);
    assertThat(parley("send", "kept", "still here").out()).contains("still here");
  }

  @Test
  void attachIsAFullTerminalThatCanBeLeftAndWatched() throws Exception {
    parley("start", "--name", "shared", "--wait", "--", "sh");
    try (var terminals = Sessions.inProcess()) {
      var person =
          terminals.start(Launch.of(PARLEY, "attach", "shared").with(environment()).sized(72, 19));
      var watcher =
          terminals.start(
              Launch.of(PARLEY, "attach", "--read-only", "shared")
                  .with(environment())
                  .sized(72, 19));
      // Drawn, a prompt has no blank behind it.
      assertThat(watcher.expect("[$#]", LONG)).isInstanceOf(Outcome.Met.class);
      assertThat(person.expect("[$#]", LONG)).isInstanceOf(Outcome.Met.class);

      person.send(Input.line("stty size"), Expectation.text("19 72").within(LONG));
      assertThat(person.screen().text()).contains("19 72");
      assertThat(watcher.expect("19 72", LONG)).isInstanceOf(Outcome.Met.class);

      person.resize(66, 15);
      person.send(
          Input.line("until [ \"$(stty size)\" = '15 66' ]; do sleep 0.1; done; echo resi''zed"),
          Expectation.text("resized").within(LONG));
      assertThat(person.screen().text()).contains("resized");

      var left = person.send(Input.raw(new byte[] {0x1d}), Expectation.exit().within(LONG));
      assertThat(left.state()).isInstanceOf(SessionState.Exited.class);
      assertThat(left.output()).contains("left session shared");

      assertThat(parley("send", "shared", "exit 4").code()).isZero();
      watcher.await(Expectation.exit().within(LONG));
      assertThat(watcher.screen().text()).contains("[session shared has ended]");
    }
  }

  @Test
  void attachNeedsATerminal() throws Exception {
    var refused = parley("attach", "py");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("parley read --follow");
  }

  @Test
  void completionIsAScriptForBash() throws Exception {
    var script = home.resolve("completion.bash");
    Files.writeString(script, parley("completion").out());

    var checked = new ProcessBuilder("bash", "-n", script.toString()).start();
    assertThat(checked.waitFor()).isZero();
    assertThat(Files.readString(script)).contains("screenshot");
  }

  private static Map<String, String> environment() {
    return Map.of("PARLEY_HOME", home.toString(), "PARLEY_NO_BUILD", "1");
  }

  private static Ran parley(String... words) throws IOException, InterruptedException {
    return parleyReading("", words);
  }

  private static Ran parleyReading(String stdin, String... words)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(PARLEY));
    command.addAll(List.of(words));
    var out = Files.createTempFile(home, "out", "");
    var err = Files.createTempFile(home, "err", "");
    var in = Files.writeString(Files.createTempFile(home, "in", ""), stdin);
    var builder =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment());
    var process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(String.join(" ", command) + " does not end");
    }
    return new Ran(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
