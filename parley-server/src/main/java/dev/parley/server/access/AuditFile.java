package dev.parley.server.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A log that its owner alone may read; when it is full it makes room and keeps some older files.
 */
final class AuditFile {
  private static final long LONGEST = 4 << 20;

  private final Path folder;
  private final String name;
  private final int older;

  /**
   * A log in a folder.
   *
   * @param name without its ending
   * @param older how many older files are kept beside it
   */
  AuditFile(Path folder, String name, int older) {
    this.folder = folder;
    this.name = name;
    this.older = older;
  }

  void append(String text) throws IOException {
    var file = file(0);
    if (Files.exists(file) && Files.size(file) > LONGEST) {
      for (var age = older; age > 0; age--) {
        if (Files.exists(file(age - 1))) {
          Files.move(file(age - 1), file(age), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
  }

  private Path file(int age) {
    return folder.resolve(age == 0 ? name + ".log" : "%s.%d.log".formatted(name, age));
  }
}
