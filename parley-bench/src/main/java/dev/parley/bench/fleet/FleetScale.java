package dev.parley.bench.fleet;

import dev.parley.bench.Options;
import dev.parley.bench.Plot;
import dev.parley.bench.Report;
import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Fleets of many nodes, simulated: a real broker, a real daemon as the way in, and light nodes that
 * only talk. Workers hear nothing but calls; in a fleet without them all nodes hear each other.
 *
 * <pre>
 * parley-bench/run fleet-scale --workers 100,1000,10000 --hearing 100,200,400
 * </pre>
 */
public final class FleetScale {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int STARTS = 2000;
  private static final int SILENT = 10;

  private final Report report = Report.of("fleet-scale", "Many nodes, simulated");
  private final List<Seen> seen = new ArrayList<>();

  private FleetScale() {}

  /** What was seen of one fleet. */
  private record Seen(
      int nodes, boolean hearing, double cores, double listed, double placed, double noticed) {}

  public static void main(String... options) throws Exception {
    var scale = new FleetScale();
    scale.report.header(
        "light nodes",
        "who hears heartbeats",
        "all seen after, s",
        "broker: cores",
        "broker: MiB",
        "broker: in, MB/s",
        "broker: out, MB/s",
        "way in: cores",
        "`list --fleet`, ms",
        "a placement, ms",
        "starts a node: mean, least, most",
        "10 fall silent, noticed after, ms");
    for (var nodes : Options.text(options, "--workers", "10,100,300,1000,3000,10000").split(",")) {
      scale.run(Integer.parseInt(nodes), false);
    }
    for (var nodes : Options.text(options, "--hearing", "10,100,200,300,400,500").split(",")) {
      scale.run(Integer.parseInt(nodes), true);
    }
    scale.report.finish(options);
    if (Arrays.asList(options).contains("--write")) {
      scale.growth().write("fleet-growth.svg");
      scale.times().write("fleet-times.svg");
    }
    System.exit(0);
  }

  private void run(int count, boolean hearing) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("fleet-scale");
    var monitor = TrialBroker.freePort();
    try (var broker = TrialBroker.alone(folder, "-m", "" + monitor);
        var way = new TrialNode(folder, "way")) {
      way.join(broker.url(), "--capacity", "0");
      var home = way.home();
      var began = System.nanoTime();
      try (var light = new LightNodes(broker.port(), count, hearing);
          var client = ParleyClient.to(new Home(home, home), "0.1.0-SNAPSHOT")) {
        var all = await(client, "up", count + 1, began);
        TimeUnit.SECONDS.sleep(3);
        var load = load(broker.pid(), way.daemon(), monitor);
        var listed = listed(client);
        var placed = placed(client);
        var noticed = noticed(client, light);
        seen.add(new Seen(count, hearing, load.broker(), listed, placed, noticed));
        report.row(
            "" + count,
            hearing ? "all" : "the way in",
            "%.1f".formatted(all / 1000),
            "%.3f".formatted(load.broker()),
            "%.0f".formatted(load.mebibytes()),
            "%.2f".formatted(load.in()),
            "%.2f".formatted(load.out()),
            "%.2f".formatted(load.way()),
            "%.0f".formatted(listed),
            "%.2f".formatted(placed),
            evenness(light),
            "%.0f".formatted(noticed));
      }
    }
  }

  private Plot growth() {
    return Plot.lines(
        "The broker's work grows with the nodes, or with their square",
        new Plot.Axis("light nodes", Plot.Scale.LOGARITHMIC),
        new Plot.Axis("processors the broker keeps busy", Plot.Scale.LOGARITHMIC),
        List.of(
            line("workers, one way in", false, Seen::cores),
            line("all hear all", true, Seen::cores)));
  }

  private Plot times() {
    return Plot.lines(
        "What callers see, with one way in",
        new Plot.Axis("light nodes", Plot.Scale.LOGARITHMIC),
        new Plot.Axis("milliseconds", Plot.Scale.LOGARITHMIC),
        List.of(
            line("noticing silence", false, Seen::noticed),
            line("list --fleet", false, Seen::listed),
            line("a placement", false, Seen::placed)));
  }

  private Plot.Line line(String name, boolean hearing, ToDoubleFunction<Seen> figure) {
    return new Plot.Line(
        name,
        seen.stream()
            .filter(one -> one.hearing() == hearing)
            .map(one -> new Plot.Point(one.nodes(), figure.applyAsDouble(one)))
            .toList());
  }

  /** Milliseconds until so many nodes are in a state. */
  private static double await(ParleyClient client, String state, long count, long began)
      throws InterruptedException {
    while (true) {
      var nodes = client.call("nodes", ParleyClient.object(), PATIENCE).path("nodes");
      var there =
          nodes.valueStream().filter(node -> node.path("state").asString("").equals(state)).count();
      if (there >= count) {
        return (System.nanoTime() - began) / 1e6;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private record Load(double broker, double way, double mebibytes, double in, double out) {}

  /** How busy broker and way in are when nothing happens but heartbeats. */
  private static Load load(long broker, long way, int monitor)
      throws IOException, InterruptedException {
    var brokerBefore = ticks(broker);
    var wayBefore = ticks(way);
    var inBefore = bytes(monitor, "in_bytes");
    var outBefore = bytes(monitor, "out_bytes");
    var began = System.nanoTime();
    TimeUnit.SECONDS.sleep(5);
    var seconds = (System.nanoTime() - began) / 1e9;
    return new Load(
        (ticks(broker) - brokerBefore) / 100.0 / seconds,
        (ticks(way) - wayBefore) / 100.0 / seconds,
        resident(broker) / 1024.0,
        (bytes(monitor, "in_bytes") - inBefore) / 1e6 / seconds,
        (bytes(monitor, "out_bytes") - outBefore) / 1e6 / seconds);
  }

  private static long ticks(long pid) throws IOException {
    var stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
    var words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(words[11]) + Long.parseLong(words[12]);
  }

  private static long resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", "" + pid, "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private static long bytes(int monitor, String field) throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + monitor + "/varz")).build(),
                HttpResponse.BodyHandlers.ofString());
    return TrialNode.JSON.readTree(response.body()).path(field).asLong();
  }

  private static double listed(ParleyClient client) {
    var times = new double[5];
    for (var turn = 0; turn < times.length; turn++) {
      var began = System.nanoTime();
      var unused = client.call("session_list", ParleyClient.object().put("fleet", true), PATIENCE);
      times[turn] = (System.nanoTime() - began) / 1e6;
    }
    Arrays.sort(times);
    return times[times.length / 2];
  }

  /** Milliseconds for one of many starts, each of which a light node counts and declines. */
  private static double placed(ParleyClient client) {
    var params = ParleyClient.object().put("target", "fleet:kind=light").put("command", "true");
    var began = System.nanoTime();
    for (var start = 0; start < STARTS; start++) {
      try {
        var unused = client.call("session_start", params, PATIENCE);
      } catch (ClientException declined) {
        // As light nodes do.
      }
    }
    return (System.nanoTime() - began) / 1e6 / STARTS;
  }

  private static String evenness(LightNodes light) {
    var starts = light.all().stream().mapToInt(LightNodes.Light::starts).summaryStatistics();
    return "%.2f, %d, %d".formatted(starts.getAverage(), starts.getMin(), starts.getMax());
  }

  private static double noticed(ParleyClient client, LightNodes light) throws InterruptedException {
    var began = System.nanoTime();
    light.all().subList(0, SILENT).forEach(LightNodes.Light::fallSilent);
    return await(client, "unreachable", SILENT, began);
  }
}
