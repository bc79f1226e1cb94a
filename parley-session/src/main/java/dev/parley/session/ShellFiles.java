package dev.parley.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;

/**
 * The files that bring a shell its marks. A shell runs what is in them, so they are in a folder
 * that only the user can enter, and before every use each is looked at again: whether it is still
 * there, still the user's, and still what we have written. A folder in {@code /tmp} may be swept
 * away and made anew by somebody else.
 */
final class ShellFiles {
  private static final Set<PosixFilePermission> OURS_ALONE =
      PosixFilePermissions.fromString("rwx------");

  private static final String NONCE_FILE = "nonce-";

  private static volatile Path folder = Path.of("");

  private ShellFiles() {}

  /** From now on they are in this folder. */
  static synchronized void keepIn(Path place) {
    folder = place;
  }

  /** A file of a shell, as it must be. */
  static synchronized Path file(String name) {
    try {
      return file(name, content(name));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A file of ours with this content. */
  static synchronized Path file(String name, byte[] content) {
    try {
      if (folder.toString().isEmpty() || !isOurs(folder)) {
        folder = made();
      }
      var file = folder.resolve(name);
      if (!holds(file, content)) {
        write(file, content);
      }
      return file;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A folder of ours for the proxies of sessions that live in this process alone. */
  static synchronized Path proxies() {
    return file("empty", new byte[0]).resolveSibling("proxies");
  }

  /**
   * A file with a nonce for one shell, which reads and empties it before it does anything else. The
   * environment would not do: it can be read of a shell as long as that lives, by every program
   * that it starts.
   */
  static synchronized Path withNonce(String nonce) {
    try {
      if (folder.toString().isEmpty() || !isOurs(folder)) {
        folder = made();
      }
      sweep();
      var file =
          Files.createTempFile(
              folder,
              NONCE_FILE,
              null,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, nonce + "\n");
      return file;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Removes what shells have read, and what none will read any more. */
  private static void sweep() throws IOException {
    var old = Instant.now().minus(Duration.ofHours(1));
    try (var files = Files.newDirectoryStream(folder, NONCE_FILE + "*")) {
      for (var file : files) {
        if (Files.size(file) == 0 || Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (NoSuchFileException sweptMeanwhile) {
      // Another daemon of this user was faster.
    }
  }

  private static byte[] content(String name) throws IOException {
    try (var source = ShellFiles.class.getResourceAsStream("shell/" + name)) {
      if (source == null) {
        throw new IllegalStateException("The shell file " + name + " is not in the jar");
      }
      return source.readAllBytes();
    }
  }

  /** The folder, made where it is missing; another one where something else is in its place. */
  private static Path made() throws IOException {
    if (!folder.toString().isEmpty()) {
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(folder.toAbsolutePath().getParent());
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OURS_ALONE));
      }
      if (isOurs(folder)) {
        return folder;
      }
    }
    var made =
        Files.createTempDirectory(
            "parley-shell-", PosixFilePermissions.asFileAttribute(OURS_ALONE));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
    return made;
  }

  private static boolean isOurs(Path path) throws IOException {
    try {
      var is = attributes(path);
      return is.isDirectory()
          && is.owner().equals(Files.getOwner(Path.of("/proc/self")))
          && is.permissions().equals(OURS_ALONE);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean holds(Path file, byte[] content) throws IOException {
    try {
      return attributes(file).isRegularFile() && Arrays.equals(Files.readAllBytes(file), content);
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.getParent(), PosixFilePermissions.asFileAttribute(OURS_ALONE));
    var scratch = Files.createTempFile(folder, "marks", null);
    Files.write(scratch, content);
    Files.move(scratch, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void delete(Path made) {
    try (var files = Files.walk(made)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException left) {
      // A folder left in the temporary files harms nobody.
    }
  }
}
