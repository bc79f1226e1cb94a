package dev.parley.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Database servers for one test, on a socket in a folder of their own. */
final class Servers {
  private Servers() {}

  /**
   * A server that runs.
   *
   * @param address what a client is given to find it
   */
  record Running(String address, Path folder, List<String> stop) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        run(stop);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  static Running postgres() throws Exception {
    var folder = Files.createTempDirectory("parley-postgres");
    if (root()) {
      run(List.of("chown", "postgres", folder.toString()));
    }
    var programs = postgresPrograms();
    var data = folder.resolve("data").toString();
    run(
        asPostgres(
            programs.resolve("initdb").toString(),
            "-D",
            data,
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync"));
    run(
        asPostgres(
            programs.resolve("pg_ctl").toString(),
            "-D",
            data,
            "-w",
            "-l",
            folder.resolve("log").toString(),
            "-o",
            "-k %s -h '' -F".formatted(folder),
            "start"));
    return new Running(
        "-h %s -U postgres".formatted(folder),
        folder,
        asPostgres(programs.resolve("pg_ctl").toString(), "-D", data, "-m", "immediate", "stop"));
  }

  private static Path postgresPrograms() throws IOException {
    try (var versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions.max(Comparator.naturalOrder()).orElseThrow().resolve("bin");
    }
  }

  /** PostgreSQL does not run as root. */
  private static List<String> asPostgres(String... command) {
    var whole = new ArrayList<String>();
    if (root()) {
      whole.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    whole.addAll(List.of(command));
    return whole;
  }

  private static boolean root() {
    return System.getProperty("user.name").equals("root");
  }

  static Running redis() throws Exception {
    var folder = Files.createTempDirectory("parley-redis");
    var socket = folder.resolve("socket").toString();
    run(
        List.of(
            "redis-server",
            "--port",
            "0",
            "--unixsocket",
            socket,
            "--daemonize",
            "yes",
            "--dir",
            folder.toString(),
            "--save",
            "",
            "--logfile",
            folder.resolve("log").toString()));
    var ping = List.of("redis-cli", "-s", socket, "ping");
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.exists(Path.of(socket))) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("redis-server does not start");
      }
      Thread.onSpinWait();
    }
    run(ping);
    return new Running(socket, folder, List.of("redis-cli", "-s", socket, "shutdown", "nosave"));
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .directory(new java.io.File("/"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .start();
    process.getOutputStream().close();
    var output = new StringBuilder();
    // A server that is left behind holds the pipe open, so its end is not waited for.
    var reader =
        Thread.startVirtualThread(
            () -> {
              try {
                var stream = process.getInputStream();
                var chunk = new byte[4096];
                for (var count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                  synchronized (output) {
                    output.append(new String(chunk, 0, count, UTF_8));
                  }
                }
              } catch (IOException closed) {
                // Nothing more to read.
              }
            });
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      reader.interrupt();
      synchronized (output) {
        throw new AssertionError(command + " failed: " + output);
      }
    }
  }
}
