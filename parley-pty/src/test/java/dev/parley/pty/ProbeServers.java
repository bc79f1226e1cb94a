package dev.parley.pty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Small servers on loopback for programs that wait for a network: started on demand, ended after.
 */
final class ProbeServers implements AutoCloseable {
  private final Path folder;
  private final List<Process> started = new ArrayList<>();
  private final ServerSocket silent;

  ProbeServers(Path folder) throws IOException {
    this.folder = folder;
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** A port that takes connections and never says a word. */
  int silentPort() {
    return silent.getLocalPort();
  }

  int redis() throws IOException {
    var port = freePort();
    start(
        "redis-server",
        "--port",
        "" + port,
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        folder.toString());
    return port;
  }

  /** A secure shell server with keys of its own; the caller may log in with {@link #key()}. */
  int ssh() throws IOException {
    var port = freePort();
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("host").toString());
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key());
    Files.copy(folder.resolve("key.pub"), folder.resolve("authorized"));
    Files.createDirectories(Path.of("/run/sshd"));
    start(
        "/usr/sbin/sshd",
        "-D",
        "-p",
        "" + port,
        "-h",
        folder.resolve("host").toString(),
        "-o",
        "ListenAddress=127.0.0.1",
        "-o",
        "PidFile=none",
        "-o",
        "StrictModes=no",
        "-o",
        "PermitRootLogin=yes",
        "-o",
        "PasswordAuthentication=yes",
        "-o",
        "AuthorizedKeysFile=" + folder.resolve("authorized"));
    return port;
  }

  /**
   * A database server that keeps its files and its socket in a folder of its own, which is the
   * answer. It must not run as root, so it may have to change its user first.
   */
  Path postgres() throws IOException {
    var home = Files.createTempDirectory("parley-postgres");
    var script =
        """
        bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
        as() { "$@"; }
        if [ "$(id -u)" = 0 ]; then chown postgres "$1"; as() { runuser -u postgres -- "$@"; }; fi
        cd "$1"
        as "$bin/initdb" -N -A trust -U postgres -D "$1/data" >/dev/null || exit 1
        trap 'as "$bin/pg_ctl" -D "$1/data" -m immediate stop; rm -rf "$1"' EXIT
        as "$bin/postgres" -D "$1/data" -k "$1" -h '' -c fsync=off &
        read -r _
        """;
    started.add(
        new ProcessBuilder("bash", "-c", script, "postgres", home.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
    return home;
  }

  String key() {
    return folder.resolve("key").toString();
  }

  private void start(String... command) throws IOException {
    started.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  private static void run(String... command) throws IOException {
    try {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IOException(command[0] + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws IOException {
    silent.close();
    for (var process : started) {
      process.getOutputStream().close(); // the database's sign to end
      if (!process.info().command().orElse("").endsWith("bash")) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
      }
    }
    for (var process : started) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
