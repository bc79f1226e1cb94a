package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Disk space that is set aside before it is used. A mapped file with holes in it is a trap: when
 * the disk is full, touching a hole kills the process.
 */
public final class DiskSpace {

  private DiskSpace() {}

  /**
   * Sets space aside for the first bytes of a file that exists.
   *
   * @throws PtyException when there is not so much space; the file's size may have changed
   */
  public static void reserve(Path file, long bytes) {
    if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
      return;
    }
    var fd = Errors.check(Sys.open(file.toString(), Sys.O_RDWR | Sys.O_CLOEXEC), "open " + file);
    try {
      var result = Sys.allocate(fd, 0, bytes);
      if (result == -Sys.ENOSPC) {
        throw new PtyException(
            Reason.LIMIT, "The disk is full: no %d bytes for %s".formatted(bytes, file));
      }
      Errors.check(result, "set disk space aside for " + file);
    } finally {
      Sys.close(fd);
    }
  }
}
