package dev.parley.session.remote.transport;

import dev.parley.session.launch.Surroundings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A short command of this host, run to its end with the caller's environment.
 *
 * @param code how it ended; -1 when it took too long
 * @param output what it printed, errors too
 */
public record HostCommand(int code, String output) {
  private static final int LONGEST_OUTPUT = 4 << 20;

  /** Prepares a command; its errors go where its output goes. */
  public static ProcessBuilder of(List<String> command) {
    var words = new ArrayList<>(command);
    // Java would look for the program in the path of this process.
    find(command.getFirst()).ifPresent(path -> words.set(0, path.toString()));
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(Surroundings.current().environment());
    return builder;
  }

  /** Where the caller's path has a program. */
  public static Optional<Path> find(String program) {
    var path = Surroundings.current().environment().getOrDefault("PATH", "/usr/bin:/bin");
    return Arrays.stream(path.split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs it.
   *
   * @throws IOException when there is no such program
   */
  public static HostCommand run(ProcessBuilder command, String input, Duration within)
      throws IOException {
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
      var output =
          new String(process.getInputStream().readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8);
      return new HostCommand(process.waitFor(), output);
    } catch (InterruptedException cancelled) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return new HostCommand(-1, "");
    } finally {
      timer.interrupt();
    }
  }

  public boolean done() {
    return code == 0;
  }
}
