package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/**
 * Conversations with processes and the five requirements: what that document says, point by point.
 * What it opens up is tried with real programs in {@link ConversationsIT} and {@link RemoteIT} too.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class FiveRequirementsDocumentIT {
  private static Desk desk;
  private static ParleyProcess parley;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    desk = Desk.open();
    parley = desk.client();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  private Talk talk(String command, Object... more) {
    return Talk.start(parley, folder, command, more);
  }

  @Nested
  class Definition {
    @Test
    @DisplayName("Spawn a persistent process, send input incrementally, respond to prompts")
    void conversation() {
      try (var talk = talk("read -p 'first? ' a; read -p \"second, $a? \" b; echo $a $b")) {
        assertThat(talk.opening.prompt()).isEqualTo("first? ");
        assertThat(talk.say("one").prompt()).isEqualTo("second, one? ");
        assertThat(talk.say("two").output()).isEqualTo("one two\n");
      }
    }

    @Test
    @DisplayName("Send a line, read the response, decide what to say next based on what came back")
    void decide() {
      try (var talk =
          talk(
              "n=7; while read -p 'guess: ' g; do [ $g -lt $n ] && echo more || { [ $g -gt $n ] &&"
                  + " echo less || { echo yes; exit; }; }; done")) {
        var low = 0;
        var high = 100;
        var answer = talk.opening;
        while (answer.state().equals("waiting")) {
          var guess = (low + high) / 2;
          answer = talk.say("" + guess);
          if (answer.output().contains("more")) {
            low = guess;
          } else {
            high = guess;
          }
        }
        assertThat(answer.output()).contains("yes");
      }
    }
  }

  @Nested
  class Requirements {
    @Test
    @DisplayName("1 Session creation: a process with a terminal, alive across interactions")
    void creation() {
      try (var python = talk("python3 -q")) {
        python.say("import os; p = os.getpid(); x = 6");
        assertThat(python.say("os.isatty(0), p == os.getpid(), x * 7").output())
            .isEqualTo("(True, True, 42)\n");
      }
    }

    @Test
    @DisplayName("2 Send input: Ctrl+C, Ctrl+D, arrow keys, Enter")
    void keys() {
      try (var bash = Talk.shell(parley, folder)) {
        var sleeping =
            parley.call(
                "session_send", "session", bash.id(), "text", "sleep 600", "timeout_ms", 300);
        assertThat(sleeping.state()).isEqualTo("working");
        assertThat(bash.keys("ctrl+c").state()).isEqualTo("ready");
        bash.say("echo up-$((1 + 1))");
        assertThat(bash.keys("up", "enter").output()).contains("up-2");
        assertThat(bash.keys("ctrl+d").state()).isEqualTo("exited");
      }
    }

    @Test
    @DisplayName("3 Read output: what it prints in real time, not just when it exits")
    void realTime() {
      var start =
          parley.call(
              "session_start",
              "command",
              "echo begun; sleep 600",
              "pattern",
              "begun",
              "timeout_ms",
              30_000);
      assertThat(start.field("why")).isEqualTo("match");
      assertThat(start.state()).isEqualTo("working");
      assertThat(start.output()).isEqualTo("begun\n");
      parley.call("session_close", "session", start.field("session"), "force", true);
    }

    @Test
    @DisplayName("4 State awareness: waiting for input, still producing output, finished")
    void states() {
      try (var talk = talk("read x; while [ ! -e stop ]; do echo on; sleep 0.05; done; exit 3")) {
        assertThat(talk.opening.state()).isEqualTo("waiting");
        var producing =
            parley.call("session_send", "session", talk.id(), "text", "go", "timeout_ms", 300);
        assertThat(producing.state()).isEqualTo("working");
        var end = parley.call("session_start", "command", "touch stop", "cwd", folder.toString());
        assertThat(end.state()).isEqualTo("exited");
        var finished = talk.read("until", List.of("exit"), "timeout_ms", 40_000);
        assertThat(finished.state()).isEqualTo("exited");
        assertThat(finished.fields().path("exit_code").asInt()).isEqualTo(3);
      }
    }

    @Test
    @DisplayName("5 Session management: several at once, switch, close")
    void several() {
      try (var one = talk("python3 -q");
          var two = talk("python3 -q")) {
        one.say("x = 1");
        two.say("x = 2");
        assertThat(one.say("x").output()).isEqualTo("1\n");
        assertThat(two.say("x").output()).isEqualTo("2\n");
        var list = parley.call("session_list").fields().path("sessions");
        assertThat(list.values().stream().map(each -> each.path("session").asString()).toList())
            .contains(one.id(), two.id());
      }
    }

    @Test
    @DisplayName("5 Session management: resume, from another client and after a restart")
    void resume() throws Exception {
      try (var own = Desk.open()) {
        var first = own.client();
        var session =
            first
                .call("session_start", "command", List.of("python3", "-q"), "name", "py")
                .field("session");
        first.call("session_send", "session", session, "text", "x = 6 * 7");
        assertThat(first.end()).isZero();
        var second = own.client();
        assertThat(second.call("session_send", "session", "py", "text", "x").output())
            .isEqualTo("42\n");
        own.kill();
        assertThat(second.call("session_send", "session", "py", "text", "x + 1").output())
            .isEqualTo("43\n");
        assertThat(second.call("session_read", "session", "py").output()).isEmpty();
      }
    }
  }

  @Nested
  class Covers {
    @Test
    @DisplayName("Debuggers: breakpoints, variables, steps")
    void debugger() throws Exception {
      java.nio.file.Files.writeString(
          folder.resolve("sum.py"), "def f(n):\n    t = n * 2\n    return t\n\nprint(f(21))\n");
      try (var pdb = talk("python3 -m pdb sum.py")) {
        assertThat(pdb.opening.prompt()).isEqualTo("(Pdb) ");
        pdb.say("break 3");
        assertThat(pdb.say("continue").output()).contains("return t");
        assertThat(pdb.say("p t").output()).isEqualTo("42\n");
        assertThat(pdb.say("next").state()).isEqualTo("waiting");
      }
    }

    @Test
    @DisplayName("REPLs: persistent sessions with state")
    void repl() {
      try (var node = talk("node")) {
        node.say("let x = 21");
        assertThat(node.say("x * 2").output()).contains("42");
      }
    }

    @Test
    @DisplayName("Database consoles: queries and schemas")
    void database() {
      try (var sqlite = talk("sqlite3 notes.db")) {
        sqlite.say("create table note(id, text);");
        sqlite.say("insert into note values (1, 'one');");
        assertThat(sqlite.say("select * from note;").output()).isEqualTo("1|one\n");
        assertThat(sqlite.say(".schema").output()).contains("CREATE TABLE note");
      }
    }

    @Test
    @DisplayName("Package managers and installers: menus too, with what is highlighted")
    void menus() {
      for (var program : List.of("whiptail", "dialog")) {
        try (var menu =
            talk(
                "choice=$(%s --menu 'Which one?' 12 40 3 a Apple b Banana c Cherry 3>&1 1>&2 2>&3); echo chosen: $choice"
                    .formatted(program),
                "env",
                Map.of("TERM", "xterm-256color"))) {
          assertThat(menu.opening.fields().path("fullscreen").asBoolean()).as(program).isTrue();
          var screen = menu.read("view", "screen");
          assertThat(screen.screen()).as(program).contains("Which one?").contains("Banana");
          assertThat(highlights(screen.fields())).as(program).contains("Apple");
          var unused = menu.keys("down");
          assertThat(highlights(menu.read("view", "screen").fields()))
              .as(program)
              .contains("Banana");
          var end = menu.keys("enter");
          assertThat(end.state()).isEqualTo("exited");
        }
      }
    }

    private static String highlights(JsonNode fields) {
      return fields.path("screen").path("highlights").toString();
    }

    @Test
    @DisplayName("Git interactive operations: patch-mode staging, interactive rebase")
    void git() {
      try (var shell = talk("exec bash --norc")) {
        shell.say("git init -q && git config user.name A && git config user.email a@example.org");
        shell.say("git config core.editor 'vim -u NONE -N'; echo one > f; git add f");
        shell.say("git commit -qm one; echo two > f; git commit -qam two; echo three > f");
        assertThat(shell.say("git add -p").prompt()).contains("Stage this hunk");
        shell.say("y");
        shell.say("git commit -qm three");
        assertThat(shell.say("git rebase -i HEAD~2").screen()).contains("pick").contains("two");
        shell.keys("d", "d");
        shell.say(":wq");
        shell.say("git rebase --abort 2>/dev/null; true");
        assertThat(shell.say("git log --format=%s").output()).contains("three");
      }
    }

    @Test
    @DisplayName("Git interactive operations: conflict resolution")
    void conflict() {
      try (var shell = talk("exec bash --norc", "env", Map.of("GIT_EDITOR", "true"))) {
        shell.say("git init -q -b main; git config user.name A; git config user.email a@b.example");
        shell.say("echo base > f; git add f; git commit -qm base; git checkout -qb side");
        shell.say("echo side > f; git commit -qam side; git checkout -q main");
        shell.say("echo main > f; git commit -qam main");
        assertThat(shell.say("git rebase side").output()).contains("CONFLICT");
        assertThat(shell.say("cat f").output()).contains("<<<<<<<").contains(">>>>>>>");
        shell.say("echo both > f; git add f");
        assertThat(shell.say("git rebase --continue").output()).contains("Successfully rebased");
        assertThat(shell.say("git log --format=%s").output()).isEqualTo("main\nside\nbase\n");
      }
    }

    @Test
    @DisplayName("Any process that expects back-and-forth human input")
    void anything() {
      try (var bc = talk("bc -q")) {
        assertThat(bc.say("6 * 7").output()).isEqualTo("42\n");
      }
    }
  }
}
