package dev.parley.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A real nats-server on a port of its own, which can be killed and brought back. */
final class TestBroker implements AutoCloseable {
  private final int port;
  private final List<String> options;
  private Process process;

  private TestBroker(int port, List<String> options) throws IOException, InterruptedException {
    this.port = port;
    this.options = options;
    this.process = begun();
  }

  static TestBroker start(String... options) throws IOException, InterruptedException {
    return new TestBroker(freePort(), List.of(options));
  }

  /** Three that are one cluster; each tells its clients of the others. */
  static List<TestBroker> cluster() throws IOException, InterruptedException {
    var ports = List.of(freePort(), freePort(), freePort());
    var routes =
        ports.stream().map(port -> "nats://127.0.0.1:" + port).collect(Collectors.joining(","));
    var brokers = new ArrayList<TestBroker>();
    for (var port : ports) {
      brokers.add(
          start(
              "-cluster_name", "test", "-cluster", "nats://127.0.0.1:" + port, "-routes", routes));
    }
    return brokers;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process begun() throws IOException, InterruptedException {
    var line = new ArrayList<String>();
    line.addAll(List.of("/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", "" + port));
    line.addAll(options);
    var started =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(Path.of("/dev/null").toFile())
            .start();
    TestWait.whilst(() -> started.isAlive() && !isThere());
    if (!started.isAlive()) {
      throw new IOException("nats-server has ended: " + started.waitFor());
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

  String url() {
    return "nats://127.0.0.1:" + port;
  }

  void signal(String name) throws IOException, InterruptedException {
    var code = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    if (code != 0) {
      throw new IOException("kill has failed: " + code);
    }
  }

  void kill() throws InterruptedException {
    var unused = process.destroyForcibly().waitFor();
  }

  void again() throws IOException, InterruptedException {
    process = begun();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
