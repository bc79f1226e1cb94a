package dev.parley.bench.sandbox;

import dev.parley.bench.InsideProgram;
import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.pty.Limits;
import dev.parley.session.Expectation;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What each profile adds to a start, what a sandboxed session weighs, many of them at once, and how
 * fast the proxy is beside a direct connection.
 *
 * <p>Options: {@code --starts N} (100), {@code --sessions N} (200), {@code --mib N} (512), {@code
 * --write}.
 */
public final class SandboxBench {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int WARM_UP = 10;

  private static final SandboxProfile LISTED =
      new SandboxProfile(
          "workspace, hosts by proxy",
          SandboxProfile.Writing.WORKSPACE,
          new Network.Hosts(List.of("localhost")),
          List.of(),
          List.of(),
          Set.of(),
          Set.of(),
          Limits.NONE);

  /** Without bubblewrap, for the other engine. */
  private static final List<SandboxProfile> BY_LANDLOCK =
      SandboxProfile.names().stream()
          .map(SandboxProfile::named)
          .filter(SandboxProfile::isConfined)
          .map(profile -> named(profile.name() + ", landlock", profile))
          .toList();

  private static final List<SandboxProfile> PROFILES =
      Stream.of(
              SandboxProfile.names().stream().map(SandboxProfile::named),
              Stream.of(LISTED),
              BY_LANDLOCK.stream())
          .flatMap(all -> all)
          .toList();

  private static SandboxProfile named(String name, SandboxProfile profile) {
    return new SandboxProfile(
        name,
        profile.writing(),
        profile.network(),
        profile.writable(),
        profile.hidden(),
        profile.dropped(),
        profile.passed(),
        profile.limits());
  }

  private final Sessions sessions;
  private final Path work;

  private SandboxBench(Sessions sessions, Path work) {
    this.sessions = sessions;
    this.work = work;
  }

  public static void main(String[] options) throws IOException, InterruptedException {
    // Not in /tmp, of which a session gets one of its own.
    var folder = Files.createTempDirectory(Path.of("parley-bench/target").toAbsolutePath(), "b");
    InsideProgram.use(folder);
    var report = Report.of("sandbox", "Sandboxes: starts, memory, the proxy");
    try (var sessions = Sessions.inProcess()) {
      var bench = new SandboxBench(sessions, Files.createDirectory(folder.resolve("work")));
      bench.starts(report, Options.number(options, "--starts", 100));
      bench.together(report, Options.number(options, "--sessions", 200));
      bench.throughput(report, Options.number(options, "--mib", 512));
    }
    report.finish(options);
  }

  private Session start(SandboxProfile profile, String... command) {
    if (BY_LANDLOCK.contains(profile)) {
      System.setProperty("parley.bwrap", "/there/is/none");
    } else {
      System.clearProperty("parley.bwrap");
    }
    return sessions.start(Launch.of(command).in(work).sandboxed(profile));
  }

  // --- starts ---------------------------------------------------------------------------------

  /** In turns, so that what else the host does meets all of them alike. */
  private void starts(Report report, int count) {
    var times = new LinkedHashMap<SandboxProfile, List<Long>>();
    for (var i = 0; i < count + WARM_UP; i++) {
      for (var profile : PROFILES) {
        var began = System.nanoTime();
        var session = start(profile, "true");
        session.await(Expectation.exit().within(LONG));
        if (i >= WARM_UP) {
          times.computeIfAbsent(profile, _ -> new ArrayList<>()).add(System.nanoTime() - began);
        }
        sessions.remove(session);
      }
    }
    report.header("`true`, from its start to its end", "p50", "p99", "p50 to that of none");
    var plain = percentile(times.getOrDefault(SandboxProfile.NONE, List.of(1L)), 50);
    times.forEach(
        (profile, all) ->
            report.row(
                profile.name(),
                millis(percentile(all, 50)),
                millis(percentile(all, 99)),
                "%.1f×".formatted(percentile(all, 50) / plain)));
    report.text("%d starts of each, in turns.".formatted(count));
  }

  private static double percentile(List<Long> times, int percent) {
    var sorted = times.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  // --- many at once ---------------------------------------------------------------------------

  private void together(Report report, int count) {
    report.header("%d × `cat` at once".formatted(count), "started within", "memory of each");
    for (var profile : PROFILES) {
      var before = descendants();
      var began = System.nanoTime();
      var all = Stream.generate(() -> start(profile, "cat")).limit(count).toList();
      all.forEach(session -> session.await(Expectation.turn().within(LONG)));
      var took = System.nanoTime() - began;
      var after = descendants();
      after.keySet().removeAll(before.keySet());
      var kib = after.values().stream().mapToLong(Long::longValue).sum();
      report.row(profile.name(), millis((double) took), "%d KiB".formatted(kib / count));
      all.parallelStream().forEach(Session::close);
      all.forEach(sessions::remove);
    }
    report.text(
        "Memory is the proportional share (PSS) of all processes of a session, its helpers included.");
  }

  /** The proportional share of memory of all that this process has started, in KiB. */
  private static Map<Long, Long> descendants() {
    var all = new LinkedHashMap<Long, Long>();
    ProcessHandle.current()
        .descendants()
        .forEach(process -> all.put(process.pid(), share(process.pid())));
    return all;
  }

  private static long share(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/%d/smaps_rollup".formatted(pid))).stream()
          .filter(line -> line.startsWith("Pss:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
          .sum();
    } catch (IOException gone) {
      return 0;
    }
  }

  // --- the proxy ------------------------------------------------------------------------------

  private void throughput(Report report, int mebibytes) throws IOException {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(server, mebibytes));
      report.header("%d MiB from this host by curl".formatted(mebibytes), "MiB/s");
      for (var profile : List.of(SandboxProfile.NONE, SandboxProfile.WORKSPACE_NET, LISTED)) {
        var best = 0.0;
        for (var i = 0; i < 3; i++) {
          var session =
              start(
                  profile,
                  "curl",
                  "-s",
                  "-o",
                  "/dev/null",
                  "-w",
                  "%{speed_download}",
                  "http://localhost:%d/".formatted(server.getLocalPort()));
          var turn = session.await(Expectation.exit().within(LONG), View.everything(), 0);
          best = Math.max(best, Double.parseDouble(turn.output().strip()));
        }
        report.row(profile.name(), "%.0f".formatted(best / (1 << 20)));
      }
      report.text("The best of three.");
    }
  }

  private static void serve(ServerSocket server, int mebibytes) {
    while (!server.isClosed()) {
      try (var client = server.accept()) {
        send(client, mebibytes);
      } catch (IOException closed) {
        // The next round sees whether this is the end.
      }
    }
  }

  private static void send(Socket client, int mebibytes) throws IOException {
    var in = client.getInputStream();
    for (int end = 0, letter = in.read();
        end < 2 && letter >= 0;
        letter = end < 2 ? in.read() : 0) {
      end = letter == '\n' ? end + 1 : letter == '\r' ? end : 0;
    }
    var out = client.getOutputStream();
    out.write(
        "HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n"
            .formatted((long) mebibytes << 20)
            .getBytes(StandardCharsets.US_ASCII));
    var chunk = new byte[1 << 20];
    for (var i = 0; i < mebibytes; i++) {
      out.write(chunk);
    }
  }
}
