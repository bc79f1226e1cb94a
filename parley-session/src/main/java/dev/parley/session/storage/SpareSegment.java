package dev.parley.session.storage;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The next segment of a journal, made ahead of its use by a thread that may wait for a disk; the
 * journal's writer may not. Segments that are no longer kept go the same way.
 */
final class SpareSegment {
  /** Two, so that one slow file does not hold up every journal. */
  private static final int THREADS = 2;

  private final Segments store;
  private final Executor disk;
  private volatile Runnable whenReady = () -> {};
  private @Nullable Segment ready; // this and what follows: guarded by this
  private boolean asked;
  private boolean creating;
  private boolean closed;

  SpareSegment(Segments store, Executor disk) {
    this.store = store;
    this.disk = disk;
  }

  /** The threads that wait for disks; they end when there is nothing to do. */
  static Executor diskThreads() {
    return DiskThreads.POOL;
  }

  private static final class DiskThreads {
    static final Executor POOL = pool();

    private static Executor pool() {
      var threads = Thread.ofPlatform().daemon().name("parley-disk-", 0).factory();
      var pool =
          new ThreadPoolExecutor(
              THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
      pool.allowCoreThreadTimeOut(true);
      return pool;
    }
  }

  /** Runs something, which must return at once, whenever a segment has been made. */
  void whenReady(Runnable task) {
    whenReady = task;
  }

  /** Has the segment made that begins at an offset; returns at once. */
  void prepare(long base, int capacity) {
    synchronized (this) {
      if (asked || closed) {
        return;
      }
      asked = true;
    }
    disk.execute(() -> make(base, capacity));
  }

  /** The segment that was asked for; null while it is not there. */
  synchronized @Nullable Segment take() {
    var taken = ready;
    if (taken != null) {
      ready = null;
      asked = false;
    }
    return taken;
  }

  private void make(long base, int capacity) {
    synchronized (this) {
      if (closed) {
        return;
      }
      creating = true;
    }
    try {
      var made = store.create(base, capacity);
      if (!keep(made)) {
        store.drop(made);
      }
    } finally {
      synchronized (this) {
        creating = false;
        notifyAll();
      }
    }
    whenReady.run();
  }

  private synchronized boolean keep(Segment made) {
    if (!closed) {
      ready = made;
    }
    return !closed;
  }

  /** Lets go of a segment that is no longer kept; returns at once. */
  void drop(Segment segment) {
    disk.execute(() -> store.drop(segment));
  }

  /** No more segments are needed; returns at once. */
  void finish() {
    var unused = end();
    if (unused != null) {
      drop(unused);
    }
  }

  /** As {@link #finish}; when this returns, no file of a spare is left and none will be made. */
  void close() {
    var unused = end();
    if (unused != null) {
      store.drop(unused);
    }
    var interrupted = false;
    synchronized (this) {
      while (creating) {
        try {
          wait();
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Segment end() {
    closed = true;
    var unused = ready;
    ready = null;
    return unused;
  }
}
