package dev.parley.pty;

import java.lang.foreign.MemorySegment;

/** A sink that takes no more than it was allowed. */
final class Narrow implements Sink {
  private final Collected sink;
  private long allowed;

  Narrow(Collected sink) {
    this.sink = sink;
  }

  synchronized void allow(long more) {
    allowed += more;
  }

  /** Until all that was allowed has come, or the child has ended. */
  void awaitUsed() {
    Waiting.until(() -> sink.hasEnded() || used());
  }

  private synchronized boolean used() {
    return allowed == 0;
  }

  @Override
  public synchronized MemorySegment space() {
    var space = sink.space();
    return space.asSlice(0, Math.min(allowed, space.byteSize()));
  }

  @Override
  public synchronized void filled(int count) {
    allowed -= count;
    sink.filled(count);
  }

  @Override
  public void ended(Exit exit) {
    sink.ended(exit);
  }
}
