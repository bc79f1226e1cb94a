package dev.parley.bench.pty;

import com.pty4j.PtyProcessBuilder;
import dev.parley.bench.Report;
import dev.parley.pty.Limits;
import dev.parley.pty.Pty;
import dev.parley.pty.Ptys;
import dev.parley.pty.Spawn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * The engine against its peers. Peers take turns round by round, so that whatever else the machine
 * is doing meets all of them alike. Options: {@code --write}, {@code --gib} to drain 1 GiB instead
 * of 256 MiB, {@code --no-idle} to leave out the idle children.
 */
public final class PtyBench {
  private static final int ROUNDS = 7;

  private final List<String> options;
  private final Report report = Report.of("pty", "Children on pseudo-terminals");
  private final Path folder = folder();
  private final Peer peer = Peer.compile(folder);

  private PtyBench(String[] options) {
    this.options = List.of(options);
  }

  public static void main(String[] options) {
    var bench = new PtyBench(options);
    bench.report.header("what", "Parley", "peer", "ratio", "target");
    try (var ptys = Ptys.open()) {
      bench.cycle(ptys);
      bench.echo(ptys);
      bench.drain(ptys);
    }
    if (!bench.options.contains("--no-idle")) {
      bench.idle(1000);
      bench.idle(3000);
    }
    bench.report.text(
        "Times are medians over %d rounds in which the peers take turns; to drain, they take turns every 32 MiB. The cycle starts `/bin/true`, reads to its end, takes its exit status and closes the terminal; ours also looks for anything left behind. The echo is one byte through a raw `cat`. tmux is asked by `send-keys` and `capture-pane`, two commands, as scripts do."
            .formatted(ROUNDS));
    bench.report.finish(options);
  }

  private void cycle(Ptys ptys) {
    times(2000, n -> ours(ptys, n)); // compiled by now
    var ours = new double[ROUNDS];
    var c = new double[ROUNDS];
    var pty4j = new double[ROUNDS];
    for (var round = 0; round < ROUNDS; round++) {
      c[round] = median(peer.micros("cycle", 200));
      ours[round] = median(times(200, n -> ours(ptys, n)));
      pty4j[round] = median(times(20, _ -> byPty4j()));
    }
    row("Start to end, µs", median(ours), "C posix_spawn", median(c), "≤ 1.5");
    row("Start to end, µs", median(ours), "pty4j", median(pty4j), "");
  }

  private static long ours(Ptys ptys, int ignored) {
    var sink = new Counting();
    try (var _ = ptys.start(spawn("/bin/true"), sink)) {
      sink.awaitEnd();
    }
    return ignored;
  }

