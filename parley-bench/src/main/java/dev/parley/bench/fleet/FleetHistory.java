package dev.parley.bench.fleet;

import dev.parley.bench.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Random calls from three ways in against three nodes, while daemons are killed and stopped, links
 * are cut and brokers die; then what callers were told is compared with what the programs saw.
 *
 * <pre>
 * parley-bench/run fleet-history --minutes 10 --seed 1
 * </pre>
 */
public final class FleetHistory implements AutoCloseable {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int SESSIONS_EACH = 2;
  private static final int CALLERS_EACH = 2;

  /** What the fleet adds to a call's own time at most, and something for this busy machine. */
  private static final Duration MARGIN = Duration.ofSeconds(15);

  /** A start may take as long as preparing a container does. */
  private static final Duration TO_START = Duration.ofSeconds(60);

  private final Path folder;
  private final long seed;
  private final History history = new History();
  private final List<TrialBroker> brokers;
  private final Map<String, TrialNode> nodes = new LinkedHashMap<>();
  private final Map<String, List<Link>> links = new LinkedHashMap<>();
  private final List<String> sessions = new ArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean over;

  private FleetHistory(Path folder, long seed) throws IOException, InterruptedException {
    this.folder = folder;
    this.seed = seed;
    this.brokers = TrialBroker.cluster(folder, 3);
    for (var name : NAMES) {
      var node = new TrialNode(folder, name);
      var ways = new ArrayList<Link>();
      for (var broker : brokers) {
        ways.add(new Link(broker.port()));
      }
      nodes.put(name, node);
      links.put(name, ways);
      node.join(
          ways.stream()
              .map(link -> "nats://127.0.0.1:" + link.port())
              .collect(Collectors.joining(",")));
    }
    for (var node : nodes.values()) {
      node.seeing(NAMES.size());
    }
  }

  /** Runs for a while; what was wrong is on stderr, and the number of it the exit code. */
  public static void main(String... arguments) throws Exception {
    var minutes = Double.parseDouble(Options.text(arguments, "--minutes", "1"));
    var seed =
        Long.parseLong(Options.text(arguments, "--seed", "" + System.nanoTime() % 1_000_000));
    var wrong = run(Duration.ofMillis((long) (minutes * 60_000)), seed);
    System.exit(Math.min(wrong.size(), 100));
  }

  /**
   * One run.
   *
   * @return what was wrong
   */
  public static List<String> run(Duration time, long seed)
      throws IOException, InterruptedException {
    System.err.printf("fleet-history: seed %d, %d s%n", seed, time.toSeconds());
    var folder = Files.createTempDirectory("fleet-history");
    try (var trial = new FleetHistory(folder, seed)) {
      trial.go(time);
      System.err.printf(
          "fleet-history: seed %d: %d failures; %s%n",
          seed, trial.failures.get(), trial.history.summary());
      trial.history.wrong().forEach(sentence -> System.err.println("WRONG " + sentence));
      return trial.history.wrong();
    }
  }

