package dev.parley.bench.http;

import dev.parley.bench.Report;
import dev.parley.client.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The HTTP door: a hundred watchers of a flood of which twenty never read, the delay of watching
 * live, small requests a second, and memory.
 *
 * <p>Options: {@code --seconds N} of flood (8), {@code --echoes N} (2000), {@code --flood} alone,
 * {@code --write}.
 */
public final class HttpBench {
  private static final int READING = 80;
  private static final int NOT_READING = 20;
  private static final int ELSEWHERE = 5;

  /** Prints without end, and says every few lines what time it is. */
  private static final String FLOOD =
      """
      import os, time
      block = (b"x" * 78 + b"\\n") * 20
      while True:
          os.write(1, block + b"@%d@\\n" % time.monotonic_ns())
      """;

  private final Report report;
  private final String[] options;

  private HttpBench(Report report, String[] options) {
    this.report = report;
    this.options = options;
  }

  public static void main(String[] options) throws Exception {
    var report = Report.of("http", "HTTP: watching, requests, memory");
    var bench = new HttpBench(report, options);
    report.header("what", "figure", "beside it", "target");
    try (var daemon = Daemon.start()) {
      if (!Arrays.asList(options).contains("--flood")) {
        bench.memory(daemon);
        bench.echoes(daemon);
        bench.requests(daemon);
      }
      bench.flood(daemon);
    }
    report.text(
        """
        Delays are median / 99th percentile / longest, in ms. The echo is one byte typed into a raw `cat` and seen again: over the \
        WebSocket, and over the daemon's own socket as `parley attach` has it. Requests are those of `wrk -t1 -c16 -d4s`; the peer is \
        the same web server with a handler that says hello. In the flood %d WebSockets watch one session that prints as fast as it \
        can, %d of them never read, and %d more watch another session; the delay is from the program's printing the time to a \
        watcher's having it, be it in the output or in a fresh screen. One thread reads for all who read, with the same share of the processors as the daemon (autogroup -10 where that is allowed), and delays count from the sixth second on."""
            .formatted(READING + NOT_READING, NOT_READING, ELSEWHERE));
    report.finish(options);
  }

  private int number(String name, int otherwise) {
    var at = Arrays.asList(options).indexOf(name);
    return at < 0 ? otherwise : Integer.parseInt(options[at + 1]);
  }

  // --- memory ---------------------------------------------------------------------------------

  private void memory(Daemon daemon) throws Exception {
    var session = daemon.startSession("cat");
    var before = daemon.resident();
    try (var events = new Events(daemon);
        var watcher = new Watcher(daemon, session).greeted()) {
      watcher.next();
      Thread.sleep(Duration.ofSeconds(1));
      var cpu = daemon.processorTime();
      var open = daemon.resident();
      Thread.sleep(Duration.ofSeconds(5));
      report.row(
          "Memory of an idle daemon with a console open, MiB",
          "" + open,
          "before the first request %d; %d lines of events".formatted(before, events.lines()),
          "");
      report.row(
          "Processor of an idle daemon with a console open",
          String.format(Locale.ROOT, "%.2f %%", (daemon.processorTime() - cpu) / 5 * 100),
          "",
          "");
    }
    daemon.end(session);
  }

  // --- the delay of watching ------------------------------------------------------------------

  private void echoes(Daemon daemon) throws IOException {
    var count = number("--echoes", 2000);
    var session = daemon.startSession("sh", "-c", "stty raw -echo; exec cat");
    try (var watcher = new Watcher(daemon, session).greeted();
        var attached = daemon.attach(session)) {
      watcher.say("{\"type\":\"floor\",\"take\":true}");
      var web = new Delays();
      overWebSocket(watcher, count / 4, web);
      web.clear();
      overWebSocket(watcher, count, web);
      watcher.say("{\"type\":\"floor\",\"take\":false}");
      var local = new Delays();
      overSocket(attached, count / 4, local);
      local.clear();
      overSocket(attached, count, local);
      report.row(
          "Echo seen by a live watcher, ms", web.shown(), "unix socket " + local.shown(), "");
      report.row(
          "Added by the WebSocket, median, ms",
          String.format(Locale.ROOT, "%.3f", web.percentile(50) - local.percentile(50)),
          "",
          "");
    }
    daemon.end(session);
  }

  private static void overWebSocket(Watcher watcher, int count, Delays delays) throws IOException {
    for (var at = 0; at < count; at++) {
      var began = System.nanoTime();
      var letter = (byte) ('a' + at % 26);
      watcher.type(new byte[] {letter});
      while (true) {
        var message = watcher.next();
        if (message.kind() == 0 && message.bytes()[message.bytes().length - 1] == letter) {
          break;
        }
      }
      delays.add(System.nanoTime() - began);
    }
  }

