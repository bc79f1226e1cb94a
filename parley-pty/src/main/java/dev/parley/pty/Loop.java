package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one thread that waits for all descriptors: terminals with output, terminals with room for
 * input, children that end.
 *
 * <p>Every descriptor is watched edge-triggered: news comes once, and whoever gets it reads until
 * there is nothing left or asks to be called {@link #again}. That makes pausing a child free, and
 * lets another thread read in the Loop's place.
 */
final class Loop implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Loop.class.getName());
  private static final int EVENTS = 128;
  private static final long WAKE = 0;

  private final int epoll;
  private final int wake;
  private final Thread thread;
  private final AtomicLong ids = new AtomicLong(WAKE);
  private final ConcurrentHashMap<Long, Watcher> watchers = new ConcurrentHashMap<>();
  private final Queue<Runnable> again = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>(); // the Loop's alone
  private volatile boolean closed;

  /** What to do when a descriptor has news. Runs on the Loop and must not block. */
  @FunctionalInterface
  interface Watcher {
    void ready(int events);
  }

  private record Timer(long at, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return Long.signum(at - other.at);
    }
  }

  Loop() {
    epoll = Errors.check(Sys.epollCreate(), "make an epoll descriptor");
    wake = Sys.eventfd();
    if (wake < 0) {
      Sys.close(epoll);
      Errors.check(wake, "make an event descriptor");
    }
    Sys.epollControl(epoll, Sys.EPOLL_CTL_ADD, wake, Sys.EPOLLIN | Sys.EPOLLET, WAKE);
    thread = Thread.ofPlatform().daemon().name("parley-loop").unstarted(this::run);
    thread.start();
  }

  /** Watches a descriptor and answers the id to change or end that with. */
  long watch(int fd, int events, Watcher watcher) {
    var id = ids.incrementAndGet();
    watchers.put(id, watcher);
    var result = Sys.epollControl(epoll, Sys.EPOLL_CTL_ADD, fd, events | Sys.EPOLLET, id);
    if (result < 0) {
      watchers.remove(id);
      Errors.check(result, "watch a descriptor");
    }
    return id;
  }

  /** Changes what to watch for; news that is there already is reported once more. */
  void change(long id, int fd, int events) {
    Sys.epollControl(epoll, Sys.EPOLL_CTL_MOD, fd, events | Sys.EPOLLET, id);
  }

  void unwatch(long id, int fd) {
    watchers.remove(id);
    Sys.epollControl(epoll, Sys.EPOLL_CTL_DEL, fd, 0, 0);
  }

  /** Runs something on the Loop after what is ready now, so that no child keeps it to itself. */
  void again(Runnable task) {
    again.add(task);
    if (!isCurrent() && woken.compareAndSet(false, true)) {
      var scratch = Sys.Scratch.take();
      scratch.memory.set(ValueLayout.JAVA_LONG, 0, 1);
      Sys.write(wake, scratch.memory.address(), Long.BYTES);
      scratch.giveBack();
    }
  }

  /** Runs something on the Loop when that much time has passed. */
  void later(Duration delay, Runnable task) {
    var at = System.nanoTime() + delay.toNanos();
    again(() -> timers.add(new Timer(at, task)));
  }

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  private void run() {
    try (var arena = Arena.ofConfined()) {
      var events = arena.allocate((long) EVENTS * Sys.EPOLL_EVENT_SIZE, 16);
      while (!closed) {
        var count = Sys.epollWait(epoll, events.address(), EVENTS, timeoutMillis());
        for (var i = 0; i < count; i++) {
          dispatch(events.asSlice((long) i * Sys.EPOLL_EVENT_SIZE, Sys.EPOLL_EVENT_SIZE));
        }
        for (var left = again.size(); left > 0; left--) {
          guarded(again.remove());
        }
        while (!timers.isEmpty() && timers.element().at - System.nanoTime() <= 0) {
          guarded(timers.remove().task);
        }
      }
    } finally {
      Sys.close(epoll);
      Sys.close(wake);
    }
  }

  private int timeoutMillis() {
    if (!again.isEmpty()) {
      return 0;
    }
    if (timers.isEmpty()) {
      return -1;
    }
    var left = timers.element().at - System.nanoTime();
    return Math.clamp(left / 1_000_000 + 1, 0, Integer.MAX_VALUE);
  }

  private void dispatch(MemorySegment event) {
    var id = event.get(ValueLayout.JAVA_LONG_UNALIGNED, Sys.EPOLL_EVENT_DATA);
    if (id == WAKE) {
      // Cleared before the tasks are looked at: one added from now on writes again. The counter
      // itself need not be read, since an edge is all we watch for.
      woken.set(false);
      return;
    }
    var watcher = watchers.get(id);
    if (watcher != null) { // else it was ended while its news was on the way
      var kinds = event.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
      guarded(() -> watcher.ready(kinds));
    }
  }

  /** One child's trouble must not stop the others. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error problem) {
      LOG.log(Level.ERROR, "Serving a child failed; the others go on", problem);
    }
  }

  @Override
  public void close() {
    again(() -> closed = true);
    if (!isCurrent()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
