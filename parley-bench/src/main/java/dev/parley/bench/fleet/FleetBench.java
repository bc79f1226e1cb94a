package dev.parley.bench.fleet;

import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.client.Frame;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * What a fleet costs: turns, watching, lists, noticing failures, memory and threads. Three daemons
 * and a broker on this machine; what is compared is measured in turns, in one run.
 */
public final class FleetBench implements AutoCloseable {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final Report report;
  private final TrialBroker broker;
  private final Map<String, TrialNode> nodes = new LinkedHashMap<>();
  private final Map<String, Link> links = new LinkedHashMap<>();

  private FleetBench(Path folder, Report report) throws IOException {
    this.folder = folder;
    this.report = report;
    this.broker = TrialBroker.alone(folder);
    for (var name : NAMES) {
      nodes.put(name, new TrialNode(folder, name));
      links.put(name, new Link(broker.port()));
    }
  }

  /** Options: {@code --turns 300 --sessions 1000 --write}. */
  public static void main(String... options) throws Exception {
    var report = Report.of("fleet", "A fleet of three nodes");
    var folder = Files.createTempDirectory("fleet-bench");
    try (var bench = new FleetBench(folder, report)) {
      bench.memory();
      bench.turns(Options.number(options, "--turns", 300));
      bench.flood(Options.number(options, "--mebibytes", 50));
      bench.list(Options.number(options, "--sessions", 1000));
      bench.noticing();
    }
    report.finish(options);
    System.exit(0);
  }

  private TrialNode node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  private Link link(String name) {
    return Objects.requireNonNull(links.get(name));
  }

  private ParleyClient client(String name) {
    var home = node(name).home();
    return ParleyClient.to(new Home(home, home), version());
  }

  private static String version() {
    return System.getProperty("parley.version", "0.1.0-SNAPSHOT");
  }

  // --- memory ---------------------------------------------------------------------------------

  private void memory() throws IOException, InterruptedException {
    report.header("a daemon", "memory, MiB", "threads", "classes of the fleet");
    for (var name : NAMES) {
      node(name).run("start", "--wait", "true");
    }
    row("in no fleet", node("a").daemon());
    for (var name : NAMES) {
      node(name).join("nats://127.0.0.1:" + link(name).port());
    }
    node("a").seeing(NAMES.size());
    row("joined, three nodes", node("a").daemon());
    node("a").run("start", "--wait", "--target", "node:b", "true");
    row("after far calls", node("a").daemon());
  }

  private void row(String what, long pid) throws IOException, InterruptedException {
    var status = Files.readAllLines(Path.of("/proc", "" + pid, "status"));
    report.row(
        what,
        "%.1f".formatted(field(status, "VmRSS:") / 1024.0),
        "" + field(status, "Threads:"),
        "" + classes(pid));
  }

  private static long field(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private static long classes(long pid) throws IOException, InterruptedException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var process = new ProcessBuilder(jcmd, "" + pid, "VM.class_hierarchy").start();
    try (var out = process.inputReader()) {
      return out.lines()
          .map(line -> line.replaceFirst("^[| -]*", ""))
          .filter(line -> line.startsWith("io.nats.") || line.startsWith("dev.parley.fleet."))
          .count();
    } finally {
      process.waitFor();
    }
  }

  // --- turns ----------------------------------------------------------------------------------

  private void turns(int count) throws IOException, InterruptedException {
    var local = new double[count];
    var far = new double[count];
    var kept = new double[count];
    var fresh = new double[Math.min(count, 30)];
    try (var client = client("a");
        var ssh = new SshHost(folder)) {
      start(client, "near", "local", "cat");
      start(client, "far", "node:b", "cat");
      var pipe = ssh.run("cat");
      try (var in = pipe.inputReader();
          var out = pipe.outputWriter()) {
        for (var turn = -50; turn < count; turn++) {
          var at = Math.max(0, turn);
          local[at] = turn(client, "near");
          far[at] = turn(client, "b/far");
          var began = System.nanoTime();
          out.write("x\n");
          out.flush();
          in.readLine();
          kept[at] = (System.nanoTime() - began) / 1e3;
        }
      }
      for (var turn = 0; turn < fresh.length; turn++) {
        var began = System.nanoTime();
        var once = ssh.run("echo x");
        once.getInputStream().readAllBytes();
        once.waitFor();
        fresh[turn] = (System.nanoTime() - began) / 1e3;
      }
    }
    report.text("");
    report.header("a turn: a line typed, its answer read", "p50, µs", "p99, µs", "to local");
    var base = at(local, 50);
    turnsRow("session of this node", local, base);
    turnsRow("session of another node", far, base);
    turnsRow("ssh to this host, kept open, no state: `cat` on a pipe", kept, base);
    turnsRow("ssh to this host, a connection for each", fresh, base);
  }

  private static void start(ParleyClient client, String name, String target, String... words) {
    var params = ParleyClient.object().put("name", name).put("timeout_ms", 0);
    if (!target.equals("local")) {
      params.put("target", target);
    }
    var command = params.putArray("command");
    List.of(words).forEach(command::add);
    var unused = client.call("session_start", params, PATIENCE);
  }

