package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewsTest {
  /** Counts what was delivered, what of it somebody was told of, and how often. */
  private static final class Told implements Sink {
    final AtomicLong filled = new AtomicLong();
    final AtomicLong known = new AtomicLong();
    final AtomicInteger times = new AtomicInteger();

    @Override
    public MemorySegment space() {
      return MemorySegment.NULL;
    }

    @Override
    public void filled(int count) {
      filled.addAndGet(count);
    }

    @Override
    public void news() {
      known.set(filled.get());
      times.incrementAndGet();
    }

    @Override
    public void ended(Exit exit) {}
  }

  @Test
  void littleIsToldAtOnce() {
    var told = new Told();
    try (var loop = new Loop()) {
      var news = new News(told, loop);
      news.filled(3);
      assertThat(told.known).hasValue(3);
      news.filled(4);
      assertThat(told.known).hasValue(7);
    }
  }

  @Test
  void theEndOfAFloodIsToldToo() {
    var told = new Told();
    try (var loop = new Loop()) {
      var news = new News(told, loop);
      for (var at = 0; at < 1001; at++) {
        news.filled(4096);
      }
      assertThat(told.times).hasValueLessThan(1001);
      Waiting.until(() -> told.known.get() == 1001 * 4096);
    }
  }

  @Test
  void nothingIsLeftUntoldWhereReadingRests() {
    var told = new Told();
    try (var loop = new Loop()) {
      var news = new News(told, loop);
      for (var at = 0; at < 1001; at++) {
        news.filled(4096);
      }
      news.rest();
      assertThat(told.known).hasValue(1001 * 4096);
    }
  }
}
