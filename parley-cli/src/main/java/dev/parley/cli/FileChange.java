package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A change to a file of somebody else's settings; it is kept as it was beside it. */
record FileChange(Path file, String before, String after) {

  /**
   * What a change would be.
   *
   * @throws IllegalArgumentException when the file cannot be changed so
   */
  static FileChange of(Path file, UnaryOperator<String> edit) throws IOException {
    var before = Files.exists(file) ? Files.readString(file) : "";
    return new FileChange(file, before, edit.apply(before));
  }

  boolean isNone() {
    return after.equals(before);
  }

  private Path backup() {
    return file.resolveSibling(file.getFileName() + ".before-parley");
  }

  /** Makes the change, whole or not at all; where the file is a link, to what it leads to. */
  void apply() throws IOException {
    if (!before.isEmpty()) {
      Files.writeString(backup(), before);
    }
    var real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Files.createDirectories(real.getParent());
    var scratch = Files.createTempFile(real.getParent(), ".parley", ".new");
    Files.writeString(scratch, after, StandardCharsets.UTF_8);
    if (Files.exists(real)) {
      Files.setPosixFilePermissions(scratch, Files.getPosixFilePermissions(real));
    }
    Files.move(scratch, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  ObjectNode json() {
    var fields = ParleyClient.object().put("file", file.toString()).put("changed", !isNone());
    if (!isNone() && !before.isEmpty()) {
      fields.put("backup", backup().toString());
    }
    return fields;
  }

  /** That the file was kept, with a line end; nothing where there was none. */
  String kept() {
    return before.isEmpty() ? "" : "Kept the file as it was in %s\n".formatted(backup());
  }
}
