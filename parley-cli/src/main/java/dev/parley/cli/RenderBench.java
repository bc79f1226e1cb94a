package dev.parley.cli;

import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Measures how fast a Terminal takes in a file: CPU time of this thread, the best of five runs. */
final class RenderBench {
  private static final int CHUNK = 64 << 10;
  private static final int RUNS = 5;
  private static final long WARM_UP_NANOS = 1_500_000_000L;
  private static final Terminal.Options OPTIONS = Terminal.Options.DEFAULT.withScrollback(1000);

  private RenderBench() {}

  static void run(List<Path> files, PrintStream out) throws IOException {
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      long spent = 0;
      while (spent < WARM_UP_NANOS) {
        spent += Math.max(1, time(bytes));
      }
      long best = Long.MAX_VALUE;
      for (int run = 0; run < RUNS; run++) {
        best = Math.min(best, time(bytes));
      }
      out.println(
          String.format(
              Locale.ROOT, "%s %.1f", file.getFileName(), bytes.length / 1e6 / (best / 1e9)));
      out.flush();
    }
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
}
