package dev.parley.cli.mcp;

import dev.parley.testing.FreshHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** A home with a daemon of its own, and the clients that a test connects to it. */
final class Desk implements AutoCloseable {
  private static final long PATIENCE_S = 60;

  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private final ConcurrentLinkedQueue<ParleyProcess> clients = new ConcurrentLinkedQueue<>();

  private Desk(Path home) {
    this.home = home;
    environment.put("PARLEY_HOME", home.resolve("state").toString());
    environment.put("PARLEY_HTTP", "off");
    environment.put("HOME", home.toString());
    environment.put("SHELL", "/bin/bash");
  }

  static Desk open(Map<String, String> more) {
    try {
      var desk = new Desk(FreshHome.in(Files.createTempDirectory("parley-desk").toRealPath()));
      desk.environment.putAll(more);
      return desk;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Desk open() {
    return open(Map.of());
  }

  /** A desk whose daemon is there already, for clients of one toolset that are started at once. */
  static Desk ready() {
    var desk = open();
    desk.client().process().destroy();
    return desk;
  }

  /** Where the user's own files would be. */
  Path home() {
    return home;
  }

  /** A client with these options, through the daemon. */
  ParleyProcess client(String... options) {
    return clientIn(home, options);
  }

  /** A client of one toolset, with more options. */
  ParleyProcess clientOf(String toolset, String... more) {
    var options = new ArrayList<>(List.of("--tools", toolset));
    options.addAll(List.of(more));
    return client(options.toArray(String[]::new));
  }

  /** A client that was started in a folder. */
  ParleyProcess clientIn(Path folder, String... options) {
    var client = ParleyProcess.withDaemon(environment, folder, options);
    clients.add(client);
    return client;
  }

  /** Runs a command of {@code parley} and returns what it printed on both streams. */
  String run(String... arguments) {
    var words = new ArrayList<String>();
    words.add(ParleyProcess.root().resolve("parley").toString());
    words.addAll(List.of(arguments));
    var builder = new ProcessBuilder(words).directory(home.toFile()).redirectErrorStream(true);
    builder.environment().put("PARLEY_NO_BUILD", "1");
    builder.environment().putAll(environment);
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.onExit().join();
      return output;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private JsonNode status() {
    try {
      return ParleyProcess.JSON.readTree(run("status", "--json"));
    } catch (RuntimeException between) {
      return ParleyProcess.JSON.missingNode();
    }
  }

  /** Restarts the daemon on purpose. */
  void restart() {
    run("restart");
  }

  /** Kills the daemon, and waits until its holder has started another. */
  void kill() {
    var pid = status().path("daemon").path("pid").asLong();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    until(
        () -> {
          var next = status().path("daemon").path("pid").asLong(0);
          return next != 0 && next != pid;
        });
  }

  /** Every session of the daemon, ended ones too, as {@code parley list} has it. */
  JsonNode sessions() {
    return ParleyProcess.JSON.readTree(run("list", "--all", "--json")).path("sessions");
  }

  /** One of them. */
  JsonNode session(String name) {
    for (var each : sessions()) {
      if (each.path("session").asString().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no session " + name);
  }

  /** Waits until something holds. */
  static void until(BooleanSupplier holds) {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not come to pass in %d s".formatted(PATIENCE_S));
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Whether a process is there and no zombie. */
  static boolean lives(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    for (var client : clients) {
      client.process().destroyForcibly();
    }
    run("stop");
    try (var files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
