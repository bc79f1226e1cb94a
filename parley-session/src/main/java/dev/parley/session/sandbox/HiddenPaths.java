package dev.parley.session.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The files that every sandbox hides. The list is data: hidden-paths.txt, beside this class. */
final class HiddenPaths {
  private static final int PASSWD_HOME = 5;
  private static final String USER = System.getProperty("user.name");

  private HiddenPaths() {}

  /** The lines of the list, those below a home by the name they begin with there. */
  private static final Map<String, List<String>> LINES =
      lines().stream()
          .collect(Collectors.groupingBy(line -> line.startsWith("/") ? "/" : first(line)));

  /**
   * Files and folders with secrets, those that there are, without links on the way. A host has
   * dozens of homes, most of them of services and without anything; so each is listed once instead
   * of being asked for every name, which would take most of the time of a start.
   */
  static Set<Path> secrets() {
    var all = new LinkedHashSet<Path>();
    LINES.getOrDefault("/", List.of()).forEach(line -> addReal(all, Path.of(line)));
    for (var home : homes()) {
      var there = home.toFile().list();
      // Who may not list a folder may still enter it.
      var names = there == null ? List.copyOf(LINES.keySet()) : List.of(there);
      for (var name : names) {
        LINES.getOrDefault(name, List.of()).forEach(line -> addReal(all, home.resolve(line)));
      }
    }
    return all;
  }

  private static String first(String line) {
    return line.replaceFirst("/.*", "");
  }

  private static List<String> lines() {
    try (var source = HiddenPaths.class.getResourceAsStream("hidden-paths.txt")) {
      if (source == null) {
        throw new IllegalStateException("hidden-paths.txt is not in the jar");
      }
      return new String(source.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Every home there is: another user's secrets are none of a session's business either. */
  static List<Path> homes() {
    var homes = new LinkedHashSet<Path>();
    homes.add(Path.of(System.getProperty("user.home")));
    var own = System.getenv("HOME");
    if (own != null && own.startsWith("/")) {
      homes.add(Path.of(own));
    }
    try {
      for (var line : Files.readAllLines(Path.of("/etc/passwd"), StandardCharsets.ISO_8859_1)) {
        var fields = line.split(":", -1);
        if (fields.length > PASSWD_HOME && fields[PASSWD_HOME].startsWith("/")) {
          homes.add(Path.of(fields[PASSWD_HOME]));
        }
      }
    } catch (IOException unreadable) {
      // Then the user's own home is all that is known.
    }
    homes.remove(Path.of("/"));
    homes.removeIf(home -> !Files.isDirectory(home));
    return new ArrayList<>(homes);
  }

  /** Adds the place itself: what is mounted over a link would leave what it leads to. */
  static void addReal(Set<Path> paths, Path path) {
    try {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        var real = path.toRealPath();
        if (isReachable(real)) {
          paths.add(real);
        }
      }
    } catch (IOException | SecurityException outOfReach) {
      // What this user cannot reach, the session cannot either.
    }
  }

  /**
   * Whether a child gets that far. Inside, root has no more rights than the bits of a file give it,
   * and what nobody reaches need not, and cannot, be hidden.
   */
  private static boolean isReachable(Path path) throws IOException {
    for (var folder = path.getParent(); folder != null; folder = folder.getParent()) {
      var is = Files.readAttributes(folder, PosixFileAttributes.class);
      var bit =
          is.owner().getName().equals(USER)
              ? PosixFilePermission.OWNER_EXECUTE
              : is.group().getName().equals(USER)
                  ? PosixFilePermission.GROUP_EXECUTE
                  : PosixFilePermission.OTHERS_EXECUTE;
      if (USER.equals("root") ? !is.permissions().contains(bit) : !Files.isExecutable(folder)) {
        return false;
      }
    }
    return true;
  }
}
