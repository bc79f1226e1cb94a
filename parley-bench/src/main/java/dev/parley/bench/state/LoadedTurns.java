package dev.parley.bench.state;

import dev.parley.bench.Report;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many turns beside processes that do nothing but compute. In each turn another answer is asked
 * for, some of them after a moment's sleep or work; a turn that returns before its answer is there
 * is a false waiting.
 */
final class LoadedTurns {
  private static final Duration LONG = Duration.ofSeconds(60);

  /**
   * A program to hold a conversation with.
   *
   * @param line what is typed in a turn, with {@code %1$d} for its number
   * @param answer what must have been printed then
   * @param share how many parts of all turns it gets
   */
  private record Partner(
      String name, List<String> command, String line, String answer, int share) {}

  private static final String JITTER =
      """
      import time, sys, random
      while True:
        sys.stdout.write('? '); sys.stdout.flush()
        n = int(sys.stdin.readline()); r = random.random()
        end = time.process_time() + r * 0.004
        if r < 0.5: time.sleep(r * 0.02)
        while time.process_time() < end: pass
        print('<%d>' % (n + 1))
      """;

  /** As above, but it looks at its keyboard by an event loop and has a second thread. */
  private static final String EVENTS =
      """
      import asyncio, sys, random, threading
      loop = asyncio.new_event_loop()
      def work(n):
        sum(range(int(random.random() * 200000)))
        return n + 1
      async def turn(n):
        if n % 3 == 0: await asyncio.sleep(random.random() * 0.02)
        r = await loop.run_in_executor(None, work, n)
        print('<%d>' % r); sys.stdout.write('? '); sys.stdout.flush()
      def ready():
        loop.create_task(turn(int(sys.stdin.readline())))
      loop.add_reader(0, ready)
      sys.stdout.write('? '); sys.stdout.flush()
      loop.run_forever()
      """;

  private static final List<Partner> PARTNERS =
      List.of(
          new Partner("python3", List.of("python3", "-q"), "%1$d + 1", "%2$d", 4),
          new Partner(
              "bash",
              List.of("env", "PS1=$ ", "bash", "--norc", "--noprofile", "-i"),
              "echo $((%1$d + 1))",
              "%2$d",
              4),
          new Partner(
              "bash, a command", List.of("env", "PS1=$ ", "sh"), "expr %1$d + 1", "%2$d", 3),
          new Partner("sqlite3", List.of("sqlite3"), "select %1$d + 1;", "%2$d", 3),
          new Partner("node", List.of("node", "-i"), "%1$d + 1", "%2$d", 2),
          new Partner("python, sleeps and computes", py(JITTER), "%1$d", "<%2$d>", 3),
          new Partner("python, an event loop", py(EVENTS), "%1$d", "<%2$d>", 1));

  private static List<String> py(String program) {
    return List.of("python3", "-c", program);
  }

  /** What came of one partner's turns. */
  @SuppressWarnings("ArrayRecordComponent") // sorted once and never compared
  private record Played(Partner partner, double[] millis, int early, String first) {}

  private LoadedTurns() {}

  /** Plays so many turns beside so many busy loops, and returns how many were false. */
  static int play(int turns, int busy, String[] options)
      throws IOException, InterruptedException, ExecutionException {
    var loops = new ArrayList<Process>();
    try {
      for (var i = 0; i < busy; i++) {
        loops.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      return report(play(turns), busy, options);
    } finally {
      loops.forEach(Process::destroyForcibly);
    }
  }

  private static List<Played> play(int turns) throws InterruptedException, ExecutionException {
    var parts = PARTNERS.stream().mapToInt(Partner::share).sum();
    try (var sessions = Sessions.inProcess();
        var runners = Executors.newFixedThreadPool(PARTNERS.size())) {
      var running = new ArrayList<Future<Played>>();
      for (var partner : PARTNERS) {
        var count = (turns * partner.share() + parts - 1) / parts;
        running.add(runners.submit((Callable<Played>) () -> play(sessions, partner, count)));
      }
      var played = new ArrayList<Played>();
      for (var each : running) {
        played.add(each.get());
      }
      return played;
    }
  }

  private static Played play(Sessions sessions, Partner partner, int count) {
    try (var session = sessions.start(Launch.of(partner.command()))) {
      session.await(Expectation.input().within(LONG));
      var millis = new double[count];
      var early = 0;
      var first = "";
      for (var turn = 0; turn < count; turn++) {
        var number = 1000 + turn;
        var began = System.nanoTime();
        var answer =
            session.send(
                Input.line(partner.line().formatted(number)), Expectation.input().within(LONG));
        millis[turn] = (System.nanoTime() - began) / 1e6;
        var wanted = partner.answer().formatted(number, number + 1);
        if (!answer.state().wantsInput() || !answer.output().contains(wanted)) {
          early++;
          first = first.isEmpty() ? answer.verdict() + " before " + wanted : first;
          session.await(Expectation.text(wanted).within(LONG));
          session.await(Expectation.input().within(LONG));
        }
      }
      Arrays.sort(millis);
      return new Played(partner, millis, early, first);
    }
  }

  private static int report(List<Played> played, int busy, String[] options) throws IOException {
    var report = Report.of("state-load", "State under load");
    report.text(
        "Turns beside %d busy loops, all programs at once; a false one returned before its answer."
            .formatted(busy));
    report.header("program", "turns", "false", "p50", "p99");
    var turns = 0;
    var early = 0;
    for (var each : played) {
      turns += each.millis().length;
      early += each.early();
      report.row(
          each.partner().name(),
          "" + each.millis().length,
          "" + each.early() + (each.first().isEmpty() ? "" : " (" + each.first() + ")"),
          at(each.millis(), 50),
          at(each.millis(), 99));
    }
    report.row("**all**", "" + turns, "" + early, "", "");
    report.finish(options);
    return early;
  }

  private static String at(double[] sorted, int percent) {
    return String.format(Locale.ROOT, "%.1f ms", sorted[(sorted.length - 1) * percent / 100]);
  }
}
