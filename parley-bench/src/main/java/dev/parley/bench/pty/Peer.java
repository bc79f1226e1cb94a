package dev.parley.bench.pty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Other programs that do the same work: our C program, compiled here and now, and tmux. */
final class Peer {
  private final Path program;

  private Peer(Path program) {
    this.program = program;
  }

  static Peer compile(Path folder) {
    var source = folder.resolve("peer.c");
    var program = folder.resolve("peer");
    try (var text = Peer.class.getResourceAsStream("peer.c")) {
      if (text == null) {
        throw new IllegalStateException("peer.c is not in this jar");
      }
      Files.write(source, text.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("cc", "-O2", "-o", program.toString(), source.toString());
    return new Peer(program);
  }

  /** Microseconds of each of so many rounds. */
  double[] micros(String what, int rounds) {
    return run(program.toString(), what, "" + rounds)
        .lines()
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  /** Megabytes per second of reading all that a command prints. */
  double drain(String command) {
    var words = run(program.toString(), "drain", command).strip().split(" ");
    return Double.parseDouble(words[0]) / 1e6 / Double.parseDouble(words[1]);
  }

  static String run(String... command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(List.of(command) + " failed:\n" + text);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
