package dev.parley.fleet;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition; the test's own time limit ends a wait in vain. */
final class TestWait {
  private static final long BETWEEN_LOOKS = 2_000_000;

  private TestWait() {}

  static void whilst(BooleanSupplier holds) {
    while (holds.getAsBoolean()) {
      LockSupport.parkNanos(BETWEEN_LOOKS);
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("The test is over");
      }
    }
  }
}
