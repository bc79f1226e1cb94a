package dev.parley.cli.doors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The built {@code parley} with a home, and so a daemon, of its own.
 *
 * @param before words to run it by, such as those that put it into a network of its own
 */
record Command(Path home, List<String> before) {
  static final Path PARLEY = Path.of("..", "parley").toAbsolutePath().normalize();

  Command(Path home) {
    this(home, List.of());
  }

  /** What a command printed, and its exit code. */
  record Ran(int code, String out, String err) {}

  Process start(String... arguments) {
    return start(ProcessBuilder.Redirect.INHERIT, List.of(arguments));
  }

  private Process start(ProcessBuilder.Redirect errors, List<String> arguments) {
    var words = new ArrayList<String>();
    words.addAll(before);
    words.add(PARLEY.toString());
    words.addAll(arguments);
    var builder = new ProcessBuilder(words).redirectError(errors);
    builder.environment().put("PARLEY_NO_BUILD", "1");
    builder.environment().put("PARLEY_HOME", home.toString());
    builder.environment().put("PARLEY_HTTP", "127.0.0.1:0");
    builder.environment().put("SHELL", "/bin/bash");
    // The user's own start-up files must not change what the tests see.
    builder.environment().put("HOME", home.toString());
    try {
      return builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  Ran run(List<String> arguments) {
    try {
      var errors = Files.createTempFile("parley", ".err");
      var process = start(ProcessBuilder.Redirect.to(errors.toFile()), arguments);
      process.getOutputStream().close();
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var code = process.waitFor();
      var err = Files.readString(errors);
      Files.delete(errors);
      return new Ran(code, out, err);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
