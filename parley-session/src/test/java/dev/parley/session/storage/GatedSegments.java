package dev.parley.session.storage;

import java.util.concurrent.CountDownLatch;

/** A store on a disk so slow that every file after the first takes until a gate is opened. */
public final class GatedSegments {
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);

  public Journal journal(long bound) {
    return new Journal(new Gated(), bound);
  }

  /** Waits until a file is being made. */
  public void awaitEntered() throws InterruptedException {
    entered.await();
  }

  public void open() {
    gate.countDown();
  }

  private final class Gated implements Segments {
    private final Segments memory = Segments.inMemory();

    @Override
    public int smallest() {
      return memory.smallest();
    }

    @Override
    public boolean mayWait() {
      return true;
    }

    @Override
    public Segment create(long base, int capacity) {
      if (base > 0) {
        entered.countDown();
        awaitGate();
      }
      return memory.create(base, capacity);
    }

    private void awaitGate() {
      try {
        gate.await();
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void drop(Segment segment) {
      memory.drop(segment);
    }
  }
}
