package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small files of the kernel, read as text. */
final class Text {

  private Text() {}

  /** The whole file, or nothing at all when it cannot be read. */
  static String of(String path) {
    var fd = Sys.open(path, Sys.O_RDONLY | Sys.O_CLOEXEC);
    if (fd < 0) {
      return "";
    }
    var scratch = Sys.Scratch.take();
    try {
      var text = new StringBuilder();
      while (true) {
        var count = Sys.read(fd, scratch.memory.address(), Sys.Scratch.SIZE);
        if (count <= 0) {
          return text.toString();
        }
        text.append(latin(scratch.memory, count));
      }
    } finally {
      scratch.giveBack();
      Sys.close(fd);
    }
  }

  /** The names in a folder, or none when it cannot be read. */
  static List<String> names(String folder) {
    var names = new File(folder).list();
    return names == null ? List.of() : List.of(names);
  }

  static String firstLine(String path) {
    return of(path).lines().findFirst().orElse("?");
  }

  /** Where a link points, or nothing at all when that cannot be read. */
  static String link(String path) {
    var scratch = Sys.Scratch.take();
    try (var arena = Arena.ofConfined()) {
      var count =
          Sys.readlink(Sys.text(arena, path).address(), scratch.memory.address(), Sys.Scratch.SIZE);
      return count <= 0 ? "" : utf8(latin(scratch.memory, count));
    } finally {
      scratch.giveBack();
    }
  }

  /** A text that was read byte by byte, taken as UTF-8. */
  static String utf8(String latin) {
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String latin(MemorySegment memory, int count) {
    return new String(
        memory.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1);
  }
}
