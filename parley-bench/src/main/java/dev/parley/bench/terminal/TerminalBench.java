package dev.parley.bench.terminal;

import dev.parley.bench.Report;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Megabytes of input a second of CPU time, against @xterm/headless and libvterm on the same bytes
 * in the same run, and the memory a Terminal takes.
 *
 * <p>How fast compiled code is depends on what the JVM saw before it compiled. So each of several
 * JVMs measures all workloads, one after the other as a daemon sees different programs, and the
 * median counts.
 */
public final class TerminalBench {
  private static final int CHUNK = 64 << 10;
  private static final int RUNS = 7;
  private static final int STARTS = 5;
  private static final long WARM_UP_NANOS = 1_500_000_000L;

  /** The argument of a JVM that measures. */
  private static final String MEASURE = "measure";

  /** What the daemon's JVM is started with. */
  private static final List<String> DAEMON_OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:-UsePerfData");

  private static final Terminal.Options OPTIONS = Terminal.Options.DEFAULT.withScrollback(1000);

  /** MB/s of alacritty_terminal 0.17 by workload, measured once on a machine like this one. */
  private static final Map<String, Integer> ALACRITTY =
      Map.of(
          "ASCII lines", 81,
          "coloured words", 72,
          "dense cells, 256 colours", 142,
          "dense cells, true colour", 138,
          "scrolling", 85,
          "scroll region", 71,
          "mixed Unicode", 71,
          "cursor motion", 154);

  private static final String LINE = "x".repeat(62);

  private TerminalBench() {}

  public static void main(String[] options) throws IOException, InterruptedException {
    if (options.length == 1 && options[0].equals(MEASURE)) {
      Workloads.all().values().forEach(bytes -> System.out.println(measure(bytes)));
      return;
    }
    Path folder = Files.createTempDirectory("terminal-bench");
    List<Double> speeds = medians();
    Peers peers = Peers.in(folder);
    Report report = Report.of("terminal", "Terminal: bytes to screens");
    report.header(
        "workload", "Parley MB/s", "@xterm/headless", "×", "libvterm", "×", "alacritty, earlier");
    for (var workload : Workloads.all().entrySet()) {
      double ours = speeds.removeFirst();
      Path file = folder.resolve("workload");
      Files.write(file, workload.getValue());
      double xterm = peers.xterm(file);
      double libvterm = peers.libvterm(file);
      report.row(
          workload.getKey(),
          number(ours),
          number(xterm),
          number(ours / xterm),
          number(libvterm),
          number(ours / libvterm),
          ALACRITTY.containsKey(workload.getKey()) ? "" + ALACRITTY.get(workload.getKey()) : "–");
    }
    report.text(
        "80×24 with 1,000 lines of scrollback, 64 KiB a call, CPU time, best of several runs; for"
            + " Parley the median of %d JVMs with the daemon's options, of which each ran all"
                .formatted(STARTS)
            + " workloads. The figures of alacritty_terminal 0.17 come from another run on a"
            + " similar machine.");
    report.header("memory", "KiB");
    kilobytes(0, 40, LINE);
    report.row("120×40 with a prompt, no scrollback", number(kilobytes(0, 1, "user@host:~$ ")));
    report.row("120×40 full of text, no scrollback", number(kilobytes(0, 40, "x".repeat(118))));
    report.row("120×40, 10,000 lines of 62 characters", number(kilobytes(10_000, 10_100, LINE)));
    report.finish(options);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
  }

  /** Of each workload, in their order. */
  private static List<Double> medians() throws IOException, InterruptedException {
    var runs = new ArrayList<List<Double>>();
    for (int start = 0; start < STARTS; start++) {
      runs.add(measureInOtherJvm());
    }
    var medians = new ArrayList<Double>();
    for (int workload = 0; workload < runs.getFirst().size(); workload++) {
      int place = workload;
      medians.add(runs.stream().map(run -> run.get(place)).sorted().toList().get(STARTS / 2));
    }
    return medians;
  }

  private static List<Double> measureInOtherJvm() throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(DAEMON_OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(TerminalBench.class.getName(), MEASURE));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed");
    }
    return output.lines().map(Double::valueOf).toList();
  }

  private static double measure(byte[] bytes) {
    long spent = 0;
    while (spent < WARM_UP_NANOS) {
      spent += time(bytes);
    }
    long best = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      best = Math.min(best, time(bytes));
    }
    return bytes.length / 1e6 / (best / 1e9);
  }

  private static long time(byte[] bytes) {
    var terminal = new Terminal(80, 24, OPTIONS);
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    for (int at = 0; at < bytes.length; at += CHUNK) {
      terminal.feed(bytes, at, Math.min(bytes.length, at + CHUNK));
    }
    return threads.getCurrentThreadCpuTime() - start;
  }

  /** What one of many like it takes on the heap. */
  private static double kilobytes(int scrollback, int lines, String line)
      throws InterruptedException {
    byte[] text = ("\r\n" + line).repeat(lines).getBytes(StandardCharsets.US_ASCII);
    var terminals = new Terminal[200];
    long before = used();
    for (int at = 0; at < terminals.length; at++) {
      terminals[at] = new Terminal(120, 40, Terminal.Options.DEFAULT.withScrollback(scrollback));
      terminals[at].feed(text);
      terminals[at].screen();
    }
    double each = (used() - before) / 1024.0 / terminals.length;
    return terminals[0].fed() >= 0 ? each : 0;
  }

  private static long used() throws InterruptedException {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int round = 0; round < 3; round++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