  private void go(Duration time) throws IOException, InterruptedException {
    startReaders();
    var watching = watch();
    var threads = new ArrayList<Thread>();
    for (var way : nodes.values()) {
      for (var number = 0; number < CALLERS_EACH; number++) {
        var caller = way.name() + number;
        var random = new Random(seed * 31 + caller.hashCode());
        threads.add(Thread.ofPlatform().start(() -> call(way, caller, random)));
      }
    }
    var random = new Random(seed);
    var deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(1300));
      fail(random);
    }
    over = true;
    for (var thread : threads) {
      thread.join();
    }
    for (var node : nodes.values()) {
      node.seeing(NAMES.size());
    }
    check(watching);
  }

  private TrialNode node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  private List<Link> links(String name) {
    return Objects.requireNonNull(links.get(name));
  }

  /** A program that notes each line it reads, once it has it. */
  private static String reader(Path log) {
    return "while read -r line; do echo \"$line\" >> %s; echo \"got $line\"; done".formatted(log);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private void startReaders() throws IOException, InterruptedException {
    for (var node : nodes.values()) {
      for (var number = 0; number < SESSIONS_EACH; number++) {
        var name = "r" + number;
        var log = file(node.name() + "-" + name);
        Files.createFile(log);
        var body = TrialNode.JSON.createObjectNode().put("name", name).put("command", reader(log));
        if (!node.post("/v1/sessions", body).isDone()) {
          throw new IOException("A reader could not be started");
        }
        sessions.add(node.name() + "/" + name);
      }
    }
  }

  /** Each session is watched from another node, to be compared with its journal at the end. */
  private Map<String, Process> watch() throws IOException {
    var watching = new LinkedHashMap<String, Process>();
    for (var session : sessions) {
      var home = session.substring(0, 1);
      var way = node(NAMES.get((NAMES.indexOf(home) + 1) % NAMES.size()));
      watching.put(
          session,
          way.command("logs", "-f", session)
              .redirectOutput(file("watched-" + session.replace('/', '-')).toFile())
              .redirectError(file("errors-" + session.replace('/', '-')).toFile())
              .start());
    }
    return watching;
  }

  // --- calls ----------------------------------------------------------------------------------

  private void call(TrialNode way, String caller, Random random) {
    for (var number = 0; !over; number++) {
      try {
        var session = sessions.get(random.nextInt(sessions.size()));
        switch (random.nextInt(10)) {
          case 0 -> start(way, caller + "-" + number);
          case 1 -> list(way);
          case 2, 3 -> read(way, session);
          default -> send(way, caller, session, caller + "-" + number);
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(30));
      } catch (InterruptedException ending) {
        return;
      }
    }
  }

  /** A call, timed; empty when the way in itself was gone, so that nothing is known. */
  private History.Told timed(String what, Duration limit, Call call) throws InterruptedException {
    var began = System.nanoTime();
    try {
      var reply = call.make();
      history.took(what, Duration.ofNanos(System.nanoTime() - began), limit);
      return reply.isDone()
          ? History.Told.DONE
          : reply.code().equals("unknown_outcome") ? History.Told.UNKNOWN : History.Told.REFUSED;
    } catch (IOException gone) {
      TimeUnit.MILLISECONDS.sleep(50);
      return History.Told.UNKNOWN;
    }
  }

  private interface Call {
    TrialNode.Reply make() throws IOException, InterruptedException;
  }

  private static String address(String session) {
    return "/v1/sessions/" + TrialNode.part(session);
  }

  private void send(TrialNode way, String caller, String session, String text)
      throws InterruptedException {
    var body = TrialNode.JSON.createObjectNode().put("text", text).put("timeout_ms", 2000);
    var told =
        timed(
            "send",
            Duration.ofSeconds(2).plus(MARGIN),
            () -> way.post(address(session) + "/input", body));
    history.line(session, caller, text, told);
  }

  private void read(TrialNode way, String session) throws InterruptedException {
    history.count(
        "read",
        timed(
            "read",
            MARGIN.plusSeconds(10),
            () -> way.get(address(session) + "/output?from=-20&wait_ms=0")));
  }

  private void list(TrialNode way) throws InterruptedException {
    history.count("list", timed("list", MARGIN, () -> way.get("/v1/sessions?fleet=true")));
  }

  private void start(TrialNode way, String key) throws InterruptedException {
    var body =
        TrialNode.JSON
            .createObjectNode()
            .put("target", "fleet")
            .put("command", "echo %s >> %s".formatted(key, file("starts")))
            .put("timeout_ms", 2000);
    history.start(
        key,
        timed("start", TO_START.plus(MARGIN).plusSeconds(2), () -> way.post("/v1/sessions", body)));
  }

  // --- failures -------------------------------------------------------------------------------

  private void fail(Random random) throws IOException, InterruptedException {
    var name = NAMES.get(random.nextInt(NAMES.size()));
    var pause = 300 + random.nextInt(3000);
    failures.incrementAndGet();
    switch (random.nextInt(5)) {
      case 0 -> TrialNode.signal("KILL", node(name).daemon());
      case 1 -> {
        var pid = node(name).daemon();
        TrialNode.signal("STOP", pid);
        TimeUnit.MILLISECONDS.sleep(pause);
        TrialNode.signal("CONT", pid);
      }
      case 2 -> {
        links(name).forEach(Link::cut);
        TimeUnit.MILLISECONDS.sleep(pause);
        links(name).forEach(Link::heal);
      }
      case 3 -> links(name).forEach(Link::reset);
      default -> {
        var broker = brokers.get(random.nextInt(brokers.size()));
        broker.kill();
        TimeUnit.MILLISECONDS.sleep(pause);
        broker.again();
      }
    }
  }

  // --- checking -------------------------------------------------------------------------------

  private void check(Map<String, Process> watching) throws IOException, InterruptedException {
    for (var session : sessions) {
      var node = node(session.substring(0, 1));
      var own = session.substring(2);
      var unused = node.delete(address(own));
      var log = file(session.replace('/', '-'));
      history.checkLines(session, lines(log));
      var watcher = Objects.requireNonNull(watching.get(session));
      if (!watcher.waitFor(30, TimeUnit.SECONDS)) {
        history.wrong("%s: who watched it was not told of its end".formatted(session));
        watcher.destroy();
      }
      // Lines end otherwise in a terminal.
      var kept = text(node.bytes(address(own) + "/export?format=raw")).replace("\r", "");
      var seen = text(Files.readAllBytes(file("watched-" + session.replace('/', '-'))));
      if (!kept.equals(seen)) {
        history.wrong(
            "%s: who watched has %d bytes, the journal %d, from %d on '%s' and not '%s' (%s)"
                .formatted(
                    session,
                    seen.length(),
                    kept.length(),
                    mismatch(kept, seen),
                    after(seen, mismatch(kept, seen)),
                    after(kept, mismatch(kept, seen)),
                    Files.readString(file("errors-" + session.replace('/', '-'))).strip()));
      }
    }
    history.checkStarts(lines(file("starts")));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int mismatch(String one, String other) {
    return Arrays.mismatch(one.toCharArray(), other.toCharArray());
  }

  /** A few letters, on one line. */
  private static String after(String text, int from) {
    var cut = text.substring(from, Math.min(text.length(), from + 60));
    return cut.replace("\r", "\\r").replace("\n", "\\n");
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
  }

  @Override
  public void close() throws IOException {
    for (var node : nodes.values()) {
      node.close();
    }
    links.values().forEach(all -> all.forEach(Link::close));
    brokers.forEach(TrialBroker::close);
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException inUse) {
                  // A log that is still written; the system clears its own folder.
                }
              });
    }
  }
}
