package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many turns of typing a line and waiting for the probe to say that the program wants the next one:
 * at that moment the answer must be in the sink already.
 *
 * <p>{@code -Dparley.turns=1000} sets the turns for each program; {@code ./check} runs a hundred.
 */
class ProbeTurnsTest {
  private static final int TURNS = Integer.getInteger("parley.turns", 100);
  private static final long PATIENCE = 20_000_000_000L;

  /** A program to talk to, the line that asks for a number's successor, and how it is answered. */
  private record Partner(String name, String ask, String answer, List<String> command) {
    Partner(String name, String ask, String answer, String... command) {
      this(name, ask, answer, List.of(command));
    }
  }

  private static final String READ_AND_ADD = "while read x; do echo $((x + 1)); done";

  private static final List<Partner> PARTNERS =
      List.of(
          new Partner("python prompt", "%d + 1", "%d\r\n>>> ", "/usr/bin/python3"),
          new Partner(
              "python input()",
              "%d",
              "%d\r\n? ",
              "/usr/bin/python3",
              "-c",
              "while True: print(int(input('? ')) + 1)"),
          new Partner("cat", "%d", "", "cat"),
          new Partner("bash built-in", "echo $((%d + 1))", "%d\r\n", "bash", "--norc", "-i"),
          new Partner("bash fork", "/bin/echo $((%d + 1))", "%d\r\n", "bash", "--norc", "-i"),
          new Partner("bash pipeline", "echo $((%d + 1)) | cat", "%d\r\n", "bash", "--norc", "-i"),
          new Partner("dash", "echo $((%d + 1))", "%d\r\n$ ", "dash", "-i"),
          new Partner("sh script", "%d", "%d\r\n", "sh", "-c", READ_AND_ADD),
          new Partner("sqlite3", "select %d + 1;", "%d\r\n", "sqlite3"),
          new Partner("script relay", "%d", "%d\r\n", "script", "-qc", READ_AND_ADD, "/dev/null"),
          new Partner("sudo relay", "%d", "%d\r\n", "sudo", "sh", "-c", READ_AND_ADD));

  @Test
  @Timeout(600)
  void whoIsFoundWaitingHasAnsweredAlready() {
    var wrong = new ArrayList<String>();
    var turns = 0;
    try (var ptys = Ptys.open()) {
      for (var partner : PARTNERS) {
        if (ProbeSurveyTest.installed(partner.command.getFirst())) {
          converse(ptys, partner, wrong);
          turns += TURNS;
        }
      }
    }
    System.out.printf("turns: %d, of them false: %d%n", turns, wrong.size());
    assertThat(wrong).isEmpty();
    assertThat(turns).isGreaterThanOrEqualTo(8 * TURNS);
  }

  private static void converse(Ptys ptys, Partner partner, List<String> wrong) {
    var output = new Collected();
    var environment = Map.of("PATH", System.getenv("PATH"), "TERM", "dumb", "PS1", "$ ");
    var times = new long[TURNS];
    try (var pty =
        ptys.start(
            new Spawn(partner.command, environment, Path.of("/"), 80, 24, Limits.NONE), output)) {
      awaitInput(pty);
      for (var turn = 0; turn < TURNS; turn++) {
        var number = 1_000_000 + turn * 10;
        var from = output.size();
        var began = System.nanoTime();
        pty.type((partner.ask.formatted(number) + "\n").getBytes(StandardCharsets.UTF_8));
        var finding = awaitInput(pty);
        times[turn] = System.nanoTime() - began;
        var said = output.text().substring(from);
        if (!answered(partner, number, said)) {
          wrong.add("%s: %s after '%s'".formatted(partner.name, finding, said));
        }
      }
    }
    Arrays.sort(times);
    System.out.printf(
        "%-16s p50 %6d µs   p99 %6d µs%n",
        partner.name, times[TURNS / 2] / 1000, times[TURNS * 99 / 100] / 1000);
  }

  private static boolean answered(Partner partner, int number, String said) {
    return partner.answer.isEmpty()
        ? said.equals(number + "\r\n" + number + "\r\n") // echoed by the terminal, then by cat
        : said.contains(partner.answer.formatted(number + 1));
  }

  /** Asks again soon at first and then less often, as a session does. */
  private static Finding awaitInput(Pty pty) {
    var deadline = System.nanoTime() + PATIENCE;
    for (var pause = 20_000L; ; pause = Math.min(pause * 3 / 2, 2_000_000)) {
      var finding = pty.probe();
      if (finding.wantsInput()) {
        return finding;
      }
      if (finding.doing() == Doing.EXITED || System.nanoTime() > deadline) {
        throw new AssertionError("It never wanted input: " + finding);
      }
      LockSupport.parkNanos(pause);
    }
  }
}
