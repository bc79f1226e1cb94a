package dev.parley.session.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What a confined child has in place of a /tmp of its own where it cannot get one. {@code
 * parley-inside} makes it and removes it; where that was killed, it is removed here.
 */
final class TemporaryFolder {
  private TemporaryFolder() {}

  static Path of(String session) {
    return Sandboxes.real(Path.of(System.getProperty("java.io.tmpdir")))
        .resolve("parley-" + session);
  }

  /** Removes it if it is there and ours; what cannot be removed stays. Links are not followed. */
  static void remove(String session) {
    var folder = of(session);
    try {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isOurs(folder)) {
        Files.walkFileTree(folder, new Remover());
      }
    } catch (IOException left) {
      // it is the system's to clear, as everything there
    }
  }

  private static boolean isOurs(Path folder) throws IOException {
    var uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(uid);
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
