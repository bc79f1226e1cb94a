package dev.parley.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the HTTP door counts about itself. */
final class HttpFigures {
  private final Map<Integer, LongAdder> answers = new ConcurrentSkipListMap<>();
  private final AtomicInteger watchers = new AtomicInteger();
  private final AtomicInteger listeners = new AtomicInteger();
  private final LongAdder gaps = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private volatile long lastUse = System.nanoTime();

  void answered(int status) {
    answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
    lastUse = System.nanoTime();
  }

  /** Somebody watches a session, or does no more. */
  void watchers(int change) {
    watchers.addAndGet(change);
    lastUse = System.nanoTime();
  }

  /** Somebody listens to the events, or does no more. */
  void listeners(int change) {
    listeners.addAndGet(change);
    lastUse = System.nanoTime();
  }

  /** A watcher was too slow and got a fresh screen. */
  void skipped() {
    gaps.increment();
  }

  /** A watcher that took nothing any more was let go. */
  void dropped() {
    dropped.increment();
  }

  /** How long nobody has asked for anything; zero while somebody watches or listens. */
  Duration idle() {
    return watchers() + listeners() > 0
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - lastUse);
  }

  Map<Integer, LongAdder> answers() {
    return answers;
  }

  int watchers() {
    return watchers.get();
  }

  int listeners() {
    return listeners.get();
  }

  long gaps() {
    return gaps.sum();
  }

  long droppedWatchers() {
    return dropped.sum();
  }
}
