package dev.parley.cli;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What a person types. One thread reads it for good, since a read cannot be given up; whoever has
 * the keyboard at the moment takes it from here, and can be interrupted.
 */
final class Keys {
  /** Nobody types more ahead; of what is pasted the rest waits in the terminal. */
  private static final int MOST_AHEAD = 64;

  private static final byte[] END = {};

  private final InputStream in;
  private final BlockingQueue<byte[]> typed = new LinkedBlockingQueue<>(MOST_AHEAD);

  private Keys(InputStream in) {
    this.in = in;
  }

  /** Reads from now on. */
  static Keys from(InputStream in) {
    var keys = new Keys(in);
    Thread.ofPlatform().daemon().name("keyboard").start(keys::read);
    return keys;
  }

  private void read() {
    var some = new byte[4096];
    try {
      for (var count = in.read(some); count >= 0; count = in.read(some)) {
        if (count > 0) {
          typed.put(Arrays.copyOf(some, count));
        }
      }
    } catch (IOException | InterruptedException gone) {
      // The terminal was closed: the same as the end.
    }
    while (!typed.offer(END)) {
      typed.clear();
    }
  }

  /** What is typed next; nothing at the end. */
  Optional<byte[]> next() throws InterruptedException {
    return unlessEnd(typed.take());
  }

  /** What is typed within a while. */
  Optional<byte[]> next(Duration longest) throws InterruptedException {
    var next = typed.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
    return next == null ? Optional.empty() : unlessEnd(next);
  }

  private Optional<byte[]> unlessEnd(byte[] next) {
    if (next.length > 0) {
      return Optional.of(next);
    }
    var unused = typed.offer(END); // for whoever asks after us
    return Optional.empty();
  }
}
