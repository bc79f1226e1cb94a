package dev.parley.session;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many descriptors this process has open, and how many it may have. A process without any left
 * cannot even load a class any more, so sessions are refused before that.
 */
final class Descriptors {
  private static final File OPEN = new File("/proc/self/fd");
  private static final long LIMIT = limit();

  private Descriptors() {}

  /** Whether so few are left that nothing new should be begun. */
  static boolean areShort() {
    var open = OPEN.list();
    return open != null && open.length > LIMIT * 8 / 10;
  }

  static long limit() {
    try {
      return Files.readAllLines(Path.of("/proc/self/limits")).stream()
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.substring("Max open files".length()).strip().split(" +")[0])
          .filter(soft -> !soft.equals("unlimited"))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(Long.MAX_VALUE / 8);
    } catch (IOException elsewhere) {
      return Long.MAX_VALUE / 8;
    }
  }
}
