package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.pty.Holder;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A broker and some nodes on this machine, in a folder of their own. */
final class FleetTrial implements AutoCloseable {
  private static final int ENDING_S = 10;

  private final Path folder;
  private final Process broker;
  private final Map<String, Home> nodes = new LinkedHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private boolean closed;

  private FleetTrial(Path folder, Process broker) {
    this.folder = folder;
    this.broker = broker;
  }

  static FleetTrial begin(List<String> names) throws IOException, InterruptedException {
    var server = server();
    var folder = Files.createTempDirectory("parley-fleet-");
    var port = freePort();
    var broker =
        new ProcessBuilder(server.toString(), "-a", "127.0.0.1", "-p", Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("broker.log").toFile())
            .start();
    var trial = new FleetTrial(folder, broker);
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(trial::close));
    try {
      for (var name : names) {
        trial.join(name, "nats://127.0.0.1:" + port);
      }
      return trial;
    } catch (RuntimeException failed) {
      trial.close();
      throw failed;
    }
  }

  /** The broker's program, which lives outside an ordinary PATH. */
  private static Path server() {
    var places = new ArrayList<String>();
    places.addAll(List.of(Seat.current().variable("PATH").split(File.pathSeparator)));
    places.addAll(List.of("/usr/sbin", "/usr/local/sbin", "/sbin"));
    return places.stream()
        .filter(place -> !place.isEmpty())
        .map(place -> Path.of(place).resolve("nats-server"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new ClientException(
                    ClientException.Code.UNSUPPORTED_HERE,
                    "A fleet needs a NATS broker, and nats-server is not installed",
                    "Install it (Debian: sudo apt-get install nats-server), or get it from"
                        + " https://nats.io/download"));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The broker may still be starting; joining is tried until it is there. */
  private void join(String name, String url) throws InterruptedException {
    var home = new Home(folder.resolve(name), folder.resolve(name)).prepared();
    nodes.put(name, home);
    var command = ToDaemon.command().with(List.of("-Dparley.http=127.0.0.1:0"));
    try (var client = ParleyClient.starting(home, Parley.VERSION, command)) {
      var params = ParleyClient.object().put("url", url).put("node", name);
      params.putObject("labels").put("name", name);
      for (var attempt = 1; ; attempt++) {
        try {
          var unused = client.call("fleet_join", params);
          return;
        } catch (ClientException notYet) {
          if (attempt == 50 || !broker.isAlive()) {
            throw notYet;
          }
          TimeUnit.MILLISECONDS.sleep(100);
        }
      }
    }
  }

  String welcome() {
    var first = nodes.keySet().iterator().next();
    return """
    Three nodes are up: %s. In another terminal:

      export PARLEY_HOME=%s
      parley nodes
      parley start --target node:b --name py -- python3 -q
      parley send b/py 'print(6 * 7)'
      parley start --target fleet --wait 'echo here I am'
      parley list --fleet --all

    Ctrl-C here ends it all."""
        .formatted(String.join(", ", nodes.keySet()), folder.resolve(first));
  }

  /** Returns when the broker has died; Ctrl-C ends the process before. */
  void await() throws InterruptedException {
    var unused = broker.onExit().thenRun(over::countDown);
    over.await();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (var home : nodes.values()) {
      try (var client = ParleyClient.to(home, Parley.VERSION)) {
        var unused = client.call("stop", ParleyClient.object());
      } catch (ClientException none) {
        // It has ended already.
      }
    }
    for (var home : nodes.values()) {
      awaitEnd(home);
    }
    broker.destroy();
    over.countDown();
    delete();
  }

  private static void awaitEnd(Home home) {
    var ending = Thread.ofPlatform().daemon().start(() -> Holder.awaitEnd(home.lock()));
    try {
      ending.join(TimeUnit.SECONDS.toMillis(ENDING_S));
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException left) {
      Seat.current().err().println("parley: %s is left behind".formatted(folder));
    }
  }
}
