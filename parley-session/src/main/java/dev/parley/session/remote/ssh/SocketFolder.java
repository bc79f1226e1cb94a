package dev.parley.session.remote.ssh;

import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the sockets by which connections are shared. Only we may enter it, and its path is
 * short: the kernel takes 107 bytes, and ssh adds a beginning of its own while it makes one.
 */
public final class SocketFolder {
  private static final int LONGEST = 64;
  private static final Set<PosixFilePermission> OURS_ALONE =
      PosixFilePermissions.fromString("rwx------");

  private final Optional<Path> wanted;
  private @Nullable Path folder;

  /**
   * A folder that is made when it is first needed.
   *
   * @param wanted where the next process will look for it; empty for one that ends with this
   */
  public SocketFolder(Optional<Path> wanted) {
    this.wanted = wanted;
  }

  synchronized Path path() {
    var made = folder;
    if (made == null) {
      try {
        made = make();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      folder = made;
    }
    return made;
  }

  private Path make() throws IOException {
    var here = wanted.filter(SocketFolder::isShort);
    if (here.isPresent()) {
      if (!Files.exists(here.get(), LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(here.get(), PosixFilePermissions.asFileAttribute(OURS_ALONE));
      }
      return checked(here.get());
    }
    var temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    var parent = isShort(temporary.resolve("parley-ssh-0123456789")) ? temporary : Path.of("/tmp");
    return Files.createTempDirectory(
        parent, "parley-ssh-", PosixFilePermissions.asFileAttribute(OURS_ALONE));
  }

  private static boolean isShort(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }

  private static Path checked(Path path) throws IOException {
    var is = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!is.isDirectory() || !is.owner().equals(Files.getOwner(Path.of("/proc/self")))) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE, "%s is not a folder of this user".formatted(path));
    }
    if (!is.permissions().equals(OURS_ALONE)) {
      Files.setPosixFilePermissions(path, OURS_ALONE);
    }
    return path;
  }

  /** Removes it, with the sockets nobody listens at any more. */
  synchronized void delete() {
    var made = folder;
    if (made != null) {
      try (var files = Files.walk(made)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException left) {
        // An empty folder harms nobody.
      }
      folder = null;
    }
  }
}
