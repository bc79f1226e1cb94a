package dev.parley.bench.pty;

import dev.parley.pty.Exit;
import dev.parley.pty.Sink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/** A sink that counts bytes and wakes the thread that waits for them. */
final class Counting implements Sink {
  private final MemorySegment space;
  private volatile long bytes;
  private volatile boolean ended;
  private volatile long wanted = Long.MAX_VALUE; // to be woken when there are that many
  private volatile Thread waiting = Thread.currentThread();

  Counting(MemorySegment space) {
    this.space = space;
  }

  Counting() {
    this(Arena.ofAuto().allocate(64 * 1024));
  }

  @Override
  public MemorySegment space() {
    return space;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // calls never overlap
  public void filled(int count) {
    bytes += count;
    if (bytes >= wanted) {
      LockSupport.unpark(waiting);
    }
  }

  @Override
  public void ended(Exit exit) {
    ended = true;
    LockSupport.unpark(waiting);
  }

  long bytes() {
    return bytes;
  }

  /** Waits until that many bytes have come in all. */
  void awaitBytes(long count) {
    waiting = Thread.currentThread();
    wanted = count;
    while (bytes < count && !ended) {
      LockSupport.park(this);
    }
  }

  void awaitEnd() {
    wanted = Long.MAX_VALUE;
    waiting = Thread.currentThread();
    while (!ended) {
      LockSupport.park(this);
    }
  }
}
