package dev.parley.pty.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
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

  /** A host with more connections than this is not read through while somebody waits. */
  static final int MAX_ROWS = 10_000;

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  /** Nobody has taken the connection yet; the next moment may bring somebody. */
  private static final long NOBODYS = 0;

  private static final long NOWHERE = -1;

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
    var other = otherEnd(rows(pid), Long.toString(ours.inode()));
    var found = isHeldByAncestor(stat, other);
    if (other != NOBODYS) {
      memory.leadsToAncestor(ours.inode(), found);
    }
    return found;
  }

  private boolean isHeldByAncestor(Stat stat, long inode) {
    var below = stat;
    for (var depth = 0; inode > NOBODYS && depth < MAX_ANCESTORS; depth++) {
      var above = kernel.stat(below.parent());
      if (above == null || isOutside(below, above)) {
        return false;
      }
      if (holds(below.parent(), inode)) {
        return true;
      }
      below = above;
    }
    return false;
  }

  /**
   * Whether a process is no part of the program any more: it is of another session, and has no
   * terminal or has given this one to what is below. A daemon that starts programs is such a one.
   * What a program has put into a session of its own, without a terminal, still belongs to it.
   */
  private static boolean isOutside(Stat below, Stat above) {
    return above.session() != below.session() && (above.terminal() == 0 || below.terminal() != 0);
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

  /** The socket at the other end; {@link #NOWHERE} when it is not on this host. */
  private static long otherEnd(List<String[]> rows, String inode) {
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
    return NOWHERE;
  }

  private static List<String[]> rows(long pid) {
    return rows(
        List.of(
            Path.of("/proc", "" + pid, "net", "tcp"), Path.of("/proc", "" + pid, "net", "tcp6")));
  }

  /** The connections in such tables; none when there are too many to say anything by them. */
  static List<String[]> rows(List<Path> tables) {
    var rows = new ArrayList<String[]>();
    for (var table : tables) {
      try (var lines = Files.lines(table)) {
        lines
            .skip(1)
            .limit(MAX_ROWS + 1L)
            .map(line -> line.strip().split(" +"))
            .filter(row -> row.length > INODE)
            .forEach(rows::add);
      } catch (IOException | UncheckedIOException gone) {
        // Then its connections lead nowhere any more.
      }
      if (rows.size() > MAX_ROWS) {
        return List.of();
      }
    }
    return rows;
  }

  private static String address(String text) {
    return text.startsWith(MAPPED) ? text.substring(text.length() - ADDRESS_AND_PORT) : text;
  }
}
