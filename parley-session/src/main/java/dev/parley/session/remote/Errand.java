package dev.parley.session.remote;

import dev.parley.session.Surroundings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A short command of this host, run to its end with the caller's environment.
 *
 * @param code how it ended; -1 when it took too long
 * @param output what it printed, errors too
 */
record Errand(int code, String output) {

  /** Prepares a command; its errors go where its output goes. */
  static ProcessBuilder of(List<String> command) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(Surroundings.current().environment());
    return builder;
  }

  /**
   * Runs it.
   *
   * @throws IOException when there is no such program
   */
  static Errand run(ProcessBuilder command, String input, Duration within) throws IOException {
    var process = command.start();
    var timer =
        Thread.startVirtualThread(
            () -> {
              try {
                if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException over) {
                // It has ended by itself.
              }
            });
    try {
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException unread) {
        // It ended without reading all of it.
      }
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Errand(process.waitFor(), output);
    } catch (InterruptedException cancelled) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return new Errand(-1, "");
    } finally {
      timer.interrupt();
    }
  }

  boolean done() {
    return code == 0;
  }
}
