package dev.parley.bench.fleet;

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

/**
 * Fleets of many nodes, simulated: a real broker, one or more real daemons as ways in, and light
 * nodes that only talk.
 *
 * <pre>
 * parley-bench/run fleet-scale --nodes 100,1000,10000 --ways 1
 * </pre>
 */
public final class FleetScale {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int STARTS = 2000;
  private static final int SILENT = 10;

  private final Report report = Report.of("fleet-scale", "Many nodes, simulated");

  private FleetScale() {}

  public static void main(String... options) throws Exception {
    var scale = new FleetScale();
    scale.report.header(
        "light nodes",
        "ways in",
        "all seen after, s",
        "broker: cores",
        "broker: MiB",
        "broker: out, MB/s",
        "way in: cores",
        "`list --fleet`, ms",
        "a placement, ms",
        "starts a node: mean, most",
        "10 fall silent, noticed after, ms");
    for (var nodes : option(options, "--nodes", "100,1000,10000").split(",")) {
      for (var ways : option(options, "--ways", "1").split(",")) {
        scale.run(Integer.parseInt(nodes), Integer.parseInt(ways));
      }
    }
    scale.report.finish(options);
    System.exit(0);
  }

  private static String option(String[] options, String name, String otherwise) {
    var at = Arrays.asList(options).indexOf(name);
    return at >= 0 ? options[at + 1] : otherwise;
  }

  private void run(int count, int ways) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("fleet-scale");
    var monitor = TrialBroker.freePort();
    var daemons = new ArrayList<TrialNode>();
    try (var broker = TrialBroker.alone(folder, "-m", "" + monitor)) {
      for (var number = 0; number < ways; number++) {
        var daemon = new TrialNode(folder, "way" + number);
        daemons.add(daemon);
        daemon.join(broker.url(), "--capacity", "0");
      }
      var home = daemons.getFirst().home();
      var began = System.nanoTime();
      try (var light = new LightNodes(broker.port(), count);
          var client = ParleyClient.to(new Home(home, home), "0.1.0-SNAPSHOT")) {
        var all = count + ways;
        var seen = await(client, "up", all, began);
        TimeUnit.SECONDS.sleep(3);
        var load = load(broker.pid(), daemons.getFirst().daemon(), monitor);
        var listed = listed(client);
        var placed = placed(client, light);
        var noticed = noticed(client, light);
        report.row(
            "" + count,
            "" + ways,
            "%.1f".formatted(seen / 1000),
            "%.2f".formatted(load.broker()),
            "%.0f".formatted(load.mebibytes()),
            "%.1f".formatted(load.megabytes()),
            "%.2f".formatted(load.way()),
            "%.0f".formatted(listed),
            placed.get(0),
            placed.get(1),
            "%.0f".formatted(noticed));
      }
      for (var daemon : daemons) {
        daemon.close();
      }
    }
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

  private record Load(double broker, double way, double mebibytes, double megabytes) {}

  /** How busy broker and way in are when nothing happens but heartbeats. */
  private static Load load(long broker, long way, int monitor)
      throws IOException, InterruptedException {
    var brokerBefore = ticks(broker);
    var wayBefore = ticks(way);
    var outBefore = out(monitor);
    var began = System.nanoTime();
    TimeUnit.SECONDS.sleep(5);
    var seconds = (System.nanoTime() - began) / 1e9;
    return new Load(
        (ticks(broker) - brokerBefore) / 100.0 / seconds,
        (ticks(way) - wayBefore) / 100.0 / seconds,
        resident(broker) / 1024.0,
        (out(monitor) - outBefore) / 1e6 / seconds);
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

  private static long out(int monitor) throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + monitor + "/varz")).build(),
                HttpResponse.BodyHandlers.ofString());
    return TrialNode.JSON.readTree(response.body()).path("out_bytes").asLong();
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

  /** Starts that the light nodes decline, each counting how often it was chosen. */
  private static List<String> placed(ParleyClient client, LightNodes light) {
    var params = ParleyClient.object().put("target", "fleet:kind=light").put("command", "true");
    var began = System.nanoTime();
    for (var start = 0; start < STARTS; start++) {
      try {
        var unused = client.call("session_start", params, PATIENCE);
      } catch (ClientException declined) {
        // As light nodes do.
      }
    }
    var each = (System.nanoTime() - began) / 1e6 / STARTS;
    var most = light.all().stream().mapToInt(LightNodes.Light::starts).max().orElse(0);
    return List.of(
        "%.2f".formatted(each), "%.2f, %d".formatted((double) STARTS / light.all().size(), most));
  }

  private static double noticed(ParleyClient client, LightNodes light) throws InterruptedException {
    var began = System.nanoTime();
    light.all().subList(0, SILENT).forEach(LightNodes.Light::fallSilent);
    return await(client, "unreachable", SILENT, began);
  }
}
