package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What {@link HolderTest} asks of a holder, asked of the program that is none of Java's. */
class NativeHolderTest extends HolderTest {
  private static final Path SOURCE = Path.of("..", "launcher", "holder.c");

  @TempDir static Path compiled;

  @BeforeAll
  static void compile() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/cc")), "There is no C compiler here");
    var compiler =
        new ProcessBuilder(
                "cc",
                "-std=c17",
                "-O1",
                "-g",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-static",
                "-o",
                compiled.resolve("holder").toString(),
                SOURCE.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
  }

  static String compiledHolder() {
    return compiled.resolve("holder").toString();
  }

  @Override
  String program() {
    return compiledHolder();
  }

  @Override
  long mostKilobytes() {
    return 3 * 1024;
  }
}
