package dev.parley.session.sandbox;

import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile.Writing;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files a child may open, as rules for Landlock. A rule holds for everything below its folder
 * and there are none that take away; so a folder that holds something hidden gets none itself, and
 * what is in it beside that gets one each.
 */
final class Grants {
  private static final int MOST = 4000;

  private final Set<Path> closed;
  private final Set<String> rules = new LinkedHashSet<>();

  private Grants(Set<Path> closed) {
    this.closed = closed;
  }

  static List<String> of(Inside inside) {
    var writing = inside.profile().writing();
    var closed = new LinkedHashSet<>(inside.hidden());
    closed.add(Path.of("/proc"));
    closed.add(Path.of("/dev"));
    if (writing == Writing.ANYWHERE) {
      closed.add(Path.of("/sys")); // the kernel's settings are no files of the user's
    } else {
      closed.addAll(Bubblewrap.scratch());
    }
    var grants = new Grants(closed);
    grants.around(writing == Writing.ANYWHERE ? "w=" : "r=", Path.of("/"));
    grants.add("r=", Path.of("/sys"));
    switch (writing) {
      case NOWHERE -> {
        if (Bubblewrap.isScratch(inside.directory())) {
          grants.around("r=", inside.directory());
        }
      }
      case WORKSPACE -> grants.add("w=", inside.directory());
      case ANYWHERE -> {}
    }
    inside.profile().writable().forEach(path -> grants.add("w=", Sandboxes.real(path)));
    if (inside.profile().network().equals(Network.Whole.HOST)) {
      Bubblewrap.nameServers().ifPresent(file -> grants.add("r=", file));
    }
    inside.readable().forEach(path -> grants.add("r=", Sandboxes.real(path)));
    inside.writable().forEach(path -> grants.add("w=", Sandboxes.real(path)));
    return List.copyOf(grants.rules);
  }

  /** A folder that can be written as a whole and holds something that is hidden. */
  static Optional<Path> writableWithHidden(Inside inside) {
    if (inside.profile().writing() == Writing.ANYWHERE) {
      return Optional.empty(); // it writes around what is hidden
    }
    var writable =
        inside.profile().writing() == Writing.WORKSPACE
            ? Stream.concat(Stream.of(inside.directory()), inside.profile().writable().stream())
            : inside.profile().writable().stream();
    return writable
        .map(Sandboxes::real)
        .filter(folder -> inside.hidden().stream().anyMatch(path -> path.startsWith(folder)))
        .findFirst();
  }

  private void add(String kind, Path path) {
    if (rules.size() >= MOST) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Beside what the sandbox hides there are more than %d files and folders".formatted(MOST),
          "Install bubblewrap, which needs no list of them");
    }
    rules.add(kind + path);
  }

  private void around(String kind, Path path) {
    if (closed.contains(path)) {
      return;
    }
    if (closed.stream().noneMatch(hidden -> hidden.startsWith(path))) {
      add(kind, path);
      return;
    }
    try (var children = Files.newDirectoryStream(path)) {
      for (var child : children) {
        // What a link leads to has its own place, where there is a rule for it or none.
        if (!Files.isSymbolicLink(child) && Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
          around(kind, child);
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // What this user cannot list, the session need not.
    }
  }
}
