package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands by which people are called, and those for several agents side by side. */
@Timeout(180)
final class CalledIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static ParleyHome parley;

  @BeforeAll
  static void start() {
    parley = ParleyHome.in(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(parley.run("stop").code()).isZero();
  }

  private static void until(BooleanSupplier condition) {
    var deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static String attention(String session) throws Exception {
    return parley
        .run("list", "--json")
        .json()
        .path("sessions")
        .valueStream()
        .filter(one -> one.path("name").asString("").equals(session))
        .map(one -> one.path("attention").asString("none"))
        .findFirst()
        .orElse("none");
  }

  // --- notify ---------------------------------------------------------------------------------

  @Test
  void aProgramSaysWhatItNeedsFromInside() throws Exception {
    // Not before the start has been answered, which is a look at it.
    var go = folder.resolve("go-inside");
    parley.run(
        "start",
        "--name",
        "inside",
        "until [ -e '%s' ]; do sleep 0.02; done; '%s' notify --kind question --text 'May I?'; sleep 1000"
            .formatted(go, ParleyHome.PARLEY));
    Files.createFile(go);
    until(() -> said("inside", "question"));
    assertThat(parley.run("notify", "--session", "inside", "--kind", "none").code()).isZero();
    assertThat(attention("inside")).isEqualTo("none");

    var outside = parley.with(Map.of("PARLEY_SESSION", ""));
    var refused = outside.run("notify", "--kind", "done");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--session");
    assertThat(outside.run("notify", "--hook", "--kind", "done").code()).isZero();
    assertThat(outside.run("notify", "--session", "inside", "--kind", "wrong").code()).isEqualTo(2);
    parley.run("kill", "inside");
  }

  @Test
  void hooksPassOnASentence() throws Exception {
    parley.run("start", "--name", "hooked", "--wait", "--", "cat");
    var claude =
        parley.shell(
            "echo '{\"message\":\"May I use Bash?\"}' | PARLEY_SESSION=hooked parley notify --hook"
                + " --kind question");
    assertThat(claude.code()).as(claude.err()).isZero();
    assertThat(claude.out()).isEmpty();
    assertThat(attention("hooked")).isEqualTo("question");
    var codex =
        parley.shell(
            "PARLEY_SESSION=hooked parley notify --hook --kind done"
                + " '{\"type\":\"agent-turn-complete\",\"last-assistant-message\":\"Did it.\"}'");
    assertThat(codex.code()).as(codex.err()).isZero();
    assertThat(attention("hooked")).isEqualTo("done");
    var failed =
        parley.shell(
            "echo '{\"error\":\"overloaded\",\"last_assistant_message\":\"API Error: 529\"}' |"
                + " PARLEY_SESSION=hooked parley notify --hook --kind failed");
    assertThat(failed.code()).as(failed.err()).isZero();
    assertThat(attention("hooked")).isEqualTo("failed");
    parley.run("kill", "hooked");
  }

  private static boolean said(String session, String kind) {
    try {
      return attention(session).equals(kind);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  // --- alerts ---------------------------------------------------------------------------------

  @Test
  void alertsAreAddedTriedListedAndRemoved() throws Exception {
    var told = folder.resolve("told");
    var added =
        parley.run(
            "alert",
            "add",
            "--when",
            "failed,done",
            "--to",
            "command",
            "--",
            "sh",
            "-c",
            "echo $PARLEY_ALERT_KIND >> '%s'".formatted(told));
    assertThat(added.code()).as(added.err()).isZero();
    var id = added.out().strip();
    assertThat(parley.run("alert", "test", id).out()).contains("has called");
    assertThat(Files.readString(told)).isEqualTo("test\n");

    var bell = parley.run("alert", "add", "--when", "question", "--after", "30s", "--to", "bell");
    var rings = bell.out().strip();
    var tried = parley.run("alert", "test", rings);
    assertThat(tried.code()).isEqualTo(ExitCode.FAILED);
    assertThat(tried.err()).contains("no terminal is attached");
    assertThat(parley.run("alert", "list").out())
        .contains(id + "  failed,done  command sh -c")
        .contains(rings + "  question after 30s  bell")
        .contains("last failure: no terminal is attached");

    assertThat(parley.run("restart").code()).isZero();
    assertThat(parley.run("alert", "list").out()).contains(id, rings, "no terminal is attached");
    assertThat(parley.run("alert", "remove", id, rings).code()).isZero();
    assertThat(parley.run("alert", "list").out()).contains("No alerts");
    var wrong = parley.run("alert", "add", "--when", "question", "--to", "webhook", "nonsense");
    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("https://");
    assertThat(parley.run("alert").code()).isEqualTo(2);
  }

  /** A bus of its own with somebody on it who shows messages, and the real notify-send. */
  @Test
  void theDesktopOfWhoAddedTheRuleIsCalled() throws Exception {
    var script = Path.of(CalledIT.class.getResource("desktop.py").toURI()).toString();
    var desktop =
        new ProcessBuilder("dbus-run-session", "--", "/usr/bin/python3", script)
            .redirectError(folder.resolve("desktop.err").toFile())
            .start();
    try (var shown = desktop.inputReader();
        var _ = desktop.outputWriter()) {
      var bus = String.valueOf(shown.readLine());
      assertThat(bus).as(Files.readString(folder.resolve("desktop.err"))).startsWith("unix:");
      var there = parley.with(Map.of("DBUS_SESSION_BUS_ADDRESS", bus));
      var id = there.run("alert", "add", "--when", "failed", "--to", "desktop").out().strip();
      var telling =
          there.run("alert", "add", "--when", "done", "--with-text", "--to", "desktop").out();
      parley.run("start", "--name", "desk", "--wait", "--", "cat");
      parley.run("notify", "--session", "desk", "--kind", "failed", "--text", "-oops");
      assertThat(shown.readLine()).isEqualTo("Parley|desk has failed|");
      parley.run("notify", "--session", "desk", "--kind", "done", "--text", "-so it is");
      assertThat(shown.readLine()).isEqualTo("Parley|desk is done|-so it is");
      parley.run("alert", "remove", id, telling.strip());
      parley.run("kill", "desk");
    }
    assertThat(desktop.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aBellRingsWhileSomebodyIsAttachedToAnother() throws Exception {
    parley.run("start", "--name", "here", "--wait", "--", "cat");
    var id = parley.run("alert", "add", "--when", "failed", "--to", "bell").out().strip();
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 90, 10, "attach", "here");
      sees(person, "you are at here");
      var go = folder.resolve("go");
      parley.run(
          "start",
          "--name",
          "there",
          "until [ -e '%s' ]; do sleep 0.02; done; exit 1".formatted(go));
      Files.createFile(go);
      sees(person, "there has failed");
      while (!new String(person.bytes(0, person.lastOffset()), StandardCharsets.UTF_8)
          .contains("\007")) {
        person.await(Expectation.change().within(LONG));
      }
      person.send(Input.raw(new byte[] {0x1d}), Expectation.exit().within(LONG));
    }
    parley.run("alert", "remove", id);
    parley.run("kill", "here");
  }

  private static void sees(Session person, String text) {
    var deadline = System.nanoTime() + LONG.toNanos();
    while (!person.screen().text().contains(text)) {
      assertThat(System.nanoTime()).as(person.screen().text()).isLessThan(deadline);
      person.await(Expectation.change().within(Duration.ofSeconds(1)));
    }
  }

  // --- hooks ----------------------------------------------------------------------------------

  @Test
  void hooksOfClaudeAndCodexAreSetUpAndTakenOut() throws Exception {
    var home = Files.createDirectory(folder.resolve("home"));
    var there =
        parley.with(Map.of("HOME", home.toString(), "CODEX_HOME", "", "CLAUDE_CONFIG_DIR", ""));
    var settings = home.resolve(".claude/settings.json");
    Files.createDirectory(home.resolve(".claude"));
    var before = "{\n  \"model\": \"opus\"\n}\n";
    Files.writeString(settings, before);
    for (var again = 0; again < 2; again++) {
      var ran = there.run("config", "claude", "--install", "--hooks");
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(Files.readString(settings))
          .contains("\"model\": \"opus\"")
          .containsOnlyOnce("notify --hook --kind question")
          .containsOnlyOnce("notify --hook --kind done")
          .containsOnlyOnce("notify --hook --kind failed");
      assertThat(Files.readString(home.resolve(".claude.json"))).contains("mcpServers");
    }
    assertThat(there.run("config", "claude", "--remove", "--hooks").code()).isZero();
    assertThat(Files.readString(settings)).isEqualTo(before);
    assertThat(Files.readString(home.resolve(".claude.json"))).contains("parley");

    assertThat(there.run("config", "codex", "--install", "--hooks").code()).isZero();
    var toml = home.resolve(".codex/config.toml");
    assertThat(Files.readString(toml)).contains("notify = [", "[mcp_servers.parley]");
    assertThat(there.run("config", "codex", "--remove").code()).isZero();
    assertThat(Files.readString(toml)).doesNotContain("parley");
    assertThat(there.run("config", "zed", "--install", "--hooks").err()).contains("parley notify");

    assertThat(there.run("config", "cline", "--install").code()).isZero();
    assertThat(home.resolve(".cline/data/settings/cline_mcp_settings.json"))
        .content()
        .contains("mcpServers", "\"transport\"");
  }

  // --- read, start ----------------------------------------------------------------------------

  @Test
  void followingShowsOnlyLinesThatMatch() throws Exception {
    parley.run(
        "start", "--name", "lines", "printf 'one\\n\\033[31mtwo\\033[0m red\\nthree\\ntwo more'");
    var ran = parley.run("read", "lines", "--follow", "--grep", "^two");
    assertThat(ran.out()).isEqualTo("two red\ntwo more\n");
    assertThat(parley.run("read", "lines", "--follow", "--grep", "(").err()).contains("pattern");
  }

  @Test
  void aSessionHasAWorktreeOfItsOwn() throws Exception {
    var project = Files.createDirectory(folder.resolve("project"));
    assertThat(
            parley
                .shell(
                    "cd project && git init -q && git -c user.name=x -c user.email=x@example.org"
                        + " commit -q --allow-empty -m first")
                .code())
        .isZero();
    var started =
        parley.run(
            "start",
            "--cwd",
            project.toString(),
            "--name",
            "fix",
            "--worktree",
            "--wait",
            "pwd; cat");
    assertThat(started.code()).as(started.err()).isZero();
    var worktree = folder.resolve("project.worktrees/parley-fix");
    assertThat(started.out()).contains(worktree.toString());
    assertThat(parley.run("close", "fix").out()).contains("removed the worktree " + worktree);
    assertThat(worktree).doesNotExist();

    parley.run(
        "start",
        "--cwd",
        project.toString(),
        "--name",
        "dirty",
        "--worktree=wip",
        "--wait",
        "touch new; cat");
    assertThat(parley.run("close", "dirty").out()).contains("kept the worktree", "not committed");
    assertThat(folder.resolve("project.worktrees/wip/new")).exists();

    var nowhere = parley.run("start", "--cwd", "/", "--worktree", "--", "cat");
    assertThat(nowhere.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).contains("no git repository");
    var taken = parley.run("start", "--cwd", project.toString(), "--worktree=wip", "--", "cat");
    assertThat(taken.err()).contains("checked out at");
    var failed =
        parley.run(
            "start", "--cwd", project.toString(), "--worktree=lost", "--", "/does/not", "exist");
    assertThat(failed.code()).isNotZero();
    assertThat(folder.resolve("project.worktrees/lost")).doesNotExist();
  }
}
