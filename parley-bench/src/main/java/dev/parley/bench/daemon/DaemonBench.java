package dev.parley.bench.daemon;

import dev.parley.bench.Figures;
import dev.parley.bench.Report;
import dev.parley.bench.daemon.Flood.Back;
import dev.parley.bench.daemon.Flood.Victim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Start-up, memory, and the way back after a kill, of the command as it was built. Options: {@code
 * --write}, {@code --kills N}, {@code --back} for the way back alone.
 */
public final class DaemonBench {
  private static final int STARTS = 15;
  private static final String WITHOUT_CACHE = "-XX:AOTMode=off";

  private final Report report = Report.of("daemon", "The daemon: starting, resting, coming back");
  private final Figures figures =
      Figures.of(
          "recovery",
          "Milliseconds from a kill until all of twenty sessions are listed and until each has been"
              + " read on; by who was killed and by the load of the host.",
          "killed",
          "load",
          "times",
          "listed_p50_ms",
          "listed_most_ms",
          "read_p50_ms",
          "read_most_ms");
  private final int kills;

  private DaemonBench(List<String> options) {
    var at = options.indexOf("--kills");
    kills = at < 0 ? 20 : Integer.parseInt(options.get(at + 1));
  }

  public static void main(String[] options) throws IOException {
    var bench = new DaemonBench(List.of(options));
    if (!List.of(options).contains("--back")) {
      bench.startUp();
    }
    bench.comeBack();
    bench.report.text(
        "The load of the host was %s at the end; its two processors are shared with other work."
            .formatted(load()));
    bench.report.finish(options);
    bench.figures.finish("daemon", options);
  }

  private void startUp() {
    report.header("what", "with the start-up cache", "without", "target");
    try (var with = new Installed("");
        var without = new Installed(WITHOUT_CACHE)) {
      row("`parley list`, no daemon yet", cold(with), cold(without), "");
      row("`parley list`, p50 of %d".formatted(STARTS), list(with), list(without), "≤ 250 ms");
      row("`parley mcp` to its first answer, p50", mcp(with), mcp(without), "≤ 400 ms");
      memory(with, without);
    }
  }

  private void row(String what, double with, double without, String target) {
    report.row(what, shown(with) + " ms", shown(without) + " ms", target);
  }

  private static double cold(Installed installed) {
    return installed.run("list");
  }

  private static double list(Installed installed) {
    return median(times(() -> installed.run("list")));
  }

  private static double mcp(Installed installed) {
    return median(times(() -> firstAnswer(installed)));
  }

  private interface Timed {
    double run();
  }

  private static double[] times(Timed timed) {
    var times = new double[STARTS];
    for (var i = 0; i < STARTS; i++) {
      times[i] = timed.run();
    }
    return times;
  }

  private static double firstAnswer(Installed installed) {
    var begun = System.nanoTime();
    var process = installed.start("mcp");
    try (var out = process.getOutputStream();
        var in = process.inputReader(StandardCharsets.UTF_8)) {
      out.write(
          """
          {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}
          """
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
      if (in.readLine() == null) {
        throw new IllegalStateException("parley mcp gave no answer");
      }
      return Installed.millisSince(begun);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      process.onExit().join();
    }
  }

  private void memory(Installed with, Installed without) {
    var a = with.status();
    var b = without.status();
    for (var process : List.of("daemon", "holder")) {
      report.row(
          "resident memory of the " + process,
          megabytes(a.path(process).path("rss_bytes").asLong()),
          megabytes(b.path(process).path("rss_bytes").asLong()),
          process.equals("holder") ? "≤ 60 MB" : "");
    }
    report.row("resident memory of `parley mcp`", pipe(with), pipe(without), "");
  }

  private static String pipe(Installed installed) {
    var process = installed.start("mcp");
    try (var out = process.getOutputStream();
        var in = process.inputReader(StandardCharsets.UTF_8)) {
      out.write(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
      var unused = in.readLine();
      return megabytes(resident(process.pid()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      process.onExit().join();
    }
  }

  private static long resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", "" + pid, "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .sum();
  }

  private void comeBack() throws IOException {
    report.text(
        """
        Twenty sessions print numbered lines, five of them as fast as they can. Milliseconds from `kill -9` until every \
        session is listed with its right state, and until each has been read on from where it was.""");
    report.header("killed", "times", "listed, p50", "p100", "read, p50", "p100", "target");
    try (var installed = new Installed("");
        var flood = new Flood(installed)) {
      for (var victim : Victim.values()) {
        var count = victim == Victim.DAEMON ? kills : Math.max(2, kills / 2);
        var back = new ArrayList<Back>();
        for (var kill = 0; kill < count; kill++) {
          back.add(flood.kill(victim));
          System.err.println(victim + " " + back.getLast());
        }
        figures.row(
            victim.name().toLowerCase(Locale.ROOT),
            load(),
            count,
            median(all(back, Back::listed)),
            most(all(back, Back::listed)),
            median(all(back, Back::read)),
            most(all(back, Back::read)));
        report.row(
            victim.name().toLowerCase(Locale.ROOT),
            "" + count,
            shown(median(all(back, Back::listed))),
            shown(most(all(back, Back::listed))),
            shown(median(all(back, Back::read))),
            shown(most(all(back, Back::read))),
            victim == Victim.DAEMON ? "≤ 1000" : "");
      }
    }
  }

  private static double[] all(List<Back> back, ToDoubleFunction<Back> part) {
    return back.stream().mapToDouble(part).toArray();
  }

  private static double median(double[] times) {
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double most(double[] times) {
    return Arrays.stream(times).max().orElse(0);
  }

  private static String shown(double millis) {
    return Long.toString(Math.round(millis));
  }

  private static String megabytes(long bytes) {
    return bytes / 1_000_000 + " MB";
  }

  private static String load() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
  }
}
