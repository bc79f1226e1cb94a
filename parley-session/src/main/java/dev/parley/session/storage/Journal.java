package dev.parley.session.storage;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Every byte a child wrote, at its absolute offset, bounded: the oldest segment goes when the
 * journal is full, and readers are told.
 *
 * <p>There is one writer at a time, the reading of the child's terminal; it asks for {@link #space}
 * and the kernel copies straight into it. Any number of readers look at what is {@link #end
 * committed}, each with an offset of its own, without a lock: a segment that goes while somebody
 * reads it turns that read into {@link #start a gap}, never into wrong bytes.
 */
public final class Journal implements AutoCloseable {
  /** What a journal keeps unless told otherwise. */
  public static final long DEFAULT_BOUND = 64L << 20;

  private static final int LARGEST_SEGMENT = 1 << 20;

  private final Segments store;
  private final long bound;
  private final int largest;

  // Replaced as a whole by the writer, so that readers see one consistent list.
  private volatile Segment[] segments;
  private volatile long end;
  private final SpareSegment spare;
  private int nextCapacity;

  /** A new journal; a thread that may wait makes it, so its first segment is made at once. */
  Journal(Segments store, long bound) {
    this(store, bound, SpareSegment.diskThreads());
  }

  Journal(Segments store, long bound, Executor disk) {
    this(store, bound, new Segment[0], 0, disk);
    if (store.mayWait()) {
      begin(segments, store.create(end, nextCapacity));
    }
  }

  /**
   * Goes on with what an earlier process left.
   *
   * @param end where the next byte goes, if nothing is left
   */
  Journal(Segments store, long bound, Segment[] recovered, long end) {
    this(store, bound, recovered, end, SpareSegment.diskThreads());
  }

  Journal(Segments store, long bound, Segment[] recovered, long end, Executor disk) {
    this.end = end;
    this.store = store;
    this.spare = new SpareSegment(store, disk);
    this.bound = Math.max(bound, 1 << 16);
    // A segment goes as a whole, so that it must be small beside what is to be kept.
    this.largest = (int) Math.min(LARGEST_SEGMENT, Math.max(store.smallest(), this.bound / 8));
    this.segments = recovered.clone();
    this.nextCapacity = store.smallest();
    if (recovered.length > 0) {
      this.end = recovered[recovered.length - 1].end();
    }
  }

  public static Journal inMemory(long bound) {
    return new Journal(Segments.inMemory(), bound);
  }

  /** How many bytes are kept, at least. */
  public long bound() {
    return bound;
  }

  /** How many bytes it takes, with the room that is not filled yet. */
  public long size() {
    var all = 0L;
    for (var segment : segments) {
      all += segment.bytes().byteSize();
    }
    return all;
  }

  /** The oldest offset that can still be read. */
  public long start() {
    var now = segments;
    return now.length == 0 ? end : now[0].base();
  }

  /** The offset after the last byte; what lies before it never changes, except by {@link #mask}. */
  public long end() {
    return end;
  }

  /** How many of the last bytes are kept whatever the writer is about to do. */
  public long leastKept() {
    return Math.max(0, bound - 2L * largest);
  }

  /**
   * Room for the writer's next bytes; empty while a file for them is being made, which {@link
   * #whenRoom} tells the end of. This never waits.
   */
  public MemorySegment space() {
    var now = segments;
    var last = now.length == 0 ? null : now[now.length - 1];
    if (last == null || last.room() == 0) {
      last = grow(now);
    }
    return last == null ? MemorySegment.NULL : last.space();
  }

  /** Runs something, which must return at once, when there may be room again. */
  public void whenRoom(Runnable task) {
    spare.whenReady(task);
  }

  /** The first {@code count} bytes of the space last given are now part of the journal. */
  public void filled(int count) {
    var now = segments;
    var last = now[now.length - 1];
    last.commit(count);
    // Not earlier: what prints little never needs a second segment.
    if (store.mayWait() && last.room() < last.bytes().byteSize() / 2) {
      spare.prepare(last.base() + last.bytes().byteSize(), nextCapacity);
    }
    var grown = end + count; // one writer at a time, so that this is no race
    end = grown;
  }

  private @Nullable Segment grow(Segment[] now) {
    if (!store.mayWait()) {
      return begin(now, store.create(end, nextCapacity));
    }
    var fresh = spare.take();
    if (fresh == null) {
      spare.prepare(end, nextCapacity);
      fresh = spare.take();
    }
    return fresh == null ? null : begin(now, fresh);
  }

  private Segment begin(Segment[] now, Segment fresh) {
    nextCapacity = Math.min(nextCapacity * 2, largest);
    var kept = 0;
    while (kept < now.length - 1 && end - now[kept].base() > bound) {
      kept++;
    }
    var grown = Arrays.copyOfRange(now, kept, now.length + 1);
    grown[grown.length - 1] = fresh;
    segments = grown;
    for (var gone = 0; gone < kept; gone++) {
      drop(now[gone]);
    }
    return fresh;
  }

  private void drop(Segment segment) {
    if (store.mayWait()) {
      spare.drop(segment);
    } else {
      store.drop(segment);
    }
  }

  /**
   * Copies bytes from an offset on and says how many; zero at the end.
   *
   * @throws Refusal when the bytes at that offset are gone
   */
  public int read(long offset, byte[] into, int at, int length) {
    var limit = (int) Math.min(length, end - offset);
    var copied = 0;
    while (copied < limit) {
      var segment = holding(offset + copied);
      var inside = (int) (offset + copied - segment.base());
      var count = Math.min(limit - copied, segment.length() - inside);
      try {
        MemorySegment.copy(
            segment.bytes(), ValueLayout.JAVA_BYTE, inside, into, at + copied, count);
      } catch (IllegalStateException closed) {
        throw evicted(offset);
      }
      copied += count;
    }
    return Math.max(copied, 0);
  }

  /** The bytes from one offset to another. */
  public byte[] slice(long from, long to) {
    var bytes = new byte[Math.toIntExact(to - from)];
    var count = read(from, bytes, 0, bytes.length);
    return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
  }

  /** The offset after the last place where these bytes stand; the beginning when they do not. */
  public long after(byte[] wanted, long from, long to) {
    var start = Math.max(from, to - (1 << 20));
    var bytes = slice(start, to);
    for (var at = bytes.length - wanted.length; at >= 0; at--) {
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return start + at + wanted.length;
      }
    }
    return from;
  }

  /** Overwrites bytes with stars, for a secret that the child has shown. */
  public void mask(long from, long to) {
    for (var offset = from; offset < to; offset++) {
      var segment = holding(offset);
      segment.bytes().set(ValueLayout.JAVA_BYTE, offset - segment.base(), (byte) '*');
    }
  }

  /** Writes what is mapped to its files; slow, for a thread that may wait. */
  public void force() {
    for (var segment : segments) {
      try {
        segment.force();
      } catch (IllegalStateException dropped) {
        // It went while we looked; nobody needs it any more.
      }
    }
  }

  private Segment holding(long offset) {
    var now = segments;
    var low = 0;
    var high = now.length - 1;
    while (low < high) {
      var middle = (low + high + 1) >>> 1;
      if (now[middle].base() <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (now.length == 0 || offset < now[low].base()) {
      throw evicted(offset);
    }
    return now[low];
  }

  private Refusal evicted(long offset) {
    return new Refusal(
        Refusal.Code.EVICTED,
        "The output at offset %d is no longer kept; the oldest kept is %d"
            .formatted(offset, start()),
        new Advice.ReadFrom(start()));
  }

  /** Nothing will be written any more; what is here stays readable. */
  public void finish() {
    spare.finish();
  }

  @Override
  public void close() {
    spare.close();
    var now = segments;
    segments = new Segment[0];
    for (var segment : now) {
      segment.close();
    }
  }
}
