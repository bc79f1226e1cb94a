package dev.parley.server.alerts;

import dev.parley.server.alerts.Deliveries.Undelivered;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a program of the user's that passes a call on. */
final class AlertProgram {
  /** Of what it complains about. */
  private static final int LONGEST_WORDS = 300;

  private AlertProgram() {}

  /** Runs it to its end, which must be a good one and come in time. */
  static void run(List<String> words, Map<String, String> variables, Duration limit)
      throws Undelivered, InterruptedException {
    var builder =
        new ProcessBuilder(words)
            .directory(Path.of(System.getProperty("user.home")).toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("PARLEY_SESSION");
    builder.environment().putAll(variables);
    try {
      var program = builder.start();
      var complaint = new CompletableFuture<String>();
      Thread.ofVirtual().start(() -> complaint.complete(read(program.getErrorStream())));
      if (!program.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly();
        throw new Undelivered("%s took too long".formatted(words.getFirst()), false);
      }
      if (program.exitValue() != 0) {
        throw new Undelivered(
            "%s ended with exit code %d%s"
                .formatted(words.getFirst(), program.exitValue(), after(complaint)),
            false);
      }
    } catch (IOException cannot) {
      throw new Undelivered("%s cannot be started".formatted(words.getFirst()), false);
    }
  }

  /** What it said, unless something that it left behind keeps its output open. */
  private static String after(CompletableFuture<String> complaint) {
    var words = complaint.completeOnTimeout("", 1, TimeUnit.SECONDS).join().strip();
    return words.isEmpty() ? "" : ": " + words;
  }

  private static String read(InputStream from) {
    try (from) {
      return new String(from.readNBytes(LONGEST_WORDS), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }
}
