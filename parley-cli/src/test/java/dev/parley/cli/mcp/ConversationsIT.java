package dev.parley.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.OwnPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Conversations with real programs through MCP alone. No call names a prompt or waits for a time:
 * each returns when the program is ready for the next turn.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class ConversationsIT {
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

  private String run(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  @Test
  void python() {
    try (var python = talk("python3 -q")) {
      assertThat(python.opening.state()).isEqualTo("waiting");
      assertThat(python.opening.prompt()).isEqualTo(">>> ");
      assertThat(python.say("x = 6").output()).isEmpty();
      assertThat(python.say("x * 7").output()).isEqualTo("42\n");
      assertThat(python.say("def f(a):").prompt()).isEqualTo("... ");
      assertThat(python.say("  return a + 1").prompt()).isEqualTo("... ");
      assertThat(python.say("").prompt()).isEqualTo(">>> ");
      assertThat(python.say("f(1)").output()).isEqualTo("2\n");
      var input = python.say("name = input('Who? ')");
      assertThat(input.prompt()).isEqualTo("Who? ");
      assertThat(python.say("Ada").prompt()).isEqualTo(">>> ");
      assertThat(python.say("name").output()).isEqualTo("'Ada'\n");
      var end = python.say("exit(3)");
      assertThat(end.state()).isEqualTo("exited");
      assertThat(end.fields().path("exit_code").asInt()).isEqualTo(3);
    }
  }

  @Test
  void node() {
    try (var node = talk("node")) {
      assertThat(node.opening.prompt()).isEqualTo("> ");
      assertThat(node.say("[1, 2, 3].map(x => x * 2)").output()).contains("[ 2, 4, 6 ]");
      assertThat(node.say("await Promise.resolve('later')").output()).contains("'later'");
      assertThat(node.say(".exit").state()).isEqualTo("exited");
    }
  }

  @Test
  void sqlite() {
    try (var sqlite = talk("sqlite3 notes.db")) {
      assertThat(sqlite.opening.prompt()).isEqualTo("sqlite> ");
      assertThat(sqlite.say("create table note(id, text);").output()).isEmpty();
      assertThat(sqlite.say("insert into note values (1, 'one'),").prompt()).contains("...>");
      assertThat(sqlite.say("(2, 'two');").prompt()).isEqualTo("sqlite> ");
      assertThat(sqlite.say("select * from note;").output()).isEqualTo("1|one\n2|two\n");
      assertThat(sqlite.say(".quit").state()).isEqualTo("exited");
    }
  }

  @Test
  void postgres() throws Exception {
    try (var postgres = Servers.postgres();
        var psql = talk("psql " + postgres.address(), "env", Map.of("PAGER", "less"))) {
      assertThat(psql.opening.prompt()).isEqualTo("postgres=# ");
      assertThat(psql.say("select 6 * 7").prompt()).isEqualTo("postgres-# ");
      assertThat(psql.say("as answer;").output()).contains("answer").contains("42");
      // A long answer goes to a pager, which wants a key first.
      var pager = psql.say("select generate_series(1, 500);");
      assertThat(pager.state()).isEqualTo("waiting");
      assertThat(pager.screen()).contains("generate_series").doesNotContain("500");
      assertThat(psql.keys("q").prompt()).isEqualTo("postgres=# ");
      assertThat(psql.say("\\q").state()).isEqualTo("exited");
    }
  }

  @Test
  void redis() throws Exception {
    try (var redis = Servers.redis();
        var client = talk("redis-cli -s " + redis.address())) {
      assertThat(client.say("set greeting hello").output()).contains("OK");
      assertThat(client.say("get greeting").output()).contains("\"hello\"");
      assertThat(client.say("quit").state()).isEqualTo("exited");
    }
  }

  @Test
  void gdb() throws Exception {
    Files.writeString(
        folder.resolve("sum.c"),
        """
        #include <stdio.h>

        int sum(int n) {
          int total = 0;
          for (int i = 1; i <= n; i++)
            total += i;
          return total;
        }

        int main(void) {
          printf("%d\\n", sum(4));
          return 0;
        }
        """);
    run("cc", "-g", "-O0", "-o", "sum", "sum.c");
    try (var gdb = talk("gdb -q -nx ./sum", "env", Map.of("DEBUGINFOD_URLS", ""))) {
      assertThat(gdb.opening.prompt()).isEqualTo("(gdb) ");
      assertThat(gdb.say("break sum").output()).contains("Breakpoint 1");
      assertThat(gdb.say("run").output()).contains("Breakpoint 1, sum (n=4)");
      assertThat(gdb.say("next").output()).contains("for (int i = 1");
      assertThat(gdb.say("print total").output()).isEqualTo("$1 = 0\n");
      assertThat(gdb.say("bt").output()).contains("#1").contains("main");
      assertThat(gdb.say("continue").output()).contains("10").contains("exited normally");
      assertThat(gdb.say("quit").state()).isEqualTo("exited");
    }
  }

  private void repository() throws Exception {
    run("git", "init", "-q", "-b", "main");
    run("git", "config", "user.name", "Ada");
    run("git", "config", "user.email", "ada@example.org");
  }

  private void commit(String message) throws Exception {
    run("git", "add", "-A");
    run("git", "commit", "-q", "-m", message);
  }

  @Test
  void gitRebase() throws Exception {
    repository();
    for (var name : List.of("one", "two", "three")) {
      Files.writeString(folder.resolve(name), name);
      commit(name);
    }
    try (var rebase = talk("git rebase -i HEAD~2", "env", Map.of("GIT_EDITOR", "vim -u NONE -N"))) {
      assertThat(rebase.opening.fields().path("fullscreen").asBoolean()).isTrue();
      assertThat(rebase.opening.screen()).contains("pick").contains("two").contains("three");
      assertThat(rebase.keys("d", "d").screen()).doesNotContain("two");
      var end = rebase.say(":wq");
      assertThat(end.state()).isEqualTo("exited");
      assertThat(end.fields().path("exit_code").asInt()).isZero();
    }
    assertThat(run("git", "log", "--format=%s")).isEqualTo("three\none\n");
  }

  @Test
  void gitAddInPieces() throws Exception {
    repository();
    var lines = IntStream.rangeClosed(1, 40).mapToObj(Integer::toString).toList();
    Files.writeString(folder.resolve("list"), String.join("\n", lines) + "\n");
    commit("list");
    var changed = new ArrayList<>(lines);
    changed.set(0, "first");
    changed.set(39, "last");
    Files.writeString(folder.resolve("list"), String.join("\n", changed) + "\n");
    try (var add = talk("git add -p")) {
      assertThat(add.opening.output() + add.opening.prompt()).contains("+first");
      assertThat(add.opening.prompt()).contains("Stage this hunk");
      assertThat(add.say("y").output()).contains("+last");
      assertThat(add.say("n").state()).isEqualTo("exited");
    }
    assertThat(run("git", "diff", "--cached")).contains("+first").doesNotContain("+last");
  }

  @Test
  void vim() throws Exception {
    try (var vim = talk("vim -u NONE -N letter.txt")) {
      assertThat(vim.opening.fields().path("fullscreen").asBoolean()).isTrue();
      assertThat(vim.keys("i").screen()).contains("-- INSERT --");
      assertThat(vim.say("Dear Ada,").screen()).contains("Dear Ada,");
      assertThat(vim.keys("h", "i", "escape").screen()).contains("hi");
      assertThat(vim.say(":wq").state()).isEqualTo("exited");
    }
    assertThat(Files.readString(folder.resolve("letter.txt"))).isEqualTo("Dear Ada,\nhi\n");
  }

  @Test
  void less() throws Exception {
    Files.writeString(
        folder.resolve("log"),
        String.join("\n", IntStream.rangeClosed(1, 300).mapToObj(n -> "line " + n).toList()));
    try (var less = talk("less log")) {
      assertThat(less.opening.screen()).contains("line 1\n").doesNotContain("line 100");
      assertThat(less.keys("space").screen()).contains("line 45");
      assertThat(less.say("/line 222").screen()).contains("line 222");
      assertThat(less.keys("q").state()).isEqualTo("exited");
    }
  }

  @Test
  void packageManager() {
    var aptGet = String.join(" ", OwnPackages.aptGet(folder.resolve("packages")));
    try (var apt = talk(aptGet + " remove sample", "env", Map.of("LC_ALL", "C"))) {
      assertThat(apt.opening.state()).isEqualTo("waiting");
      assertThat(apt.opening.prompt()).contains("Do you want to continue?");
      var end = apt.say("n");
      assertThat(end.output()).contains("Abort.");
      assertThat(end.fields().path("exit_code").asInt()).isEqualTo(1);
    }
  }

  @Test
  void installerMenu() {
    try (var menu =
        talk(
            "choice=$(whiptail --menu 'Which one?' 12 40 3 a Apple b Banana c Cherry"
                + " 3>&1 1>&2 2>&3); echo chosen: $choice",
            "env",
            Map.of("TERM", "xterm-256color"))) {
      var opening = menu.opening;
      assertThat(opening.state()).isEqualTo("waiting");
      var screen = menu.read("view", "screen");
      assertThat(screen.screen()).contains("Which one?").contains("Banana");
      var unused = menu.keys("down");
      var end = menu.keys("enter");
      assertThat(end.state()).isEqualTo("exited");
      assertThat(menu.read("from", -1).output()).contains("chosen: b");
    }
  }

  @Test
  void npmInit() throws Exception {
    try (var npm = talk("npm init", "env", Map.of("npm_config_update_notifier", "false"))) {
      assertThat(npm.opening.prompt()).startsWith("package name:");
      assertThat(npm.say("parley-test").prompt()).startsWith("version:");
      var answer = npm.say("2.0.0");
      while (answer.state().equals("waiting") && !answer.prompt().startsWith("Is this OK?")) {
        answer = npm.say("");
      }
      assertThat(answer.output()).contains("\"version\": \"2.0.0\"");
      assertThat(npm.say("yes").state()).isEqualTo("exited");
    }
    assertThat(Files.readString(folder.resolve("package.json"))).contains("parley-test");
  }

  @Test
  void password() {
    try (var login =
        talk("python3 -c \"import getpass; print(len(getpass.getpass('Password: ')))\"")) {
      assertThat(login.opening.state()).isEqualTo("secret");
      assertThat(login.opening.prompt()).isEqualTo("Password: ");
      assertThat(login.opening.field("hint")).contains("session_ask");
      var end = login.say("abc123");
      assertThat(end.output().strip()).isEqualTo("6");
      assertThat(end.text()).doesNotContain("abc123");
    }
  }

  @Test
  void sshKeygen() throws Exception {
    try (var keygen = talk("ssh-keygen -t ed25519 -C test -f key")) {
      assertThat(keygen.opening.state()).isEqualTo("secret");
      assertThat(keygen.say("open sesame").state()).isEqualTo("secret");
      var end = keygen.say("open sesame");
      assertThat(end.state()).isEqualTo("exited");
      assertThat(end.fields().path("exit_code").asInt()).isZero();
    }
    assertThat(Files.readString(folder.resolve("key.pub"))).contains("ssh-ed25519");
  }

  @Test
  void jobControl() {
    try (var bash = Talk.shell(parley, folder)) {
      assertThat(bash.opening.state()).isEqualTo("ready");
      var working =
          parley.call("session_send", "session", bash.id(), "text", "sleep 600", "timeout_ms", 200);
      assertThat(working.field("why")).isEqualTo("timeout");
      assertThat(working.state()).isEqualTo("working");
      var stopped = bash.keys("ctrl+z");
      assertThat(stopped.state()).isEqualTo("ready");
      assertThat(stopped.output()).contains("Stopped");
      assertThat(bash.say("bg").output()).contains("sleep 600 &");
      assertThat(bash.say("jobs").output()).contains("Running");
      var failed = bash.say("kill %1; wait; false");
      assertThat(failed.fields().path("command").path("exit_code").asInt()).isEqualTo(1);
      assertThat(bash.say("exit").state()).isEqualTo("exited");
    }
  }

  @Test
  void top() {
    try (var top = talk("top -d 100")) {
      var screen = top.read("view", "screen", "pattern", "PID", "from", 0);
      assertThat(screen.screen()).contains("load average").contains("PID");
      assertThat(top.keys("q").state()).isEqualTo("exited");
    }
  }
}
