package dev.parley.session.storage;

import dev.parley.pty.DiskSpace;
import dev.parley.pty.PtyException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Segments as mapped files in a folder, named by the offset they begin at.
 *
 * <p>Their space is set aside when they are made. When the disk has none left, the journal goes on
 * in memory: the session lives, its {@link #warning} says what would be lost with this process.
 *
 * <p>The kernel copies what the child wrote straight into the mapped page, so bytes it has given
 * out are in the file even when this process is killed before it could note their number. That is
 * what {@link #recover} looks for beyond the noted length. A NUL as the very last byte is the one
 * thing it cannot tell from a page that was never written.
 */
final class FileSegments implements Segments {
  private static final String ENDING = ".journal";
  private static final int SMALLEST = (64 << 10) - Segment.HEADER;

  /** The most that one read of a terminal brings. */
  private static final int SALVAGE = 64 << 10;

  private static final int PAGE = 4 << 10;
  private static final byte[] ZEROS = new byte[PAGE];

  private final Path folder;
  private final List<String> damage = new ArrayList<>();
  private volatile Optional<String> warning = Optional.empty();

  FileSegments(Path folder) {
    this.folder = folder;
  }

  /** What is wrong with keeping the output on disk now; empty when nothing is. */
  Optional<String> warning() {
    return warning;
  }

  /** What {@link #recover} found damaged, in words. */
  List<String> damage() {
    return List.copyOf(damage);
  }

  @Override
  public int smallest() {
    return SMALLEST;
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public Segment create(long base, int capacity) {
    if (warning.isEmpty()) {
      var file = file(base);
      try {
        SessionFolder.createFile(file);
        DiskSpace.reserve(file, Segment.HEADER + (long) capacity);
        return map(file, Segment.HEADER + (long) capacity, base);
      } catch (IOException | PtyException | UncheckedMapException failed) {
        delete(file);
        warning =
            Optional.of(
                "Output from offset %d on is kept in memory only and would not survive the daemon: %s"
                    .formatted(base, failed.getMessage()));
      }
    }
    // Once in memory, always: files with a hole between them would be of little use.
    return Segments.inMemory().create(base, capacity);
  }

  private Segment map(Path file, long size, long base) throws IOException {
    var arena = Arena.ofShared();
    try {
      return Segment.begin(arena, mapped(file, size, arena), base);
    } catch (IOException | RuntimeException failed) {
      arena.close();
      throw failed;
    }
  }

  private static MemorySegment mapped(Path file, long size, Arena arena) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, size, arena);
    } catch (InternalError | OutOfMemoryError full) {
      throw new UncheckedMapException(full);
    }
  }

  /** The address space or a limit on it is used up. */
  private static final class UncheckedMapException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UncheckedMapException(Throwable cause) {
      super("The file could not be mapped into memory", cause);
    }
  }

  @Override
  public void drop(Segment segment) {
    var base = segment.base();
    segment.close();
    delete(file(base));
  }

  private Path file(long base) {
    return folder.resolve("%016x%s".formatted(base, ENDING));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // It costs space, and goes with the folder.
    }
  }

  /** Takes up the segments an earlier process left, as far as they are whole. */
  Segment[] recover() {
    var recovered = new ArrayList<Segment>();
    var files = withoutSpare(files());
    for (var index = 0; index < files.size(); index++) {
      var file = files.get(index);
      var segment = recover(file, index == files.size() - 1);
      if (segment.isEmpty()) {
        continue;
      }
      var end = recovered.isEmpty() ? segment.get().base() : recovered.getLast().end();
      if (segment.get().base() != end) {
        damage.add("Output from offset %d to %d is missing".formatted(end, segment.get().base()));
        recovered.forEach(Segment::close);
        recovered.clear();
      }
      recovered.add(segment.get());
    }
    return recovered.toArray(Segment[]::new);
  }

  /**
   * The files but for one at the end that was made ahead and not used: nothing goes there before
   * the file in front of it is full. It may be half made.
   */
  private static List<Path> withoutSpare(List<Path> files) {
    if (files.size() < 2 || noted(files.getLast()) > 0) {
      return files;
    }
    var before = files.get(files.size() - 2);
    if (noted(before) == before.toFile().length() - Segment.HEADER) {
      return files;
    }
    delete(files.getLast());
    return files.subList(0, files.size() - 1);
  }

  /** How much of a file is filled by its own account; nothing where it gives none. */
  private static int noted(Path file) {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var header = ByteBuffer.allocate(Segment.HEADER);
      while (header.hasRemaining()) {
        if (channel.read(header) < 0) {
          return 0;
        }
      }
      return Segment.length(header);
    } catch (IOException unreadable) {
      return 0;
    }
  }

  private List<Path> files() {
    try (var all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ENDING)).sorted().toList();
    } catch (IOException unreadable) {
      damage.add("The folder could not be read: " + unreadable.getMessage());
      return List.of();
    }
  }

  private Optional<Segment> recover(Path file, boolean last) {
    var arena = Arena.ofShared();
    try {
      var size = Files.size(file);
      var name = file.getFileName().toString();
      var base = Long.parseUnsignedLong(name.substring(0, name.length() - ENDING.length()), 16);
      if (size <= Segment.HEADER) {
        throw new IOException("it is cut off at byte " + size);
      }
      if (last) {
        DiskSpace.reserve(file, size); // it goes on here
      }
      var whole = mapped(file, size, arena);
      var segment = Segment.resume(arena, whole);
      if (!Segment.isOne(whole) || segment.base() != base) {
        throw new IOException("its header is damaged");
      }
      var capacity = (int) (size - Segment.HEADER);
      var length = segment.length();
      if (length < 0 || length > capacity) {
        damage.add("%s is cut off; what is left of it was kept".formatted(name));
        length = lastNonZero(segment.bytes(), 0, capacity);
      } else if (last) {
        length = lastNonZero(segment.bytes(), length, Math.min(capacity, length + SALVAGE));
      }
      segment.length(length);
      return Optional.of(segment);
    } catch (IOException | NumberFormatException | PtyException bad) {
      arena.close();
      damage.add("%s could not be used: %s".formatted(file.getFileName(), bad.getMessage()));
      return Optional.empty();
    }
  }

  /** The place after the last byte between two places that is not zero; the first if all are. */
  private static int lastNonZero(MemorySegment bytes, int from, int to) {
    var at = to;
    // By pages first: one byte after the other takes a new process long.
    while (at - from >= PAGE
        && bytes.asSlice(at - PAGE, PAGE).mismatch(MemorySegment.ofArray(ZEROS)) < 0) {
      at -= PAGE;
    }
    while (at > from && bytes.get(ValueLayout.JAVA_BYTE, at - 1) == 0) {
      at--;
    }
    return at;
  }
}
