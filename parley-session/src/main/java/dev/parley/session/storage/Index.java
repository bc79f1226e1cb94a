package dev.parley.session.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a session's output came, how large its terminal was, and where its commands ended: a file
 * with a line for each, only ever added to. The output itself is in the journal.
 *
 * <p>A line cut short by a crash is not there. Times may be up to a second behind then; sizes are
 * written at once, because the screen cannot be rebuilt without them.
 */
public final class Index {
  /** Output that comes in quicker succession has one time. */
  private static final long GRAIN_MILLIS = 20;

  private static final int FULL = 4 << 10;

  /** A longer file is thinned out; reading it must not hold up the next process. */
  private static final long LONGEST = 256 << 10;

  /** A line of the index; {@code offset} is where the output had come to at {@code millis}. */
  public sealed interface Entry {
    long millis();

    long offset();

    record Output(long millis, long offset) implements Entry {}

    record Size(long millis, long offset, int columns, int rows) implements Entry {}

    record Command(long millis, long offset, int exitCode) implements Entry {}
  }

  private final Path file;
  private final StringBuilder pending = new StringBuilder();
  private long lastTime = Long.MIN_VALUE;
  private long lastOffset = -1;

  public Index(Path file) {
    this.file = file;
  }

  /** The output has come to an offset. */
  public synchronized void output(long millis, long offset) {
    // A clock that was set back must not stop the index, so only the difference counts.
    if (offset != lastOffset && Math.abs(millis - lastTime) >= GRAIN_MILLIS) {
      add("o %d %d".formatted(millis, offset));
      lastTime = millis;
      lastOffset = offset;
    }
  }

  public synchronized void size(long millis, long offset, int columns, int rows) {
    add("s %d %d %d %d".formatted(millis, offset, columns, rows));
    write();
  }

  public synchronized void command(long millis, long offset, int exitCode) {
    add("c %d %d %d".formatted(millis, offset, exitCode));
  }

  private void add(String line) {
    pending.append(line).append('\n');
    if (pending.length() > FULL) {
      write();
    }
  }

  /** Writes what waits in memory; a disk that is full costs times, nothing else. */
  public synchronized void write() {
    if (pending.isEmpty()) {
      return;
    }
    var bytes = ByteBuffer.wrap(pending.toString().getBytes(StandardCharsets.US_ASCII));
    pending.setLength(0);
    // Opened for each write: at most once a second, and an idle session costs no descriptor.
    try (var to = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
      if (to.size() > LONGEST) {
        thinOut();
      }
    } catch (IOException full) {
      // The next lines begin after half a line then, which readers skip.
    }
  }

  /** Drops every second line but keeps all sizes: times get coarser the longer a session prints. */
  private void thinOut() throws IOException {
    var kept = new StringBuilder();
    var dropped = 0;
    for (var line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n")) {
      if (line.startsWith("s") || dropped % 2 == 1) {
        kept.append(line).append('\n');
      }
      dropped += line.startsWith("s") ? 0 : 1;
    }
    var scratch = file.resolveSibling(file.getFileName() + ".new");
    SessionFolder.createFile(scratch);
    Files.writeString(scratch, kept, StandardCharsets.ISO_8859_1);
    Files.move(scratch, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Everything that can be read, in order. */
  public synchronized List<Entry> entries() {
    write();
    var entries = new ArrayList<Entry>();
    var text = text();
    for (int from = 0, to; (to = text.indexOf('\n', from)) >= 0; from = to + 1) {
      var entry = entry(text.substring(from, to).split(" "));
      if (entry != null) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /** The sizes alone, which are few among many lines; a new process needs nothing else at once. */
  public synchronized List<Entry.Size> sizes() {
    write();
    var sizes = new ArrayList<Entry.Size>();
    var text = text();
    for (int from = 0, to; (to = text.indexOf('\n', from)) >= 0; from = to + 1) {
      if (text.charAt(from) == 's'
          && entry(text.substring(from, to).split(" ")) instanceof Entry.Size size) {
        sizes.add(size);
      }
    }
    return sizes;
  }

  private String text() {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      return ""; // no times, then
    }
  }

  private static @Nullable Entry entry(String[] words) {
    try {
      var kind = words[0] + words.length;
      return switch (kind) {
        case "o3" -> new Entry.Output(number(words, 1), number(words, 2));
        case "s5" ->
            new Entry.Size(
                number(words, 1), number(words, 2), (int) number(words, 3), (int) number(words, 4));
        case "c4" -> new Entry.Command(number(words, 1), number(words, 2), (int) number(words, 3));
        default -> null;
      };
    } catch (NumberFormatException damaged) {
      return null;
    }
  }

  private static long number(String[] words, int index) {
    return Long.parseLong(words[index]);
  }
}
