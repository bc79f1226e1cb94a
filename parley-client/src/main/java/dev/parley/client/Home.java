package dev.parley.client;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a user's Parley lives: a folder for its socket and one for what must last. Both belong to
 * the user alone.
 *
 * @param runtime the socket and the lock
 * @param state sessions and logs
 */
public record Home(Path runtime, Path state) {
  /** The longest path a socket may have; the kernel's limit, less the ending of a scratch name. */
  private static final int LONGEST_SOCKET = 103;

  private static final Set<PosixFilePermission> OURS_ALONE =
      PosixFilePermissions.fromString("rwx------");

  /** {@code PARLEY_HOME} for both, or the folders of the XDG specification. */
  public static Home ofUser() {
    return of(System.getenv());
  }

  static Home of(Map<String, String> environment) {
    var home = environment.getOrDefault("PARLEY_HOME", "");
    if (!home.isEmpty()) {
      var folder = Path.of(home).toAbsolutePath();
      return new Home(folder, folder);
    }
    var user = environment.getOrDefault("HOME", System.getProperty("user.home"));
    var stateHome = environment.getOrDefault("XDG_STATE_HOME", "");
    var state =
        (stateHome.isEmpty() ? Path.of(user, ".local", "state") : Path.of(stateHome))
            .resolve("parley");
    var runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return new Home(
        runtime.isEmpty() ? state.resolve("run") : Path.of(runtime).resolve("parley"), state);
  }

  public Path socket() {
    return runtime.resolve("parley.sock");
  }

  /** Locked by the holder as long as it or its daemon lives. */
  public Path lock() {
    return runtime.resolve("parley.lock");
  }

  public Path sessions() {
    return state.resolve("sessions");
  }

  public Path logs() {
    return state.resolve("logs");
  }

  /**
   * Makes the folders where they are missing and checks that they are the user's own.
   *
   * @throws ClientException when one belongs to somebody else or is a link
   */
  public Home prepared() {
    if (socket().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length
        > LONGEST_SOCKET) {
      throw new ClientException(
          ClientException.Code.UNSAFE,
          "The path %s is too long for a socket".formatted(socket()),
          "Set PARLEY_HOME to a shorter folder");
    }
    try {
      own(runtime);
      own(state);
      own(sessions());
      own(logs());
      if (!Files.exists(lock(), LinkOption.NOFOLLOW_LINKS)) {
        create(lock());
      }
      return this;
    } catch (IOException failed) {
      throw new ClientException(
          ClientException.Code.NO_DAEMON,
          "The folder %s cannot be used: %s".formatted(runtime, failed),
          "Set PARLEY_HOME to a folder that can");
    }
  }

  private static void create(Path file) throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException raced) {
      // Another client was quicker.
    }
  }

  private static void own(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OURS_ALONE));
    }
    var is = attributes(folder);
    if (!is.isDirectory() || !is.owner().equals(user())) {
      throw unsafe(folder, "is not a folder of this user");
    }
    if (!is.permissions().equals(OURS_ALONE)) {
      var open = EnumSet.copyOf(is.permissions());
      open.removeAll(OURS_ALONE);
      if (!open.isEmpty()) {
        Files.setPosixFilePermissions(folder, OURS_ALONE);
      }
    }
  }

  /**
   * Checks that the socket, if there is one, is a socket of this user in a folder of this user.
   *
   * @return whether there is one
   * @throws ClientException when something else is in its place
   */
  public boolean hasSocket() {
    try {
      var folder = attributes(runtime);
      if (!folder.isDirectory() || !folder.owner().equals(user())) {
        throw unsafe(runtime, "is not a folder of this user");
      }
      var is = attributes(socket());
      if (!is.isOther() || !is.owner().equals(user())) {
        throw unsafe(socket(), "is not a socket of this user");
      }
      return true;
    } catch (NoSuchFileException none) {
      return false;
    } catch (IOException failed) {
      throw unsafe(socket(), "cannot be looked at: " + failed.getMessage());
    }
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** The user this process runs as, as files and sockets name it. */
  public static UserPrincipal user() throws IOException {
    return Files.getOwner(Path.of("/proc/self"));
  }

  private static ClientException unsafe(Path path, String why) {
    return new ClientException(
        ClientException.Code.UNSAFE,
        "%s %s; Parley does not use it".formatted(path, why),
        "Find out who made it, remove it, or set PARLEY_HOME to another folder");
  }
}
