package dev.parley.pty;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that nothing announces. */
final class Waiting {

  private Waiting() {}

  static void until(BooleanSupplier condition) {
    var deadline = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("It never came true");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
