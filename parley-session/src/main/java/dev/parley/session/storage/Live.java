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

  /** From here on: who has read, by a number that stands for the name, and up to where. */
  private static final long READERS = 64;

  private static final int SLOT = 16;
  private static final int SLOTS = (int) ((SIZE - READERS) / SLOT);

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

  /** Up to where somebody has read; below zero when that is not known. */
  public long reader(String who) {
    var key = key(who);
    for (var slot = 0; slot < SLOTS; slot++) {
      var at = READERS + (long) slot * SLOT;
      if ((long) LONG.getAcquire(page, at) == key) {
        return get(at + 8);
      }
    }
    return -1;
  }

  /** Notes up to where somebody has read; beyond {@value #SLOTS} readers one is forgotten. */
  public synchronized void reader(String who, long offset) {
    var key = key(who);
    var free = READERS + Math.floorMod(key, SLOTS) * (long) SLOT;
    for (var slot = SLOTS - 1; slot >= 0; slot--) {
      var at = READERS + (long) slot * SLOT;
      var taken = (long) LONG.getAcquire(page, at);
      if (taken == key) {
        LONG.setRelease(page, at + 8, offset);
        return;
      }
      if (taken == 0) {
        free = at;
      }
    }
    LONG.setRelease(page, free + 8, offset);
    LONG.setRelease(page, free, key);
  }

  private static long key(String who) {
    var key = 1125899906842597L;
    for (var at = 0; at < who.length(); at++) {
      key = 31 * key + who.charAt(at);
    }
    return key == 0 ? 1 : key;
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
