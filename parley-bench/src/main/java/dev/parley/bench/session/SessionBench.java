package dev.parley.bench.session;

import dev.parley.bench.Figures;
import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Turns, draining and idle sessions of the engine in this process, beside a C program that does the
 * same with nothing in between, and beside the ways others wait.
 *
 * <p>Options: {@code --turns N} (10000), {@code --drain MIB} (256), {@code --idle N} (1000), {@code
 * --write}.
 */
public final class SessionBench {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Odd, so that one is in the middle; one alone differs from the next by a sixth. */
  private static final int DRAINS = 7;

  /** A program to hold a conversation with. */
  private record Partner(
      String name, List<String> command, String line, String answer, String prompt) {}

  private static final List<Partner> PARTNERS =
      List.of(
          new Partner("python3", List.of("python3", "-q"), "1+1", "2", ">>> "),
          new Partner("node", List.of("node", "-i"), "1+1", "2", "> "),
          new Partner("sqlite3", List.of("sqlite3"), "select 1+1;", "2", "sqlite> "),
          new Partner(
              "bash",
              List.of("env", "PS1=ready> ", "bash", "--norc", "--noprofile", "-i"),
              "echo $((1+1))",
              "2",
              "ready> "),
          new Partner("gdb", List.of("gdb", "-q", "-nx"), "print 1+1", "$", "(gdb) "),
          new Partner("cat", List.of("cat"), "hello", "hello", ""));

  private final Figures figures =
      Figures.of(
          "turns",
          "A line typed to a program until its answer is there, in microseconds, by who waits for it.",
          "program",
          "way",
          "turns",
          "p50_us",
          "p99_us");
  private final Path tools;

  private SessionBench(Path tools) {
    this.tools = tools;
  }

  public static void main(String[] options) throws IOException, InterruptedException {
    var tools = Files.createTempDirectory("parley-bench-");
    var bench = new SessionBench(tools);
    bench.unpack("direct.c");
    bench.unpack("peers.py");
    bench.tool(
        "cc",
        "-O2",
        "-o",
        tools.resolve("direct").toString(),
        tools.resolve("direct.c").toString(),
        "-lutil");

    var report = Report.of("session", "Sessions: turns, draining, idling");
    bench.turns(report, Options.number(options, "--turns", 10_000));
    bench.drain(report, Options.number(options, "--drain", 256));
    bench.idle(report, Options.number(options, "--idle", 1000));
    report.finish(options);
    bench.figures.finish("session", options);
  }

  // --- turns ----------------------------------------------------------------------------------

  private void turns(Report report, int count) throws IOException, InterruptedException {
    report.text(
        "A turn types a line and returns with the answer. *Direct* is C that knows the prompt and reads until it"
            + " stands there: the program's own time. Parley is told no prompt. Times are p50 / p99 in µs;"
            + " *beyond* is Parley's p50 less the direct one; *false* counts answers that came back without their"
            + " output.");
    report.header(
        "program",
        "turns",
        "direct",
        "Parley",
        "beyond",
        "false",
        "pexpect, prompt known",
        "pexpect as it comes",
        "tmux, settled 100 ms",
        "quiet 100 ms");
    for (var partner : PARTNERS) {
      var direct = lines(direct("turns", partner, count));
      var falls = new int[1];
      var ours = parley(partner, count, falls);
      var pexpect = lines(peer("pexpect", partner, Math.min(count, 1000)));
      var slow = lines(peer("pexpect-default", partner, 20));
      var tmux = lines(peer("tmux", partner, 10));
      var quiet = quiet(partner, 10);
      keep(partner, "direct", direct);
      keep(partner, "Parley", ours);
      keep(partner, "pexpect with the prompt known", pexpect);
      keep(partner, "pexpect as it comes", slow);
      keep(partner, "tmux settled 100 ms", tmux);
      keep(partner, "quiet 100 ms", quiet);
      report.row(
          partner.name(),
          String.valueOf(count),
          both(direct),
          both(ours),
          String.format(Locale.ROOT, "%.0f", at(ours, 50) - at(direct, 50)),
          String.valueOf(falls[0]),
          both(pexpect) + times(pexpect, ours),
          both(slow) + times(slow, ours),
          both(tmux) + times(tmux, ours),
          both(quiet) + times(quiet, ours));
    }
  }

  private void keep(Partner partner, String way, double[] times) {
    if (times.length > 0) {
      figures.row(partner.name(), way, times.length, at(times, 50), at(times, 99));
    }
  }

