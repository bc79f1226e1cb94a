package dev.parley.pty;

import dev.parley.pty.Launcher.Launched;
import dev.parley.pty.PtyException.Reason;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A child of the Linux engine.
 *
 * <p>Its output is read by one thread at a time, whoever holds {@link #reading}: mostly the Loop,
 * but also a thread that probes, which saves it the way through another thread. The Loop never
 * waits for the lock. It leaves word in {@link #unread} and whoever holds the lock reads once more.
 */
final class LinuxPty implements Pty {
  /** After this much from one child the others have their turn. */
  private static final int TURN = 128 * 1024;

  final int pid;
  final int master;
  final int peer;
  final String device;
  final String marker;
  private final int pidfd;
  private final LinuxPtys ptys;
  private final Loop loop;
  private final Sink sink;
  private final Outbox outbox = new Outbox(this);
  private final Probe probe = new Probe(this);
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock controlling = new ReentrantLock();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean unread;
  private volatile boolean paused;
  private volatile long printed;
  private volatile @Nullable Exit exit;
  private boolean ended; // guarded by reading
  private boolean released; // guarded by reading and controlling
  private volatile long masterWatch;
  private volatile long pidWatch;

  LinuxPty(LinuxPtys ptys, Loop loop, Launched launched, Sink sink) {
    this.ptys = ptys;
    this.loop = loop;
    this.sink = sink;
    pid = launched.pid();
    pidfd = launched.pidfd();
    master = launched.master();
    peer = launched.peer();
    device = launched.device();
    marker = launched.marker();
  }

  void begin() {
    masterWatch = loop.watch(master, Sys.EPOLLIN, this::ready);
    pidWatch = loop.watch(pidfd, Sys.EPOLLIN, _ -> reap());
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public void type(byte[] bytes) {
    outbox.type(bytes);
  }

  @Override
  public void interrupt(byte[] bytes) {
    outbox.interrupt(bytes);
  }

  @Override
  public long pending() {
    return outbox.pending();
  }

  /** The sink had no space when last asked: output waits in the kernel. */
  boolean paused() {
    return paused;
  }

  boolean exited() {
    return exit != null;
  }

  /** How many bytes were ever typed. */
  long typed() {
    return outbox.typed();
  }

  /** How many bytes have reached the sink. */
  long printed() {
    return printed;
  }

  void requireLiving() {
    var how = exit;
    if (how != null) {
      throw new PtyException(
          Reason.EXITED, "The child has ended with %s; nothing can be typed".formatted(how));
    }
  }

  void watchForRoom(boolean wanted) {
    loop.change(masterWatch, master, wanted ? Sys.EPOLLIN | Sys.EPOLLOUT : Sys.EPOLLIN);
  }

  private void ready(int events) {
    if ((events & Sys.EPOLLOUT) != 0) {
      outbox.flush();
    }
    if ((events & ~Sys.EPOLLOUT) != 0) {
      readTurn();
    }
  }

  /** Reads what there is, up to a turn, unless another thread is reading and will do it for us. */
  private void readTurn() {
    unread = true;
    while (unread && reading.tryLock()) {
      try {
        unread = false;
        if (!read(TURN)) {
          loop.again(this::readTurn);
          return;
        }
      } finally {
        reading.unlock();
      }
    }
  }

  /**
   * Reads until there is nothing left and answers true; false when the child prints so much that
   * the rest is left to the Loop. After true, all that was written before the call is in the sink.
   */
  boolean drain() {
    boolean dry;
    reading.lock();
    try {
      unread = false;
      dry = read(TURN);
    } finally {
      reading.unlock();
    }
    if (!dry || unread) {
      loop.again(this::readTurn);
    }
    return dry;
  }

  /** True when the terminal is empty or the sink full; only by the holder of {@link #reading}. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // the lock is held; others only look
  private boolean read(int most) {
    for (var left = most; left > 0 && !ended; ) {
      var space = sink.space();
      if (space.byteSize() == 0) {
        // Ask again after saying so: a resume that came in between has not seen it.
        paused = true;
        space = sink.space();
        if (space.byteSize() == 0) {
          return true;
        }
        paused = false;
      }
      var count =
          Sys.read(master, space.address(), (int) Math.min(space.byteSize(), Integer.MAX_VALUE));
      if (count > 0) {
        printed = printed + count;
        sink.filled(count);
        left -= count;
      } else if (count != -Sys.EINTR) {
        endIfExited();
        return true;
      }
    }
    return ended;
  }

  private void endIfExited() {
    var how = exit;
    if (how != null && !ended) {
      ended = true;
      try {
        sink.ended(how);
      } finally {
        over.countDown();
      }
    }
  }

  @Override
  public void resume() {
    if (paused) {
      paused = false;
      loop.again(this::readTurn);
    }
  }

  /** Takes the child's exit status. Its last words may still be in the terminal. */
  private void reap() {
    var scratch = Sys.Scratch.take();
    try {
      if (Sys.waitpid(pid, scratch.memory.address(), Sys.WNOHANG) == 0) {
        return;
      }
      exit = Exits.of(scratch.memory.get(ValueLayout.JAVA_INT, 0));
    } finally {
      scratch.giveBack();
    }
    loop.unwatch(pidWatch, pidfd);
    outbox.close();
    readTurn();
  }

  @Override
  public void resize(int columns, int rows) {}

  @Override
  public Modes modes() {
    return new Modes(true, true, true);
  }

  @Override
  public Optional<Foreground> foreground() {
    return Optional.empty();
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    return Sys.pidfdSignal(pidfd, signal.number()) >= 0;
  }

  @Override
  public Finding probe() {
    return probe.find();
  }

  @Override
  public Ended end(Duration grace) {
    var living = exit == null;
    Sys.pidfdSignal(pidfd, Signal.KILL.number());
    awaitEnd();
    return new Ended(living ? 1 : 0, living ? 1 : 0);
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end(Duration.ZERO);
    release();
  }

  private void release() {
    outbox.close();
    probe.close();
    reading.lock();
    controlling.lock();
    try {
      if (!released) {
        released = true;
        loop.unwatch(masterWatch, master);
        Sys.close(master);
        Sys.close(peer);
        Sys.close(pidfd);
        ptys.forget(this);
      }
    } finally {
      controlling.unlock();
      reading.unlock();
    }
  }
}
