package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Programs of ours in C, compiled for tests. */
final class Compiled {
  private static final Path INSIDE = Path.of("target", "parley-inside").toAbsolutePath();

  private Compiled() {}

  /** From now on sandboxes use parley-inside. */
  static synchronized void inside() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/cc")), "There is no C compiler here");
    var source = Path.of("..", "launcher", "inside.c");
    if (!Files.exists(INSIDE)
        || Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(INSIDE)) > 0) {
      var compiler =
          new ProcessBuilder(
                  "cc",
                  "-std=c17",
                  "-O2",
                  "-Wall",
                  "-Wextra",
                  "-Werror",
                  "-static",
                  "-o",
                  INSIDE.toString(),
                  source.toString())
              .inheritIO()
              .start();
      assertThat(compiler.waitFor()).isZero();
    }
    System.setProperty("parley.inside", INSIDE.toString());
  }
}
