package dev.parley.bench.daemon;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** The command as it was built, with a home of its own; closing it ends its daemon. */
final class Installed implements AutoCloseable {
  private static final Path PARLEY = Path.of("parley").toAbsolutePath();

  private final Path folder;
  private final String options;

  /** An installed command whose JVMs get more options, or none. */
  Installed(String options) {
    this.options = options;
    try {
      folder = Files.createTempDirectory("parley-bench");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    run("status"); // builds what is missing, the start-up cache included
  }

  Home home() {
    return new Home(folder, folder);
  }

  /** Starts a command of ours. */
  Process start(String... words) {
    var line = new ArrayList<>(List.of(PARLEY.toString()));
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("PARLEY_HOME", folder.toString());
    builder.environment().put("PARLEY_JAVA_OPTIONS", options);
    try {
      return builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Runs a command of ours to its end and says how many milliseconds that took. */
  double run(String... words) {
    var begun = System.nanoTime();
    var process = start(words);
    try {
      process.getInputStream().readAllBytes();
      process.waitFor();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return millisSince(begun);
  }

  /** A client of the daemon, which must be running. */
  ParleyClient client() {
    return ParleyClient.to(home(), "bench");
  }

  JsonNode status() {
    try (var client = client()) {
      return client.call("status", ParleyClient.object());
    }
  }

  static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  /** Waits for something that tells nobody when it has happened. */
  static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    run("stop");
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException left) {
      System.err.println("Left behind: " + folder);
    }
  }

  /** A call that is made again while there is no daemon; it must change nothing. */
  static JsonNode ask(ParleyClient client, String method, JsonNode params) {
    while (true) {
      try {
        return client.call(method, params.deepCopy().asObject());
      } catch (ClientException between) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }
}
