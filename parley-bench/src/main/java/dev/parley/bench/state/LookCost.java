package dev.parley.bench.state;

import com.sun.management.ThreadMXBean;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/** What one look at a session costs, and how long a turn takes: without peers, in a minute. */
public final class LookCost {
  private static final int WARM = 3000;

  private record Partner(String name, List<String> command, String line, String answer) {}

  private static final List<Partner> PARTNERS =
      List.of(
          new Partner("cat", List.of("cat"), "hello", "hello"),
          new Partner(
              "bash",
              List.of("env", "PS1=$ ", "bash", "--norc", "--noprofile", "-i"),
              "echo $((6*7))",
              "42"),
          new Partner("python3", List.of("python3", "-q"), "6*7", "42"),
          new Partner("node", List.of("node", "-i"), "6*7", "42"));

  private LookCost() {}

  public static void main(String... options) {
    var looks = options.length > 0 ? Integer.parseInt(options[0]) : 20_000;
    System.out.println(
        "| program | a look, µs of processor time | bytes allocated | turn p50 | p99 | false |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (var partner : PARTNERS) {
      measure(partner, looks);
    }
  }

  private static void measure(Partner partner, int looks) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of(partner.command()))) {
      session.await(Expectation.input());
      var early = 0;
      var micros = new double[WARM];
      for (var round = 0; round < 2; round++) {
        for (var turn = 0; turn < WARM; turn++) {
          var began = System.nanoTime();
          var answer = session.send(Input.line(partner.line()));
          micros[turn] = (System.nanoTime() - began) / 1e3;
          early += answer.output().contains(partner.answer()) ? 0 : 1;
        }
      }
      Arrays.sort(micros);
      for (var look = 0; look < looks; look++) {
        session.verdict();
      }
      var bytes = threads.getCurrentThreadAllocatedBytes();
      var cpu = threads.getCurrentThreadCpuTime();
      for (var look = 0; look < looks; look++) {
        session.verdict();
      }
      System.out.printf(
          "| %s | %.1f | %d | %.0f µs | %.0f µs | %d |%n",
          partner.name(),
          (threads.getCurrentThreadCpuTime() - cpu) / 1e3 / looks,
          (threads.getCurrentThreadAllocatedBytes() - bytes) / looks,
          micros[WARM / 2],
          micros[WARM * 99 / 100],
          early);
    }
  }
}