  private static long byPty4j() {
    try {
      var process =
          new PtyProcessBuilder(new String[] {"/bin/true"})
              .setEnvironment(System.getenv())
              .setDirectory("/")
              .start();
      process.getInputStream().readAllBytes();
      return process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void echo(Ptys ptys) {
    var sink = new Counting();
    try (var cat = ptys.start(spawn("/bin/sh", "-c", "stty raw -echo; echo; exec cat"), sink)) {
      sink.awaitBytes(1);
      times(30_000, _ -> roundTrip(cat, sink)); // compiled by now
      var ours = new double[ROUNDS];
      var c = new double[ROUNDS];
      var tmux = new double[ROUNDS];
      for (var round = 0; round < ROUNDS; round++) {
        c[round] = median(peer.micros("echo", 5000));
        ours[round] = median(times(5000, _ -> roundTrip(cat, sink)));
      }
      row("Echo round trip, µs", median(ours), "C", median(c), "≤ 2");
      var name = "parley-bench-" + ProcessHandle.current().pid();
      Peer.run("tmux", "-L", name, "new-session", "-d", "sh", "-c", "stty -echo; exec cat");
      for (var round = 0; round < ROUNDS; round++) {
        var first = round * 10;
        tmux[round] = median(times(10, n -> byTmux(name, "word" + (first + n) + ".")));
      }
      Peer.run("tmux", "-L", name, "kill-server");
      row("Echo round trip, µs", median(ours), "tmux", median(tmux), "");
    }
  }

  private static long roundTrip(Pty cat, Counting sink) {
    var before = sink.bytes();
    cat.type(new byte[] {'x'});
    sink.awaitBytes(before + 1);
    return before;
  }

  private static long byTmux(String name, String word) {
    Peer.run("tmux", "-L", name, "send-keys", word, "Enter");
    while (!Peer.run("tmux", "-L", name, "capture-pane", "-p").contains(word)) {
      Thread.onSpinWait();
    }
    return 0;
  }

  private void drain(Ptys ptys) {
    var file = folder.resolve("lines");
    try {
      Files.writeString(file, ("x".repeat(79) + "\n").repeat((32 << 20) / 80));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var command = "exec cat " + file;
    var rounds = options.contains("--gib") ? 32 : 8;
    drainOurs(ptys, command); // compiled by now
    var ours = new double[rounds];
    var c = new double[rounds];
    for (var round = 0; round < rounds; round++) {
      c[round] = peer.drain(command);
      ours[round] = drainOurs(ptys, command);
    }
    row("Drain %d MiB, MB/s".formatted(rounds * 32), median(ours), "C", median(c), "≥ 0.9");
  }

  private static double drainOurs(Ptys ptys, String command) {
    var sink = new Counting();
    var from = System.nanoTime();
    try (var _ = ptys.start(spawn("/bin/sh", "-c", command), sink)) {
      sink.awaitEnd();
    }
    return sink.bytes() * 1e3 / (System.nanoTime() - from);
  }

  private void idle(int count) {
    var space = Arena.ofAuto().allocate(64 * 1024);
    try (var ptys = Ptys.open()) {
      warmUp(ptys);
      var alone = cpuMillisOf(TimeUnit.SECONDS.toMillis(5));
      var heap = heap();
      var resident = resident();
      var children = new ArrayList<Pty>(count);
      for (var i = 0; i < count; i++) {
        children.add(ptys.start(spawn("/bin/sleep", "100000"), new Counting(space)));
      }
      var heapEach = (heap() - heap) / (double) count / 1024;
      var residentEach = (resident() - resident) / (double) count;
      var busy = cpuMillisOf(TimeUnit.SECONDS.toMillis(5));
      report.row(
          "%,d idle children".formatted(count),
          "%.2f KiB of heap each, %.2f KiB resident; %.2f %% of a core (%.2f %% without them)"
              .formatted(heapEach, residentEach, busy / 50.0, alone / 50.0),
          "",
          "",
          "≤ 2 KiB, no measurable processor time");
      children.forEach(Pty::close);
    }
  }

  private static void warmUp(Ptys ptys) {
    times(200, n -> ours(ptys, n));
  }

  private static long heap() {
    for (var i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Resident memory in KiB. */
  private static long resident() {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double cpuMillisOf(long millis) {
    var before = cpuNanos();
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return (cpuNanos() - before) / 1e6;
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static double[] times(int count, IntFunction<Long> task) {
    var micros = new double[count];
    for (var i = 0; i < count; i++) {
      var from = System.nanoTime();
      var unused = task.apply(i);
      micros[i] = (System.nanoTime() - from) / 1e3;
    }
    return micros;
  }

  private static double median(double[] values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void row(String what, double ours, String name, double theirs, String target) {
    report.row(
        what,
        "%.1f".formatted(ours),
        "%s %.1f".formatted(name, theirs),
        ratio(ours / theirs),
        target);
  }

  private static String ratio(double ratio) {
    return ratio < 0.1 ? "1/%.0f".formatted(1 / ratio) : "%.2f".formatted(ratio);
  }

  private static Spawn spawn(String... command) {
    return new Spawn(List.of(command), System.getenv(), Path.of("/"), 80, 24, Limits.NONE);
  }

  private static Path folder() {
    try {
      var folder = Files.createTempDirectory("parley-bench");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