  private static void overSocket(
      dev.parley.client.ParleyClient.Attachment attached, int count, Delays delays)
      throws IOException {
    for (var at = 0; at < count; at++) {
      var began = System.nanoTime();
      var letter = (byte) ('a' + at % 26);
      attached.send(new Frame(Frame.Kind.INPUT, new byte[] {letter}));
      while (true) {
        var frame = attached.next().orElseThrow();
        var bytes = frame.bytes();
        if (frame.kind() == Frame.Kind.OUTPUT && bytes[bytes.length - 1] == letter) {
          break;
        }
      }
      delays.add(System.nanoTime() - began);
    }
  }

  // --- requests -------------------------------------------------------------------------------

  private void requests(Daemon daemon) throws Exception {
    if (!Files.isExecutable(Path.of("/usr/bin/wrk"))) {
      report.row("Small GETs a second", "not measured: wrk is not installed", "", "");
      return;
    }
    var session = daemon.startSession("cat");
    try (var hello = Hello.listening()) {
      var plain = wrk(hello.url(), "X: y");
      var key = "Authorization: Bearer " + daemon.token();
      var health = wrk(daemon.url() + "/healthz", key);
      var one = wrk(daemon.url() + "/v1/sessions/" + session, key);
      report.row(
          "Small GETs a second, /healthz",
          "%,.0f".formatted(health),
          "plain Jetty %,.0f".formatted(plain),
          "");
      report.row(
          "GETs of one session a second, its state asked of the kernel",
          "%,.0f".formatted(one),
          "",
          "");
    }
    daemon.end(session);
  }

  private static double wrk(String url, String header) throws Exception {
    var warm = run("wrk", "-t1", "-c16", "-d3s", "-H", header, url);
    var text = run("wrk", "-t1", "-c16", "-d4s", "-H", header, url);
    if (text.contains("Non-2xx")) {
      throw new IllegalStateException(warm + text);
    }
    var found = Pattern.compile("Requests/sec:\\s+([0-9.]+)").matcher(text);
    if (!found.find()) {
      throw new IllegalStateException(text);
    }
    return Double.parseDouble(found.group(1));
  }

  private static String run(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }

  // --- the flood ------------------------------------------------------------------------------

  private void flood(Daemon daemon) throws Exception {
    var seconds = number("--seconds", 8);
    var flooding = daemon.startSession("sh", "-c", "read go; exec python3 -u -c '" + FLOOD + "'");
    var quiet = daemon.startSession("sh", "-c", "stty raw -echo; exec cat");
    var others = new ArrayList<Watcher>();
    var delays = new Delays();
    var elsewhere = new Delays();
    var before = daemon.resident();
    for (var at = 0; at < NOT_READING; at++) {
      others.add(new Watcher(daemon, flooding));
    }
    for (var at = 0; at < ELSEWHERE; at++) {
      others.add(new Watcher(daemon, quiet).greeted());
    }
    var typists = others.subList(NOT_READING, others.size());
    typists.getFirst().say("{\"type\":\"floor\",\"take\":true}");
    typists.stream().skip(1).forEach(one -> Thread.ofVirtual().start(() -> drain(one)));
    try (var _ = new LargeShare();
        var crowd = new Crowd(daemon, flooding, READING, delays)) {
      daemon.send(flooding, "go");
      Thread.sleep(Duration.ofSeconds(5)); // until everything is compiled
      delays.clear();
      var read = crowd.bytes();
      var most = before;
      var deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
      while (System.nanoTime() < deadline) {
        overWebSocket(typists.getFirst(), 20, elsewhere);
        most = Math.max(most, daemon.resident());
        Thread.sleep(20);
      }
      report.row(
          "Flood, delay of %d that read, ms".formatted(READING),
          delays.shown(),
          "%,d messages, %,d MB in %d s"
              .formatted(delays.count(), (crowd.bytes() - read) / 1_000_000, seconds),
          "p99 < 50");
      report.row("Flood, echo in another session, ms", elsewhere.shown(), "", "p99 < 50");
      report.row(
          "Flood, memory of the daemon, MiB",
          "" + most,
          "before %d; the program printed %,d MB".formatted(before, daemon.printed() / 1_000_000),
          "bounded");
    }
    for (var watcher : others) {
      watcher.close();
    }
    daemon.end(flooding);
    daemon.end(quiet);
  }

  private static void drain(Watcher watcher) {
    try {
      while (true) {
        watcher.next();
      }
    } catch (IOException closed) {
      // the end of the benchmark
    }
  }
}
