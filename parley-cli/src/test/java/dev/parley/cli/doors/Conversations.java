package dev.parley.cli.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What must go the same way through every door. */
final class Conversations {
  private Conversations() {}

  /** One conversation. */
  record Conversation(String name, Consumer<Stage> course) {}

  private static Conversation that(String name, Consumer<Stage> course) {
    return new Conversation(name, course);
  }

  private static final String DEAF = "trap '' HUP TERM INT; echo deaf; while :; do read -r x; done";

  static List<Conversation> all(Path folder) {
    return List.of(
        // --- turns ------------------------------------------------------------------------------
        that(
            "a line to python is answered",
            stage -> {
              stage.start("python3 -q").says("input waiting ‹>>> ›");
              stage.say("6 * 7").says("input waiting ‹>>> › «42⏎»");
            }),
        that(
            "a program without a prompt waits all the same",
            stage -> {
              stage.program("cat").says("input waiting");
              stage.say("hello").says("input waiting «hello⏎»");
            }),
        that(
            "several lines go to python one by one",
            stage -> {
              stage.start("python3 -q");
              stage.say("def f(x):\n  return x + 1\n").says("input waiting ‹>>> ›");
              stage.say("f(41)").says("input waiting ‹>>> › «42⏎»");
            }),
        that(
            "a shell's command has its own exit code",
            stage -> {
              stage.shell();
              var done = stage.say("(exit 3)").says("command ready ‹$ ›");
              assertThat(done.field("command").path("exit_code").asInt()).isEqualTo(3);
              assertThat(done.field("command").path("text").asString()).isEqualTo("(exit 3)");
            }),
        that(
            "an unfinished command waits for the rest",
            stage -> {
              stage.shell();
              stage.say("echo 'one").says("input waiting ‹> ›");
              stage.say("two'").says("command ready ‹$ › «one⏎two⏎»");
            }),
        that(
            "text is kept to the letter",
            stage -> {
              stage.program("cat");
              stage.say("äöü € 漢字 🙂").says("input waiting «äöü € 漢字 🙂⏎»");
            }),
        that(
            "text without Enter waits for more",
            stage -> {
              stage.program("cat");
              stage.say("half ", "enter", false, "timeout_ms", 2000, "until", List.of("change"));
              stage.say("whole").says("input waiting «half whole⏎»");
            }),
        that(
            "a paste is typed",
            stage -> {
              stage.program("cat");
              stage.send("paste", "pasted\n").says("input waiting «pasted⏎pasted⏎»");
            }),
        that(
            "a password prompt is secret",
            stage -> stage.start("read -rs -p 'PIN: ' p").says("input secret ‹PIN: ›")),
        // --- ends -------------------------------------------------------------------------------
        that(
            "a program that ends at once is answered with its code",
            stage -> stage.start("echo bye; exit 7").says("exit exited 7 «bye⏎»")),
        that(
            "a program that is killed says by what",
            stage -> stage.start("kill -KILL $$").says("exit exited SIGKILL")),
        that(
            "Ctrl-C ends what it should",
            stage -> {
              stage.start("exec sleep 1000", "timeout_ms", 0).says("timeout working");
              stage.keys("ctrl+c").says("exit exited SIGINT «^C»");
            }),
        that(
            "Ctrl-D is the end of input",
            stage -> {
              stage.program("cat");
              stage.keys("ctrl+d").says("exit exited 0");
            }),
        that(
            "a signal reaches the program in front",
            stage -> {
              stage.start("trap 'echo caught; exit 4' USR1; read -r x");
              stage.call("signal", "signal", "USR1");
              stage.read("until", List.of("exit"), "from", 0).says("exit exited 4 «caught⏎»");
            }),
        that(
            "what has ended can be read and not be typed into",
            stage -> {
              stage.start("echo last words");
              stage.say("more").says("refused exited");
              stage.read("from", 0).says("exit exited 0 «last words⏎»");
            }),
        that(
            "closing ends the program and says how",
            stage -> {
              stage.program("cat");
              assertThat(stage.call("session_close").text("state")).isEqualTo("exited");
              assertThat(stage.listed(true).text("state")).isEqualTo("exited");
            }),
        that(
            "force ends what is deaf to everything else",
            stage -> {
              stage.start(DEAF);
              assertThat(stage.call("session_close", "force", true).text("signal"))
                  .isEqualTo("SIGKILL");
            }),
        that(
            "closing twice is no mistake",
            stage -> {
              stage.program("cat");
              stage.call("session_close");
              assertThat(stage.call("session_close").text("state")).isEqualTo("exited");
            }),
        // --- waits ------------------------------------------------------------------------------
        that(
            "a pattern ends the wait, with its groups",
            stage ->
                assertThat(
                        stage
                            .start("echo port 8080 open; exec sleep 1000", "pattern", "port (\\d+)")
                            .line())
                    .startsWith("match working «port 8080 open⏎")
                    .endsWith("match port 8080 8080")),
        that(
            "running out of time is an answer, and reading goes on from there",
            stage -> {
              assertThat(stage.start("read -r x; echo later", "timeout_ms", 0).text("why"))
                  .isIn("timeout", "input");
              stage.say("go", "until", List.of("exit")).says("exit exited 0 «later⏎»");
            }),
        that(
            "silence ends a wait for silence",
            stage ->
                stage
                    .start("echo busy; exec sleep 1000", "until", List.of("quiet"), "quiet_ms", 700)
                    .says("quiet working «busy⏎»")),
        that(
            "a change of the screen ends a wait for one",
            stage -> {
              stage.program("cat");
              assertThat(stage.say("x", "until", List.of("change")).text("why"))
                  .isEqualTo("change");
            }),
        that(
            "the first of several sessions answers",
            stage -> {
              stage.start("exec sleep 1000", "timeout_ms", 0);
              stage.start("echo done");
              var first =
                  stage.call(
                      "session_read", "sessions", stage.sessions(), "until", List.of("exit"));
              assertThat(first.text("session")).isEqualTo(stage.session());
              assertThat(first.text("state")).isEqualTo("exited");
            }),
        that(
            "waiting for the floor ends at once while the agent has it",
            stage -> {
              stage.program("cat");
              stage.read("until", List.of("floor")).says("floor waiting");
            }),
        // --- guards -----------------------------------------------------------------------------
        that(
            "nothing is typed in another state than asked for",
            stage -> {
              stage.program("cat");
              stage.say("x", "if_state", "secret").says("guard waiting");
              stage.say("y", "if_state", "waiting").says("input waiting «y⏎»");
            }),
        that(
            "nothing is typed when something was printed since",
            stage -> {
              stage.program("cat");
              var seen = stage.say("one");
              stage.say("two", "if_offset", 0).says("guard waiting");
              stage.say("two", "if_offset", seen.number("to")).says("input waiting «two⏎»");
            }),
        // --- reading ----------------------------------------------------------------------------
        that(
            "reading consumes nothing",
            stage -> {
              stage.start("printf 'one\\ntwo\\n'; exec cat");
              stage.read("from", 0).says("input waiting «one⏎two⏎»");
              stage.read("from", 0).says("input waiting «one⏎two⏎»");
              stage.read("from", 5).says("input waiting «two⏎»");
            }),
        that(
            "the last lines can be read alone",
            stage -> {
              stage.start("seq 100; exec cat");
              stage.read("from", -2).says("input waiting «99⏎100⏎»");
            }),
        that(
            "offsets cover what was printed",
            stage -> {
              var seen = stage.start("printf 12345; exit");
              assertThat(seen.number("from")).isZero();
              assertThat(seen.number("to")).isEqualTo(5);
            }),
        that(
            "a long answer keeps head and tail and says what is missing",
            stage -> {
              var seen = stage.start("seq 100000", "max_tokens", 50);
              assertThat(seen.text("output")).startsWith("1\n2\n").endsWith("100000\n");
              assertThat(seen.field("omitted").path("bytes").asLong()).isGreaterThan(500_000);
            }),
        that(
            "no view shows nothing",
            stage -> stage.start("echo hidden", "view", "none").says("exit exited 0")),
        that(
            "the raw view has the escape sequences",
            stage ->
                assertThat(stage.start("printf '\\033[1mbold'", "view", "raw").text("output"))
                    .isEqualTo("\u001b[1mbold")),
        that(
            "the screen is as large as the terminal",
            stage -> {
              var seen = stage.start("exec cat", "view", "screen", "cols", 77, "rows", 11);
              assertThat(seen.field("screen").path("cols").asInt()).isEqualTo(77);
              assertThat(seen.field("screen").path("rows").asInt()).isEqualTo(11);
            }),
        that(
            "a full-screen program is told as such",
            stage -> {
              stage.start("seq 200 | less").says("input waiting fullscreen ‹:›");
              assertThat(stage.keys("q").text("state")).isEqualTo("exited");
            }),
        that(
            "a picture of the screen shows what it shows",
            stage -> {
              stage.start("printf '\\033[31mred\\033[0m words\\n'; exec cat");
              assertThat(stage.call("screen").text("text").strip()).isEqualTo("red words");
            }),
        that(
            "the whole text can be taken away",
            stage -> {
              stage.start("printf '\\033[32mgreen\\033[0m\\nand more\\n'");
              assertThat(stage.call("export").text("text").strip()).isEqualTo("green\nand more");
            }),
        // --- where and how ----------------------------------------------------------------------
        that(
            "a program has the environment it is given",
            stage ->
                stage
                    .start("echo \"$COLOUR\"", "env", Map.of("COLOUR", "blue and green"))
                    .says("exit exited 0 «blue and green⏎»")),
        that(
            "a program starts where it is told to",
            stage ->
                stage
                    .start("pwd -P", "cwd", folder.toString())
                    .says("exit exited 0 «%s⏎»".formatted(folder))),
        that(
            "a terminal has the size it is given",
            stage ->
                stage.start("stty size", "cols", 99, "rows", 33).says("exit exited 0 «33 99⏎»")),
        that(
            "a terminal that is resized tells its program",
            stage -> {
              stage.start("while read -r x; do stty size; done");
              stage.call("resize", "cols", 50, "rows", 20);
              stage.say("now").says("input waiting «20 50⏎»");
            }),
        that(
            "a name will do instead of an id, and so will its beginning",
            stage -> {
              var name = Stage.newName();
              stage.start("exec cat", "name", name).says("input waiting");
              assertThat(stage.call("session_read", "session", name).text("session"))
                  .isEqualTo(stage.session());
              var beginning = stage.session().substring(0, stage.session().length() - 1);
              assertThat(stage.call("session_read", "session", beginning).text("name"))
                  .isEqualTo(name);
            }),
        that(
            "what lives is listed, and what has ended only when asked for",
            stage -> {
              stage.program("cat");
              assertThat(stage.listed(false).text("state")).isEqualTo("waiting");
              assertThat(stage.listed(false).text("floor")).isEqualTo("agent");
              stage.keys("ctrl+d");
              assertThat(stage.listed(false).answer().isMissingNode()).isTrue();
              assertThat(stage.listed(true).text("state")).isEqualTo("exited");
              assertThat(stage.listed(true).number("exit_code")).isZero();
            }),
        // --- refusals ---------------------------------------------------------------------------
        that(
            "a session that is not there is not found",
            stage -> {
              stage.call("session_read", "session", "nobody").says("refused not_found");
              stage.call("session_close", "session", "nobody").says("refused not_found");
              stage
                  .call("resize", "session", "nobody", "cols", 80, "rows", 24)
                  .says("refused not_found");
            }),
        that(
            "a name that is taken is refused",
            stage -> {
              var name = Stage.newName();
              stage.start("exec cat", "name", name);
              stage.start("exec cat", "name", name).says("refused bad_input");
            }),
        that(
            "a folder that is not there is refused",
            stage -> stage.start("pwd", "cwd", "/no/such/folder").says("refused bad_input")),
        that(
            "a program that is not there is refused",
            stage -> stage.program("/no/such/program", "x").says("refused bad_input")),
        that(
            "a key that does not exist is refused, and nothing is typed",
            stage -> {
              stage.program("cat");
              stage.keys("ctrl+nothing").says("refused bad_input");
              stage.say("still there").says("input waiting «still there⏎»");
            }),
        that(
            "a pattern that cannot be read is refused, and nothing is typed",
            stage -> {
              stage.program("cat");
              stage.say("x", "pattern", "(").says("refused bad_input");
              stage.read("from", 0).says("input waiting");
            }),
        that(
            "a signal that does not exist is refused",
            stage -> {
              stage.program("cat");
              stage.call("signal", "signal", "NOISE").says("refused bad_input");
            }),
        that(
            "a size nobody can have is refused",
            stage -> {
              stage.program("cat");
              stage.call("resize", "cols", 0, "rows", 24).says("refused bad_input");
            }),
        that(
            "an end to wait for that does not exist is refused",
            stage -> {
              stage.program("cat");
              stage.say("x", "until", List.of("doomsday")).says("refused bad_input");
            }));
  }
}
