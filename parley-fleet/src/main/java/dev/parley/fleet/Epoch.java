package dev.parley.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Tells the time in which a node has kept its sessions from the time before. It changes when daemon
 * and holder are both gone or the host has been restarted, and not when a daemon takes up what the
 * one before has left.
 */
final class Epoch {
  private static final Logger LOG = Logger.getLogger(Epoch.class.getName());
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private Epoch() {}

  /**
   * The epoch of a daemon that has just started.
   *
   * @param living whether any session lives; those were there before it
   */
  static String of(Path folder, boolean living) {
    var file = folder.resolve("fleet-epoch");
    var parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    try {
      var boot = Files.exists(BOOT) ? Files.readString(BOOT).strip() : "";
      var kept = Files.exists(file) ? Files.readString(file).strip().split(" ") : new String[0];
      var same =
          kept.length == 3
              && kept[1].equals(boot)
              && (living || kept[2].equals(Long.toString(parent)));
      var epoch = same ? kept[0] : UUID.randomUUID().toString();
      Files.writeString(file, "%s %s %d\n".formatted(epoch, boot, parent));
      return epoch;
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "The epoch of this node cannot be remembered", failed);
      return UUID.randomUUID().toString();
    }
  }
}
