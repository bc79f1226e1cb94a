package dev.parley.session.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Unix sockets with a path on which somebody listens now. A file system that is mounted read-only
 * keeps nobody from connecting to one, and whoever listens there acts with rights of its own.
 */
final class ListeningSockets {
  private static final int FLAGS = 3;
  private static final int PATH = 7;
  private static final String LISTENING = "00010000";

  private ListeningSockets() {}

  static Set<Path> now() {
    var sockets = new LinkedHashSet<Path>();
    try {
      for (var line : Files.readAllLines(Path.of("/proc/net/unix"), StandardCharsets.ISO_8859_1)) {
        var fields = line.strip().split("\\s+", PATH + 1);
        if (fields.length > PATH
            && fields[FLAGS].equals(LISTENING)
            && fields[PATH].startsWith("/")) {
          var name =
              new String(
                  fields[PATH].getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
          HiddenPaths.addReal(sockets, Path.of(name));
        }
      }
    } catch (IOException unreadable) {
      // There are none, or they cannot be seen; the folders where they usually are stay hidden.
    }
    return sockets;
  }
}
