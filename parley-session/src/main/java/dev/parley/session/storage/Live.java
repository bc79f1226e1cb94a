package dev.parley.session.storage;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A few numbers of a session that change all the time, in a mapped page: setting one costs a store
 * to memory, and a killed process cannot lose it.
 */
public final class Live implements AutoCloseable {
  static final int SIZE = 4096;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long PARSED = 0;
  private static final long ANSWERED = 8;
  private static final long END = 16;

  private final Arena arena;
  private final MemorySegment page;

  private Live(Arena arena, MemorySegment page) {
    this.arena = arena;
    this.page = page;
  }

  /** Maps a file whose space has been set aside. */
  static Live map(Path file) throws IOException {
    var arena = Arena.ofShared();
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Live(arena, channel.map(MapMode.READ_WRITE, 0, SIZE, arena));
    } catch (IOException | RuntimeException failed) {
      arena.close();
      throw failed;
    }
  }

  /** Up to where the output was parsed, and the child's queries were answered. */
  public long parsed() {
    return get(PARSED);
  }

  public void parsed(long offset) {
    LONG.setRelease(page, PARSED, offset);
  }

  /** Up to where callers were answered. */
  public long answered() {
    return get(ANSWERED);
  }

  public void answered(long offset) {
    LONG.setRelease(page, ANSWERED, offset);
  }

  /** Where the output ends, also when it is kept in memory alone. */
  public long end() {
    return get(END);
  }

  public void end(long offset) {
    LONG.setRelease(page, END, offset);
  }

  private long get(long at) {
    return Math.max(0, (long) LONG.getAcquire(page, at));
  }

  @Override
  public void close() {
    arena.close();
  }
}
