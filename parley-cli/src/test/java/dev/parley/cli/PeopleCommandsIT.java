package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.ParleyHome.Ran;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Outcome;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a person who tries the command for the first time stumbles over. */
@Timeout(180)
final class PeopleCommandsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** As in a bare container. */
  private static final Map<String, String> NO_LOCALE =
      Map.of("LC_ALL", "C", "LANG", "", "LC_CTYPE", "");

  private static final Map<String, String> JVM = Map.of("PARLEY_JVM", "1");

  @TempDir static Path folder;

  private static ParleyHome parley;

  @BeforeAll
  static void start() throws Exception {
    parley = ParleyHome.in(folder);
    assertThat(parley.run("start", "--name", "py", "--wait", "--", "python3", "-q").code())
        .isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(parley.run("stop").code()).isZero();
  }

  // --- files ----------------------------------------------------------------------------------

  @Test
  void theEndingOfAFileSaysWhatIsPutThere() throws Exception {
    assertThat(parley.run("export", "py", "-o", "a.svg").code()).isZero();
    assertThat(Files.readString(folder.resolve("a.svg"))).startsWith("<svg");
    parley.run("export", "py", "-o", "a.TXT");
    assertThat(Files.readString(folder.resolve("a.TXT"))).startsWith(">>> ");
    parley.run("export", "py", "-o", "a.cast");
    assertThat(Files.readString(folder.resolve("a.cast"))).startsWith("{\"version\":2");
    parley.run("export", "py", "-o", "b.cast", "--format", "asciicast-v3");
    assertThat(Files.readString(folder.resolve("b.cast"))).startsWith("{\"version\":3");

    var unknown = parley.run("export", "py", "-o", "a.doc");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("'.doc'", ".svg", "--format");
    assertThat(folder.resolve("a.doc")).doesNotExist();

    assertThat(parley.run("screenshot", "py", "-o", "SHOT.PNG").code()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("SHOT.PNG"))).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void renderTakesAFile() throws Exception {
    Files.writeString(folder.resolve("bytes.raw"), "\033[31mfrom a file\033[m");
    assertThat(parley.run("render", "bytes.raw").out()).startsWith("from a file\n");
    assertThat(parley.run("render", "none.raw"))
        .isEqualTo(
            new Ran(
                1,
                "",
                "parley: There is no file or folder '%s'\n".formatted(folder.resolve("none.raw"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list",
        "read py",
        "explain py",
        "export py",
        "logs py",
        "status",
        "screenshot py",
        "help",
        "export py -o /dev/full",
        "report py -o /dev/full"
      })
  void whatCannotBeWrittenIsAFailure(String command) throws Exception {
    var ran = parley.shell("parley %s > /dev/full".formatted(command));
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("No space left on device");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "export py -o /dev/full"})
  void norCanItWithoutTheLauncher(String command) throws Exception {
    var ran = parley.with(JVM).shell("parley %s > /dev/full".formatted(command));
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("No space left on device");
  }

  // --- locale ---------------------------------------------------------------------------------

  @Test
  void whatIsTypedIsTakenAsItIsInEveryLocale() throws Exception {
    for (var way : List.of(NO_LOCALE, joined(NO_LOCALE, JVM))) {
      var home = ParleyHome.in(Files.createTempDirectory(folder, "c")).with(way);
      try {
        var umlauts = Files.createDirectory(home.folder().resolve("größe"));
        assertThat(
                home.run("run", "-n", "--", "sh", "-c", "echo \"$1:$LC_ALL\"", "sh", "naïve 日本")
                    .out())
            .isEqualTo("naïve 日本:C\n");
        assertThat(home.run("start", "--wait", "--cwd", umlauts.toString(), "pwd").out())
            .contains("größe");
        home.run("start", "--name", "cat", "--wait", "--", "cat");
        assertThat(home.run("send", "cat", "für @alle").out()).contains("für @alle");
        assertThat(home.run("export", "cat", "-o", "größe/ü.txt").code()).isZero();
        assertThat(umlauts.resolve("ü.txt")).exists();
      } finally {
        home.run("stop");
      }
    }
  }

  @Test
  void aJvmThatKnowsNoUtf8TakesItsArgumentsFromTheKernel() throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.parley.cli.Parley",
                "read",
                "größe"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(parley.environment());
    builder.environment().put("LC_ALL", "POSIX");
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).contains("There is no session 'größe'");
  }

  @Test
  void theMarksOfTheDoctorAreAsciiWhereTheLocaleIs() throws Exception {
    assertThat(parley.with(NO_LOCALE).run("doctor").out())
        .containsPattern("(?m)^  ok terminal")
        .matches("\\p{ASCII}*");
    assertThat(parley.with(Map.of("LC_ALL", "C.UTF-8")).run("doctor").out()).contains("✓ terminal");
  }

  private static Map<String, String> joined(Map<String, String> one, Map<String, String> other) {
    var all = new HashMap<>(one);
    all.putAll(other);
    return all;
  }

  // --- words ----------------------------------------------------------------------------------

  @Test
  void numbersAndTimesReadAsPeopleWriteThem() throws Exception {
    parley.run("start", "--name", "one", "--wait", "--", "cat");
    assertThat(parley.run("close", "one").out())
        .isEqualTo("one exited by SIGHUP; 1 process ended\n");
    var late = parley.run("run", "-n", "--name", "late", "--timeout", "1500ms", "sleep 1000");
    assertThat(late.code()).isEqualTo(4);
    assertThat(late.err()).contains("still runs after 1500ms").doesNotContain("PT");
    var killed = parley.run("kill", "nobody", "late"); // one that is not there keeps no other alive
    assertThat(killed.out()).startsWith("late exited by SIGKILL; ");
    assertThat(killed.err()).contains("There is no session 'nobody'");
    assertThat(killed.code()).isEqualTo(ExitCode.NO_SUCH_SESSION);
  }

  /** What only the code itself understands, and what no person would write so. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "(?:java|javax|jdk|sun|picocli|dev[.]parley|tools[.]jackson)[.][a-z]+[.][\\w.]*"
              + "|[A-Z]\\w*Exception"
              + "|\\bPT-?\\d[\\dHMS.]*"
              + "|\\d\\d:\\d\\d[.]\\d{4,}|\\d[.]\\d{7,}"
              + "|session_[a-z]+|terminal_[a-z_]+_tool"
              + "|(?<![\\w.,:/-])1 (?:alerts|bytes|calls|commands|days|events|files|hours|lines"
              + "|matches|minutes|nodes|processes|rules|seconds|sessions|times|tokens)\\b");

  /** They stay, or start a JVM for each use. */
  private static final Set<String> NOT_SWEPT =
      Set.of(
          "daemon", "demo", "doctor", "fleet", "mcp", "policy", "restart", "run", "serve", "stop",
          "warm-up");

  /** So many uses are one script. */
  private static final int AT_ONCE = 50;

  /**
   * Every command as a newcomer uses it: with nothing, with what is not there, with what has ended,
   * with too much, and with nonsense for each of its options.
   */
  @Test
  void noWordOfTheInsideReachesAPerson() throws Exception {
    var home = Files.createDirectory(folder.resolve("newcomer")).toString();
    var newcomer = parley.with(Map.of("HOME", home, "CODEX_HOME", "", "CLAUDE_CONFIG_DIR", ""));
    newcomer.run("start", "--name", "live", "--wait", "--", "cat");
    newcomer.run("start", "--name", "ended", "--wait", "true");
    var uses = new ArrayList<List<String>>();
    var unused =
        new CommandLines()
            .with(
                "",
                false,
                line -> {
                  collect(line, List.of(), uses);
                  return 0;
                });
    var leaks = new ArrayList<String>();
    for (var from = 0; from < uses.size(); from += AT_ONCE) {
      var script = new StringBuilder();
      for (var use : uses.subList(from, Math.min(uses.size(), from + AT_ONCE))) {
        script.append("echo '<<%1$s>>'; parley %1$s 2>&1\n".formatted(String.join(" ", use)));
      }
      for (var said : newcomer.shell(script.toString()).out().split("(?m)^<<")) {
        INSIDE
            .matcher(said)
            .results()
            .map(leak -> leak.group() + " in " + said)
            .findFirst()
            .ifPresent(leaks::add);
      }
    }
    assertThat(uses).hasSizeGreaterThan(300);
    assertThat(leaks).isEmpty();
  }

  private static void collect(CommandLine line, List<String> path, List<List<String>> uses) {
    var endings = new ArrayList<List<String>>(); // so that the live one lives for all others
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              var own = added(path, name);
              if (NOT_SWEPT.contains(String.join(" ", own))) {
                return;
              }
              collect(command, own, uses);
              var ends = name.equals("close") || name.equals("kill");
              var into = ends ? endings : uses;
              for (var words : List.of("", "nope", "live", "ended", "nope x y", "--nope")) {
                into.add(added(own, words.split(" ")));
              }
              for (var option : command.getCommandSpec().options()) {
                if (option.arity().max() > 0) {
                  into.add(added(own, "ended", option.longestName(), "%%"));
                } else if (option.longestName().equals("--json")) {
                  into.add(added(own, "live", "--json"));
                  into.add(added(own, "ended", "--json"));
                }
              }
            });
    uses.addAll(endings);
  }

  private static List<String> added(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).filter(word -> !word.isEmpty()).toList();
  }

  @Test
  void aSlipIsMetWithWhatWasMeant() throws Exception {
    assertThat(parley.run("lsit"))
        .isEqualTo(
            new Ran(
                2,
                "",
                """
                parley: There is no command 'lsit'
                  Did you mean 'list'? Run 'parley help' to see the commands
                """));
    assertThat(parley.run("list", "--jsn").err()).contains("no option '--jsn'", "'--json'");
    assertThat(parley.run("help", "satrt").err()).contains("Did you mean 'start'");
  }

  @Test
  void helpIsThereForEachCommand() throws Exception {
    assertThat(parley.run("help").out()).contains("attach", "rename", "logs", "kill");
    assertThat(parley.run("help", "start").out())
        .startsWith("Usage: parley start")
        .isEqualTo(parley.run("start", "--help").out());
    assertThat(parley.run("help", "token", "new").out()).startsWith("Usage: parley token new");
  }

  @Test
  void eachCommandHasAManualPageThatManReads() throws Exception {
    assertThat(parley.run("manual", "pages").code()).isZero();
    var commands = Pattern.compile("(?m)^  ([a-z]+) ").matcher(parley.run("help").out());
    assertThat(commands.results().map(found -> found.group(1)))
        .contains("start", "kill")
        .allSatisfy(name -> assertThat(folder.resolve("pages/parley-" + name + ".1")).exists());
    var read = parley.with(Map.of("LC_ALL", "C.UTF-8")).shell("man --warnings -l pages/*.1");
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).contains("PARLEY-START(1)", "--worktree", "parley start [");
  }

  // --- sessions -------------------------------------------------------------------------------

  @Test
  void aSessionHasAnotherNameAfterwardsAndForGood() throws Exception {
    parley.run("start", "--name", "before", "--wait", "--", "cat");
    assertThat(parley.run("rename", "before", "after").code()).isZero();
    assertThat(parley.run("list", "--names").out().lines())
        .contains("after")
        .doesNotContain("before");
    assertThat(parley.run("send", "after", "x", "--json").json().path("name").asString())
        .isEqualTo("after");
    parley.run("start", "--name", "taken", "--wait", "--", "cat");
    var refused = parley.run("rename", "after", "taken");
    assertThat(refused.err())
        .as("%s beside %s", refused, parley.run("list", "--all").out())
        .contains("The name taken belongs to session");
    assertThat(parley.run("rename", "after", "no good").code()).isEqualTo(2);

    parley.run("restart");
    assertThat(parley.run("send", "after", "still").out()).contains("still");
    parley.run("close", "after", "taken");
  }

  @Test
  void logsAreEverythingOrTheLastLines() throws Exception {
    parley.run("start", "--name", "counts", "--wait", "seq 1 30000; exit 3");
    assertThat(parley.run("logs", "counts").out().lines()).hasSize(30000);
    assertThat(parley.run("logs", "-n", "2", "counts").out()).isEqualTo("29999\n30000\n");
    assertThat(parley.run("logs", "-f", "-n", "2", "counts").out()).isEqualTo("29999\n30000\n");
    assertThat(parley.run("read", "counts", "--grep", "^2999.$").out().lines()).hasSize(10);
  }

  @Test
  void grepPrintsNothingButWhatMatches() throws Exception {
    parley.run("start", "--name", "asks", "--wait", "printf 'one\\ntwo\\nname? '; read answer");
    assertThat(parley.run("read", "asks", "--grep", "two").out()).isEqualTo("two\n");
    assertThat(parley.run("read", "asks", "--grep", "three").out()).isEmpty();
    parley.run("close", "asks");
  }

  @Test
  void aSecretIsNotAskedForWhereNothingWantsOne() throws Exception {
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 80, 10, "secret", "py");
      var end = person.await(Expectation.exit().within(LONG));
      assertThat(end.screen().text())
          .contains("Nothing in py asks for a secret now")
          .doesNotContain("Secret for py");
    }
  }

  @Test
  void pruneAsksAPersonAndRefusesAScript() throws Exception {
    parley.run("start", "--name", "over", "--wait", "true");
    var refused = parley.run("prune");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--yes");

    try (var terminals = Sessions.inProcess()) {
      var careful = parley.terminal(terminals, 80, 10, "prune");
      assertThat(careful.expect("Go on\\? \\[y/N\\] ", LONG)).isInstanceOf(Outcome.Met.class);
      careful.send(Input.line("n"), Expectation.exit().within(LONG));
      assertThat(careful.screen().text()).contains("nothing was removed");
      assertThat(parley.run("list", "--all", "--names").out()).contains("over");

      var sure = parley.terminal(terminals, 80, 10, "prune");
      assertThat(sure.expect("Go on\\? ", LONG)).isInstanceOf(Outcome.Met.class);
      sure.send(Input.line("y"), Expectation.exit().within(LONG));
      assertThat(parley.run("list", "--all", "--names").out()).doesNotContain("over");
    }
  }

  // --- completion -----------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void sessionsAreCompletedByTheirNames(String shell) throws Exception {
    parley.run("start", "--name", "unmistakable", "--wait", "--", "cat");
    var command = Files.createDirectories(folder.resolve("bin-" + shell)).resolve("parley");
    Files.writeString(command, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(ParleyHome.PARLEY));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    var script =
        Files.writeString(
            folder.resolve("completion." + shell), parley.run("completion", shell).out());
    var load =
        switch (shell) {
          case "zsh" -> "autoload -U compinit; compinit -D -u; source '%s'; PS1='> '";
          case "fish" -> "source '%s'; function fish_prompt; echo '> '; end";
          default -> "source '%s'; PS1='> '";
        };
    var words =
        switch (shell) {
          case "bash" -> new String[] {"bash", "--norc", "--noprofile", "-i"};
          case "zsh" -> new String[] {"zsh", "-f", "-i"};
          default -> new String[] {"fish", "--no-config"};
        };
    try (var terminals = Sessions.inProcess()) {
      var person =
          terminals.start(
              Launch.of(words)
                  .with(parley.environment())
                  .with(
                      Map.of(
                          "PATH",
                          folder.resolve("bin-" + shell) + ":" + System.getenv("PATH"),
                          "HOME",
                          folder.toString()))
                  .sized(100, 20));
      person.await(Expectation.input().within(LONG));
      person.send(Input.line(load.formatted(script)), Expectation.text("> ").within(LONG));
      assertThat(
              person
                  .send(
                      Input.raw("parley attach unmis\t".getBytes(StandardCharsets.US_ASCII)),
                      Expectation.text("unmistakable").within(LONG))
                  .why()
                  .wire())
          .isEqualTo("match");
    } finally {
      parley.run("kill", "unmistakable");
    }
  }
}
