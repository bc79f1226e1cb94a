package dev.parley.pty;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A sink that keeps everything and lets a test wait for what it wants to see. */
final class Collected implements Sink {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private final MemorySegment space = Arena.ofAuto().allocate(64 * 1024);
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private @Nullable Exit exit;

  @Override
  public MemorySegment space() {
    return space;
  }

  @Override
  public synchronized void filled(int count) {
    bytes.writeBytes(space.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
    notifyAll();
  }

  @Override
  public synchronized void ended(Exit how) {
    if (exit != null) {
      throw new AssertionError("ended twice");
    }
    exit = how;
    notifyAll();
  }

  synchronized byte[] bytes() {
    return bytes.toByteArray();
  }

  synchronized int size() {
    return bytes.size();
  }

  synchronized String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  synchronized boolean hasEnded() {
    return exit != null;
  }

  /** The text as soon as it passes; fails with the text when it never does. */
  synchronized String await(Predicate<String> wanted) {
    until(() -> wanted.test(bytes.toString(StandardCharsets.UTF_8)));
    return text();
  }

  String await(String wanted) {
    return await(text -> text.contains(wanted));
  }

  synchronized void awaitSize(int wanted) {
    until(() -> bytes.size() >= wanted);
  }

  synchronized Exit exit() {
    until(() -> exit != null);
    if (exit == null) {
      throw new AssertionError();
    }
    return exit;
  }

  private synchronized void until(java.util.function.BooleanSupplier condition) {
    var deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
    while (!condition.getAsBoolean()) {
      var left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError("Never came; there was:\n" + tail());
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private String tail() {
    var all = text();
    return all.substring(Math.max(0, all.length() - 4000)) + "\nexit: " + exit;
  }
}
