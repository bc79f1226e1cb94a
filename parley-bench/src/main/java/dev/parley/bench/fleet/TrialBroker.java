package dev.parley.bench.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A nats-server on a port of its own. */
final class TrialBroker implements AutoCloseable {
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/sbin/nats-server"),
          Path.of("/usr/bin/nats-server"),
          Path.of("/usr/local/bin/nats-server"));

  private final int port;
  private final Path log;
  private final List<String> options;
  private Process process;

  private TrialBroker(int port, Path log, List<String> options) throws IOException {
    this.port = port;
    this.log = log;
    this.options = options;
    this.process = begun();
  }

  static TrialBroker alone(Path folder, String... options) throws IOException {
    return new TrialBroker(freePort(), folder.resolve("broker.log"), List.of(options));
  }

  /** Several that are one cluster. */
  static List<TrialBroker> cluster(Path folder, int count) throws IOException {
    var routes = new ArrayList<Integer>();
    for (var number = 0; number < count; number++) {
      routes.add(freePort());
    }
    var all =
        routes.stream().map(port -> "nats://127.0.0.1:" + port).collect(Collectors.joining(","));
    var brokers = new ArrayList<TrialBroker>();
    for (var route : routes) {
      brokers.add(
          new TrialBroker(
              freePort(),
              folder.resolve("broker" + brokers.size() + ".log"),
              List.of(
                  "-cluster_name",
                  "trial",
                  "-cluster",
                  "nats://127.0.0.1:" + route,
                  "-routes",
                  all)));
    }
    return brokers;
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process begun() throws IOException {
    var program =
        PLACES.stream()
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(() -> new IOException("There is no nats-server; install one"));
    var line = new ArrayList<String>();
    line.addAll(List.of(program.toString(), "-a", "127.0.0.1", "-p", "" + port));
    line.addAll(options);
    var started =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    while (!isThere()) {
      if (!started.isAlive()) {
        throw new IOException("nats-server has ended, see " + log);
      }
      Thread.onSpinWait();
    }
    return started;
  }

  private boolean isThere() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  int port() {
    return port;
  }

  String url() {
    return "nats://127.0.0.1:" + port;
  }

  long pid() {
    return process.pid();
  }

  void kill() throws InterruptedException {
    var unused = process.destroyForcibly().waitFor();
  }

  void again() throws IOException {
    process = begun();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
