package dev.parley.bench.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What all jobs share: a home without anybody's configuration, and servers on loopback that are
 * started when a job first asks for one. Where passwords are checked there is a user of our own,
 * known only inside mount namespaces with other account files, so that the host's are never
 * touched.
 */
final class World implements AutoCloseable {
  static final String USER = "tester";
  static final String PASSWORD = "correct horse 77";

  private final Path folder;
  private final List<Process> started = new ArrayList<>();
  private int sshPort;
  private int redisPort;
  private String postgres = "";
  private boolean accounts;

  World(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder.resolve("home"));
  }

  Path folder() {
    return folder;
  }

  /** For everything that plays a job. */
  Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("SHELL", "/bin/bash");
    environment.put("TERM", "xterm-256color");
    environment.put("LANG", "C.UTF-8");
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("GIT_CONFIG_GLOBAL", folder.resolve("gitconfig").toString());
    environment.put("GIT_CONFIG_SYSTEM", "/dev/null");
    environment.put("NPM_CONFIG_UPDATE_NOTIFIER", "false");
    return environment;
  }

  /** Whether passwords can be checked: only root may. */
  static boolean hasAccounts() {
    return System.getProperty("user.name").equals("root");
  }

  /** A command line before which another runs where our user exists, as root. */
  synchronized String accounts() throws IOException {
    var enter = folder.resolve("accounts");
    if (!accounts) {
      run(
          """
          # A copy of the whole folder: a file that is mounted over alone is lost when the host's is replaced.
          cd "$1"; mkdir -p account/home; cp -a /etc account/etc; cd account/etc; umask 077
          echo "$2:x:54321:54321::$1/account/home:/bin/bash" >> passwd
          echo "$2:x:54321:" >> group
          echo "$2:$(openssl passwd -6 "$3"):20000:0:99999:7:::" >> shadow
          printf '%s\\n' 'Defaults !lecture, timestamp_timeout=0' 'root ALL=(ALL:ALL) ALL' "$2 ALL=(ALL:ALL) ALL" > sudoers
          chmod 440 sudoers; chown 54321:54321 ../home; chmod 711 "$1"; cd ..
          cat > ../accounts <<END
          #!/bin/bash
          exec unshare -m --propagation private bash -c 'mount --bind $1/account/etc /etc; cd "\\$0"; exec "\\$@"' "\\$PWD" "\\$@"
          END
          chmod 755 ../accounts
          """,
          folder.toString(), USER, PASSWORD);
      accounts = true;
    }
    return enter.toString();
  }

  /** An ssh server: our user by password, whoever runs this by a key, the folder's {@code key}. */
  synchronized int ssh() throws IOException {
    if (sshPort == 0) {
      sshPort = freePort();
      run(
          """
          cd "$1"; ssh-keygen -q -t ed25519 -N '' -f host; ssh-keygen -q -t ed25519 -N '' -f key; cp key.pub authorized
          [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
          """,
          folder.toString());
      var command = new ArrayList<String>();
      if (hasAccounts()) {
        command.add(accounts());
      }
      command.addAll(List.of("/usr/sbin/sshd", "-D", "-f", "/dev/null", "-p", "" + sshPort));
      command.addAll(List.of("-h", folder.resolve("host").toString()));
      for (var option :
          List.of(
              "ListenAddress=127.0.0.1",
              "PidFile=none",
              "StrictModes=no",
              "PermitRootLogin=yes",
              "PasswordAuthentication=yes",
              "UsePAM=no",
              "PrintMotd=no",
              "PrintLastLog=no",
              "MaxStartups=100",
              "AuthorizedKeysFile=" + folder.resolve("authorized"))) {
        command.addAll(List.of("-o", option));
      }
      start(command);
      await("sshd", () -> answers(sshPort));
    }
    return sshPort;
  }

  synchronized int redis() throws IOException {
    if (redisPort == 0) {
      redisPort = freePort();
      start(
          List.of(
              "redis-server",
              "--port",
              "" + redisPort,
              "--bind",
              "127.0.0.1",
              "--save",
              "",
              "--dir",
              folder.toString()));
      await("redis-server", () -> answers(redisPort));
    }
    return redisPort;
  }

  /** A database server's folder, which has its socket. It must not run as root. */
  synchronized String postgres() throws IOException {
    if (postgres.isEmpty()) {
      var home = Files.createTempDirectory("jobs-pg");
      start(
          List.of(
              "bash",
              "-c",
              """
              bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
              as() { "$@"; }
              if [ "$(id -u)" = 0 ]; then chown postgres "$1"; as() { runuser -u postgres -- "$@"; }; fi
              chmod 755 "$1"; cd "$1"
              as "$bin/initdb" -N -A trust -U postgres -D "$1/data" >/dev/null || exit 1
              trap 'as "$bin/pg_ctl" -D "$1/data" -m immediate stop; rm -rf "$1"' EXIT
              as "$bin/postgres" -D "$1/data" -k "$1" -h '' -c fsync=off &
              read -r _
              """,
              "postgres",
              home.toString()));
      await("postgres", () -> Files.exists(home.resolve(".s.PGSQL.5432")));
      postgres = home.toString();
    }
    return postgres;
  }

  private void start(List<String> command) throws IOException {
    started.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  private static void run(String script, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("bash", "-e", "-c", script, "world"));
    command.addAll(List.of(arguments));
    try {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IOException("The servers of the jobs could not be prepared");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
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
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!up.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + " did not come up");
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() throws IOException {
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
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    var unused = new ProcessBuilder("rm", "-rf", folder.toString()).start().onExit().join();
  }
}
