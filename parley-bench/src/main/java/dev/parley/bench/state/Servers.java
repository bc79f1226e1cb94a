package dev.parley.bench.state;

import dev.parley.session.launch.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Servers on loopback for the programs that talk to one, told to them by variables. */
final class Servers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final List<Process> started = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();

  /** Takes connections and never says a word. */
  private final ServerSocket silent;

  /**
   * Starts what the situations need.
   *
   * @param far whether they are played over ssh, and so need a server for that in any case
   */
  Servers(Path folder, Collection<Situation> situations, boolean far) throws IOException {
    this.folder = folder;
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    variables.put("SILENT_PORT", "" + silent.getLocalPort());
    if (situations.stream().anyMatch(each -> each.uses("REDIS_PORT"))) {
      redis();
    }
    if (far || situations.stream().anyMatch(each -> each.uses("SSH_PORT"))) {
      ssh();
    }
    if (situations.stream().anyMatch(each -> each.uses("PG_HOME"))) {
      postgres();
    }
    if (situations.stream().anyMatch(each -> each.uses("MARIADB_HOME"))) {
      mariadb();
    }
  }

  Map<String, String> variables() {
    return variables;
  }

  /** This host by way of ssh, with a configuration of our own for it. */
  Target far() throws IOException {
    var config = folder.resolve("config");
    Files.writeString(
        config,
        """
        Host *
          IdentityFile %s
          IdentitiesOnly yes
          IdentityAgent none
          UserKnownHostsFile %s
        """
            .formatted(folder.resolve("key"), folder.resolve("known")));
    Files.writeString(
        folder.resolve("known"),
        "[127.0.0.1]:%s %s"
            .formatted(variables.get("SSH_PORT"), Files.readString(folder.resolve("host.pub"))));
    System.setProperty("parley.ssh.config", config.toString());
    return Target.parse(
        "ssh://%s@127.0.0.1:%s"
            .formatted(System.getProperty("user.name"), variables.get("SSH_PORT")));
  }

  private void redis() throws IOException {
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
        "" + folder);
    variables.put("REDIS_PORT", "" + port);
    await("redis-server", () -> answers(port));
  }

  private void ssh() throws IOException {
    var port = freePort();
    var key = folder.resolve("key");
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve("host"));
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + key);
    Files.copy(folder.resolve("key.pub"), folder.resolve("authorized"));
    Files.createDirectories(Path.of("/run/sshd"));
    start(
        "/usr/sbin/sshd",
        "-D",
        "-f",
        "/dev/null",
        "-p",
        "" + port,
        "-h",
        "" + folder.resolve("host"),
        "-o",
        "ListenAddress=127.0.0.1",
        "-o",
        "PidFile=none",
        "-o",
        "StrictModes=no",
        "-o",
        "PermitRootLogin=yes",
        "-o",
        "UsePAM=no",
        "-o",
        "MaxStartups=100",
        "-o",
        "MaxSessions=1000",
        "-o",
        "AuthorizedKeysFile=" + folder.resolve("authorized"));
    variables.put("SSH_PORT", "" + port);
    variables.put("SSH_KEY", "" + key);
    await("sshd", () -> answers(port));
  }

  /** Must not run as root, so it may have to change its user first. */
  private void postgres() throws IOException {
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
    start("bash", "-c", script, "postgres", "" + home);
    variables.put("PG_HOME", "" + home);
    await("postgres", () -> Files.exists(home.resolve(".s.PGSQL.5432")));
  }

  private void mariadb() throws IOException {
    var home = Files.createTempDirectory("parley-mariadb");
    var script =
        """
        mariadb-install-db --no-defaults --user=root --datadir="$1/data" --auth-root-authentication-method=normal >/dev/null
        trap 'rm -rf "$1"' EXIT
        mariadbd --no-defaults --user=root --datadir="$1/data" --socket="$1/sock" --skip-networking --pid-file="$1/pid" &
        trap 'kill $!; wait $!; rm -rf "$1"' EXIT
        read -r _
        """;
    start("bash", "-c", script, "mariadb", "" + home);
    variables.put("MARIADB_HOME", "" + home);
    await("mariadbd", () -> Files.exists(home.resolve("sock")));
  }

  /** Starts a process that has no terminal and waits in an io_uring for ever. */
  void bystander() throws IOException {
    var source = folder.resolve("bystander.c");
    Files.writeString(
        source,
        """
        #include <unistd.h>
        #include <sys/syscall.h>
        int main() { char params[120] = {0}; int ring = syscall(425, 8, params); for (;;) syscall(426, ring, 0, 1, 1, 0, 0); }
        """);
    run("cc", "-w", "" + source, "-o", "" + folder.resolve("bystander"));
    start("setsid", "-w", "" + folder.resolve("bystander"));
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

  private static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void await(String what, BooleanSupplier up) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!up.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + " did not come up");
      }
      LockSupport.parkNanos(20_000_000);
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
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
