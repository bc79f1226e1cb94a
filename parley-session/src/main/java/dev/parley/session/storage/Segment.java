package dev.parley.session.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A stretch of a journal in memory that the kernel reads into, plain or mapped from a file.
 *
 * <p>A small header before the bytes says where the stretch begins and how much of it is filled, so
 * that a file can be taken up again after its process was killed.
 */
final class Segment implements AutoCloseable {
  static final int HEADER = 64;
  static final long MAGIC = 0x5041524c45593031L; // PARLEY01

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long AT_MAGIC = 0;
  private static final long AT_BASE = 8;
  private static final long AT_LENGTH = 16;

  private final Arena arena;
  private final MemorySegment whole;
  private final MemorySegment bytes;
  private final long base;
  private int forced;

  private Segment(Arena arena, MemorySegment whole, long base) {
    this.arena = arena;
    this.whole = whole;
    this.bytes = whole.asSlice(HEADER);
    this.base = base;
  }

  /** A new stretch that begins at an offset. */
  static Segment begin(Arena arena, MemorySegment whole, long base) {
    LONG.set(whole, AT_BASE, base);
    LONG.set(whole, AT_LENGTH, 0L);
    LONG.setRelease(whole, AT_MAGIC, MAGIC);
    return new Segment(arena, whole, base);
  }

  /** A stretch that an earlier process left; its header must have been checked. */
  static Segment resume(Arena arena, MemorySegment whole) {
    return new Segment(arena, whole, (long) LONG.get(whole, AT_BASE));
  }

  /** Whether memory begins with the header of a stretch. */
  static boolean isOne(MemorySegment whole) {
    return (long) LONG.getAcquire(whole, AT_MAGIC) == MAGIC;
  }

  /** How much is filled by what a file says at its beginning; nothing where it is no stretch. */
  static int length(ByteBuffer header) {
    var own = header.duplicate().order(ByteOrder.nativeOrder());
    return own.getLong((int) AT_MAGIC) == MAGIC ? (int) own.getLong((int) AT_LENGTH) : 0;
  }

  long base() {
    return base;
  }

  int length() {
    return (int) (long) LONG.getAcquire(whole, AT_LENGTH);
  }

  long end() {
    return base + length();
  }

  int room() {
    return (int) bytes.byteSize() - length();
  }

  MemorySegment bytes() {
    return bytes;
  }

  MemorySegment space() {
    return bytes.asSlice(length());
  }

  void commit(int count) {
    LONG.setRelease(whole, AT_LENGTH, (long) (length() + count));
  }

  /** Says how much is filled, for a stretch that was recovered. */
  void length(int length) {
    LONG.setRelease(whole, AT_LENGTH, (long) length);
  }

  /** Writes a mapped stretch to its file, as far as it has grown since the last time. */
  void force() {
    var now = length();
    if (whole.isMapped() && now != forced) {
      whole.force();
      forced = now;
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
