package dev.parley.session.storage;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A session's screen at an offset, as the bytes that draw it, with what its shell had said. With it
 * a new Terminal need not see megabytes of output again, nor miss what was set before them.
 *
 * @param marks what the shell had said, in the form that its reader keeps it in
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy would cost
public record Checkpoint(long offset, int columns, int rows, String marks, byte[] drawing) {
  /** How much output lies between two of them, at least. */
  public static final long APART = 64 << 10;

  public static Checkpoint of(Terminal terminal, String marks, long offset) {
    var screen = terminal.screen();
    var drawing = new ByteArrayOutputStream();
    drawing.writeBytes(screen.toBytes());
    drawing.writeBytes(modes(terminal.inputModes()).getBytes(StandardCharsets.US_ASCII));
    drawing.writeBytes(terminal.settings());
    return new Checkpoint(offset, screen.columns(), screen.rows(), marks, drawing.toByteArray());
  }

  /** What the program has asked of keyboard and mouse, as it would ask for it. */
  private static String modes(InputModes modes) {
    return modes.asked()
        + (modes.newLineMode() ? "\033[20h" : "")
        + (modes.backarrowSendsBackspace() ? "\033[?67h" : "");
  }

  void write(Path file) throws IOException {
    var header = new LinkedHashMap<String, Object>(Map.of("offset", offset, "marks", marks));
    header.put("cols", columns);
    header.put("rows", rows);
    var head = (StoredJson.write(header) + "\n").getBytes(StandardCharsets.UTF_8);
    var all = Arrays.copyOf(head, head.length + drawing.length);
    System.arraycopy(drawing, 0, all, head.length, drawing.length);
    var scratch = file.resolveSibling(file.getFileName() + ".new");
    SessionFolder.createFile(scratch);
    Files.write(scratch, all);
    Files.move(scratch, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** What was written last; nothing when that cannot be read. */
  static Optional<Checkpoint> read(Path file) {
    try {
      var all = Files.readAllBytes(file);
      var end = 0;
      while (all[end] != '\n') {
        end++;
      }
      var header = StoredJson.readObject(new String(all, 0, end, StandardCharsets.UTF_8));
      return Optional.of(
          new Checkpoint(
              SessionMeta.number(header, "offset"),
              (int) SessionMeta.number(header, "cols"),
              (int) SessionMeta.number(header, "rows"),
              SessionMeta.text(header, "marks"),
              Arrays.copyOfRange(all, end + 1, all.length)));
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException unusable) {
      return Optional.empty();
    }
  }
}