  private static double[] parley(Partner partner, int count, int[] falls) {
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of(partner.command()))) {
      session.await(Expectation.input());
      for (var warm = 0; warm < Math.min(2000, count); warm++) {
        session.send(Input.line(partner.line()));
      }
      var times = new double[count];
      for (var turn = 0; turn < count; turn++) {
        var start = System.nanoTime();
        var answer = session.send(Input.line(partner.line()));
        times[turn] = (System.nanoTime() - start) / 1e3;
        if (!answer.output().contains(partner.answer()) || !answer.state().wantsInput()) {
          falls[0]++;
        }
      }
      return times;
    }
  }

  private static double[] quiet(Partner partner, int count) {
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of(partner.command()))) {
      session.await(Expectation.input());
      var times = new double[count];
      for (var turn = 0; turn < count; turn++) {
        var start = System.nanoTime();
        session.send(Input.line(partner.line()), Expectation.quiet(Duration.ofMillis(100)));
        times[turn] = (System.nanoTime() - start) / 1e3;
      }
      return times;
    }
  }

  // --- draining -------------------------------------------------------------------------------

  private void drain(Report report, int mebibytes) throws IOException, InterruptedException {
    var file = tools.resolve("lines");
    var line = "x".repeat(79) + "\n";
    try (var out = Files.newBufferedWriter(file)) {
      for (var written = 0L; written < (long) mebibytes << 20; written += line.length()) {
        out.write(line);
      }
    }
    report.text(
        "`cat` of %d MiB in lines of 80, through one terminal, %d times in turns; Parley keeps the journal and the screen, C only reads."
            .formatted(mebibytes, DRAINS));
    report.header("", "MB/s, median", "of C", "from to");
    var plain = new double[DRAINS];
    var ours = new double[DRAINS];
    drained(file); // compiles
    for (var round = 0; round < DRAINS; round++) {
      var words =
          tool(tools.resolve("direct").toString(), "drain", "cat", file.toString()).split(" ");
      plain[round] = Double.parseDouble(words[0]) / Double.parseDouble(words[1].strip()) / 1e6;
      ours[round] = drained(file);
    }
    Arrays.sort(plain);
    Arrays.sort(ours);
    drainRow(report, "C read loop", plain, plain);
    drainRow(report, "Parley", ours, plain);
  }

  private static void drainRow(Report report, String who, double[] rates, double[] plain) {
    var middle = rates[DRAINS / 2];
    report.row(
        who,
        "%.0f".formatted(middle),
        "%.2f".formatted(middle / plain[DRAINS / 2]),
        "%.0f to %.0f".formatted(rates[0], rates[DRAINS - 1]));
  }

  private static double drained(Path file) {
    try (var sessions = Sessions.inProcess()) {
      var start = System.nanoTime();
      var session = sessions.start(Launch.of("cat", file.toString()));
      var turn = session.await(Expectation.exit().within(Duration.ofMinutes(5)));
      return turn.excerpt().to() / ((System.nanoTime() - start) / 1e9) / 1e6;
    }
  }

  // --- idling ---------------------------------------------------------------------------------

  private void idle(Report report, int count) throws IOException, InterruptedException {
    report.text("Sessions that wait at `cat`, all included (terminal, journal, state).");
    report.header("sessions", "KiB of JVM memory each", "processor over 5 s");
    try (var sessions =
        Sessions.inProcess(new Sessions.Bounds(count + 10, 64 << 20, Duration.ofHours(1)))) {
      warmUp(sessions);
      var before = resident();
      for (var index = 0; index < count; index++) {
        var session = sessions.start(Launch.of("cat"));
        session.await(Expectation.input().within(LONG));
      }
      var after = resident();
      var cpu = cpu();
      Thread.sleep(5000);
      report.row(
          String.valueOf(count),
          "%.1f".formatted((after - before) / 1024.0 / count),
          "%.2f %%".formatted((cpu() - cpu) / 5e9 * 100));
    }
  }

  private static void warmUp(Sessions sessions) {
    for (var index = 0; index < 100; index++) {
      var session = sessions.start(Launch.of("cat"));
      session.await(Expectation.input().within(LONG));
      session.send(Input.line("hello"));
      session.close();
      sessions.remove(session);
    }
  }

  private static long resident() throws IOException {
    for (var round = 0; round < 3; round++) {
      System.gc();
    }
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElseThrow()
          * 1024;
    }
  }

  private static long cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  // --- tools ----------------------------------------------------------------------------------

  private String direct(String what, Partner partner, int count)
      throws IOException, InterruptedException {
    return tool(
        Stream.concat(
                Stream.of(
                    tools.resolve("direct").toString(),
                    what,
                    "" + count,
                    partner.line(),
                    partner.prompt()),
                partner.command().stream())
            .toArray(String[]::new));
  }

  private String peer(String peer, Partner partner, int count)
      throws IOException, InterruptedException {
    return tool(
        Stream.concat(
                Stream.of(
                    "/usr/bin/python3",
                    tools.resolve("peers.py").toString(),
                    peer,
                    "" + count,
                    partner.line(),
                    partner.prompt()),
                partner.command().stream())
            .toArray(String[]::new));
  }

  private void unpack(String name) throws IOException {
    try (var source = SessionBench.class.getResourceAsStream(name)) {
      if (source == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      Files.copy(source, tools.resolve(name));
    }
  }

  private String tool(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      System.err.println(command[0] + " ended with " + process.exitValue());
    }
    return output;
  }

  private static double[] lines(String output) {
    return output.lines().mapToDouble(Double::parseDouble).toArray();
  }

  private static double at(double[] times, int percent) {
    if (times.length == 0) {
      return Double.NaN;
    }
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static String both(double[] times) {
    return times.length == 0
        ? "–"
        : String.format(Locale.ROOT, "%.0f / %.0f", at(times, 50), at(times, 99));
  }

  private static String times(double[] theirs, double[] ours) {
    return theirs.length == 0
        ? ""
        : String.format(Locale.ROOT, " (%.1f×)", at(theirs, 50) / at(ours, 50));
  }
}