  private static double turn(ParleyClient client, String session) {
    var began = System.nanoTime();
    var answer =
        client.call(
            "session_send",
            ParleyClient.object().put("session", session).put("text", "x"),
            PATIENCE);
    if (!answer.path("output").asString("").equals("x\n")) {
      throw new IllegalStateException("A turn has brought " + answer);
    }
    return (System.nanoTime() - began) / 1e3;
  }

  private void turnsRow(String what, double[] times, double base) {
    report.row(
        what,
        "%.0f".formatted(at(times, 50)),
        "%.0f".formatted(at(times, 99)),
        "%.2f".formatted(at(times, 50) / base));
  }

  private static double at(double[] times, int percent) {
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  // --- watching -------------------------------------------------------------------------------

  private void flood(int mebibytes) throws IOException {
    report.text("");
    report.header("watching %d MiB".formatted(mebibytes), "MB/s", "bytes missed");
    for (var place : List.of("local", "node:b", "local", "node:b")) {
      try (var client = client("a")) {
        var name = "flood" + System.nanoTime();
        start(
            client,
            name,
            place,
            "sh",
            "-c",
            "read x; yes 'a line of a flood that somebody watches' | head -c %d"
                .formatted((long) mebibytes << 20));
        var session = place.equals("local") ? name : "b/" + name;
        var began = System.nanoTime();
        var bytes = 0L;
        var missed = 0L;
        try (var attachment = client.attach(session, false, 0)) {
          attachment.send(new Frame(Frame.Kind.INPUT, "go\r".getBytes(StandardCharsets.UTF_8)));
          for (var frame = attachment.next();
              frame.isPresent() && frame.get().kind() != Frame.Kind.END;
              frame = attachment.next()) {
            if (frame.get().kind() == Frame.Kind.OUTPUT) {
              missed += frame.get().offset() - bytes - missed;
              bytes += frame.get().bytes().length;
            }
          }
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        report.row(
            place.equals("local") ? "from this node" : "from another node",
            "%.1f".formatted(bytes / 1e6 / seconds),
            "" + missed);
      }
    }
  }

  // --- lists ----------------------------------------------------------------------------------

  private void list(int sessions) throws IOException, InterruptedException {
    var threads = new ArrayList<Thread>();
    for (var name : NAMES) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (var client = client(name)) {
                      for (var number = 0; number < sessions; number++) {
                        start(client, "s" + number, "local", "sleep", "1000");
                      }
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    var local = new double[15];
    var fleet = new double[15];
    var found = 0;
    try (var client = client("a")) {
      for (var turn = -5; turn < local.length; turn++) {
        var at = Math.max(0, turn);
        var began = System.nanoTime();
        var unused = client.call("session_list", ParleyClient.object(), PATIENCE);
        local[at] = (System.nanoTime() - began) / 1e6;
        began = System.nanoTime();
        var all = client.call("session_list", ParleyClient.object().put("fleet", true), PATIENCE);
        fleet[at] = (System.nanoTime() - began) / 1e6;
        found = all.path("sessions").size();
      }
    }
    report.text("");
    report.header("a list", "sessions", "p50, ms", "longest, ms");
    report.row("of this node", "" + sessions, ms(local, 50), ms(local, 100));
    report.row("`--fleet`, three nodes", "" + found, ms(fleet, 50), ms(fleet, 100));
  }

  private static String ms(double[] times, int percent) {
    return "%.1f".formatted(at(times, percent));
  }

  // --- failures -------------------------------------------------------------------------------

  private void noticing() throws IOException, InterruptedException {
    report.text("");
    report.header("a node is", "seen as unreachable after, ms", "up again after, ms");
    var stopped = node("c").daemon();
    noticing(
        "stopped (SIGSTOP), and goes on",
        () -> TrialNode.signal("STOP", stopped),
        () -> TrialNode.signal("CONT", stopped));
    noticing("cut off by its link, and back", () -> link("c").cut(), link("c")::heal);
    var holder = node("c").json("status", "--json").path("holder").path("pid").asLong();
    var killed = node("c").daemon();
    noticing(
        "killed with its holder, and started again",
        () -> {
          TrialNode.signal("STOP", holder);
          TrialNode.signal("KILL", killed);
          TrialNode.signal("KILL", holder);
        },
        () -> node("c").run("list"));
    report.text("");
  }

  private interface Act {
    void run() throws IOException, InterruptedException;
  }

  private void noticing(String what, Act failing, Act healing)
      throws IOException, InterruptedException {
    var away = new double[5];
    var back = new double[5];
    var times = what.startsWith("killed") ? 1 : away.length;
    try (var client = client("a")) {
      for (var turn = 0; turn < times; turn++) {
        failing.run();
        away[turn] = until(client, "unreachable");
        healing.run();
        back[turn] = until(client, "up");
        TimeUnit.SECONDS.sleep(1);
      }
    }
    report.row(what, ms(Arrays.copyOf(away, times), 50), ms(Arrays.copyOf(back, times), 50));
  }

  private static double until(ParleyClient client, String state) throws InterruptedException {
    var began = System.nanoTime();
    while (!state(client.call("nodes", ParleyClient.object())).equals(state)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return (System.nanoTime() - began) / 1e6;
  }

  private static String state(JsonNode fleet) {
    return fleet
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("node").asString("").equals("c"))
        .map(node -> node.path("state").asString(""))
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() throws IOException {
    for (var node : nodes.values()) {
      node.close();
    }
    links.values().forEach(Link::close);
    broker.close();
  }
}
