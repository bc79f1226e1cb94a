package dev.parley.pty;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells the owner of a child's output that there is more of it: at once, as long as it is little.
 * To wake whoever looks at it takes longer than to read a terminal once, so a child that prints
 * without end is told of in larger pieces, and no later than a moment after it has stopped.
 */
final class News {
  /** More than this within a moment is a flood. */
  private static final int LITTLE = 16 << 10;

  private static final int PIECE = 64 << 10;
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final Sink sink;
  private final Loop loop;
  private final AtomicBoolean due = new AtomicBoolean();

  // By the one who reads the terminal.
  private long began;
  private int lately;
  private boolean flood;
  private int untold;

  News(Sink sink, Loop loop) {
    this.sink = sink;
    this.loop = loop;
  }

  /** So much was read into the space that the sink gave. */
  void filled(int count) {
    sink.filled(count);
    var now = System.nanoTime();
    var passed = now - began;
    if (passed > MOMENT.toNanos()) {
      flood = lately > LITTLE && passed < 2 * MOMENT.toNanos();
      began = now;
      lately = 0;
    }
    lately += count;
    untold += count;
    if (untold >= PIECE || (!flood && lately <= LITTLE)) {
      tell();
    } else if (!due.get() && due.compareAndSet(false, true)) {
      loop.later(MOMENT, this::tellLate);
    }
  }

  /** Reading stops here for now. */
  void rest() {
    if (untold > 0) {
      tell();
    }
  }

  private void tell() {
    untold = 0;
    sink.news();
  }

  /** Comes while another may be reading, so it goes by nothing that is the reader's. */
  private void tellLate() {
    due.set(false);
    sink.news();
  }
}
