package dev.parley.server.access;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that their owner alone may read, from the moment they exist. */
public final class PrivateFile {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private PrivateFile() {}

  /** Replaces a file as a whole: others see the old text or the new. */
  public static void write(Path file, String text) throws IOException {
    var scratch = file.resolveSibling(file.getFileName() + "." + RandomText.ofBits(48));
    try {
      try (var out =
          Channels.newOutputStream(
              Files.newByteChannel(
                  scratch,
                  EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  PosixFilePermissions.asFileAttribute(OWNER)))) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      Files.move(
          scratch, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(scratch);
    }
  }

  /** Takes from others what they may do with it, should somebody have allowed it. */
  static void close(Path file) throws IOException {
    if (!Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).equals(OWNER)) {
      Files.setPosixFilePermissions(file, OWNER);
    }
  }
}
