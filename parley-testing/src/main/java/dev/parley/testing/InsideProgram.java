package dev.parley.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What stands inside a sandbox, {@code parley-inside}, compiled for tests. */
public final class InsideProgram {
  private static final Path FILE = Path.of("target", "parley-inside").toAbsolutePath();

  private static final Path SOURCE = Path.of("..", "launcher");
  private static final List<Path> SOURCES =
      List.of(SOURCE.resolve("inside.c"), SOURCE.resolve("confine.c"), SOURCE.resolve("inside.h"));

  private InsideProgram() {}

  private static boolean isOutdated() throws IOException {
    if (!Files.exists(FILE)) {
      return true;
    }
    var made = Files.getLastModifiedTime(FILE);
    for (var source : SOURCES) {
      if (Files.getLastModifiedTime(source).compareTo(made) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Compiles it, and makes sandboxes of this process use it. */
  public static synchronized Path use() throws IOException, InterruptedException {
    if (isOutdated()) {
      Files.createDirectories(FILE.getParent());
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
                  FILE.toString(),
                  SOURCES.get(0).toString(),
                  SOURCES.get(1).toString())
              .inheritIO()
              .start();
      if (compiler.waitFor() != 0) {
        throw new IOException("parley-inside does not compile");
      }
    }
    System.setProperty("parley.inside", FILE.toString());
    return FILE;
  }
}
