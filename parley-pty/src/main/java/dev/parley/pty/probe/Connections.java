package dev.parley.pty.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who holds the other end of a connection within this host. The two processes of one program may
 * talk by TCP, and who waits there for the other one waits for no answer from elsewhere.
 */
final class Connections {
  private static final int MAX_ANCESTORS = 4;
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  /** An address of version 4 inside one of version 6 ends with it. */
  private static final int ADDRESS_AND_PORT = 13;

  private static final String MAPPED = "0000000000000000FFFF0000";

  private final Kernel kernel;
  private final Memory memory;

  Connections(Kernel kernel, Memory memory) {
    this.kernel = kernel;
    this.memory = memory;
  }

  /** Whether a connection of a process leads to one of those that have started it. */
  boolean leadsToAncestor(long pid, Stat stat, int fd) {
    var ours = kernel.descriptor(pid, fd);
    if (ours.kind() != Descriptor.Kind.SOCKET) {
      return false;
    }
    var known = memory.leadsToAncestor(ours.inode());
    if (known != null) {
      return known;
    }
    var found = isHeldByAncestor(stat, otherEnd(pid, Long.toString(ours.inode())));
    memory.leadsToAncestor(ours.inode(), found);
    return found;
  }

  private boolean isHeldByAncestor(Stat stat, long inode) {
    var below = stat;
    for (var depth = 0; inode != 0 && depth < MAX_ANCESTORS && below != null; depth++) {
      if (holds(below.parent(), inode)) {
        return true;
      }
      below = kernel.stat(below.parent());
    }
    return false;
  }

  private boolean holds(long pid, long inode) {
    for (var fd : kernel.descriptors(pid)) {
      var descriptor = kernel.descriptor(pid, fd);
      if (descriptor.kind() == Descriptor.Kind.SOCKET && descriptor.inode() == inode) {
        return true;
      }
    }
    return false;
  }

  /** The socket at the other end; 0 when it is not on this host. */
  private static long otherEnd(long pid, String inode) {
    var rows = rows(pid);
    for (var ours : rows) {
      if (ours[INODE].equals(inode)) {
        for (var row : rows) {
          if (address(row[LOCAL]).equals(address(ours[REMOTE]))
              && address(row[REMOTE]).equals(address(ours[LOCAL]))) {
            return Long.parseLong(row[INODE]);
          }
        }
      }
    }
    return 0;
  }

  private static List<String[]> rows(long pid) {
    var rows = new ArrayList<String[]>();
    for (var name : List.of("tcp", "tcp6")) {
      try (var lines = Files.lines(Path.of("/proc", "" + pid, "net", name))) {
        lines.skip(1).map(line -> line.strip().split(" +")).forEach(rows::add);
      } catch (IOException | java.io.UncheckedIOException gone) {
        // Then its connections lead nowhere any more.
      }
    }
    rows.removeIf(row -> row.length <= INODE);
    return rows;
  }

  private static String address(String text) {
    return text.startsWith(MAPPED) ? text.substring(text.length() - ADDRESS_AND_PORT) : text;
  }
}
