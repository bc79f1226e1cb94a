package dev.parley.pty;

import dev.parley.pty.Launcher.Launched;
import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.probe.Probe;
import dev.parley.pty.sys.Sys;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A child of the Linux engine.
 *
 * <p>Its output is read by one thread at a time, whoever holds {@link #reading}: mostly the Loop,
 * but also a thread that probes, which saves it the way through another thread. The Loop never
 * waits for the lock. It leaves word in {@link #unread} and whoever holds the lock reads once more.
 */
final class LinuxPty implements Pty, Probe.Child {
  /** After this much from one child the others have their turn. */
  private static final int TURN = 128 * 1024;

  private static final int LOOKS = 50;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  final int pid;
  final int master;
  final int peer;
  final String device;
  final String marker;
  final Cgroup cgroup;
  private final Map<String, String> keepers;
  private final int pidfd;
  private final LinuxPtys ptys;
  private final Loop loop;
  private final Orphans orphans;
  private final Sink sink;
  private final Outbox outbox = new Outbox(this);
  private final Probe probe = new Probe(this);
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock ending = new ReentrantLock();
  private final CountDownLatch reaped = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean released = new AtomicBoolean();
  private final AtomicBoolean fed = new AtomicBoolean();
  // Threads inside a call that needs the descriptors, and one for being open. The last to leave
  // closes them, so that no call meets a descriptor that is somebody else's by then.
  private final AtomicInteger users = new AtomicInteger(1);
  private volatile boolean unread;
  private volatile boolean paused;
  private volatile long printed;
  private volatile @Nullable Exit exit;
  private boolean ended; // guarded by reading
  private volatile long masterWatch;
  private volatile long pidWatch;

  /** Of an earlier process: we are not its parent, so others tell us how it ended. */
  final boolean adopted;

  LinuxPty(
      LinuxPtys ptys, Loop loop, Orphans orphans, Launched launched, Sink sink, boolean adopted) {
    this.adopted = adopted;
    this.ptys = ptys;
    this.loop = loop;
    this.orphans = orphans;
    this.sink = sink;
    pid = launched.pid();
    pidfd = launched.pidfd();
    master = launched.master();
    peer = launched.peer();
    device = launched.device();
    marker = launched.marker();
    cgroup = launched.cgroup();
    keepers = launched.keepers();
  }

  void begin() {
    try {
      masterWatch = loop.watch(master, Sys.EPOLLIN, this::ready);
      pidWatch = loop.watch(pidfd, Sys.EPOLLIN, _ -> reap());
    } catch (PtyException e) {
      if (!adopted) {
        kill();
        Sys.waitFor(pidfd, 0, 0);
      }
      leave();
      throw e;
    }
    if (adopted) {
      ptys.holder().ifPresent(link -> link.whenEnded(pid, how -> loop.again(() -> reaped(how))));
      loop.again(this::readTurn); // what was printed meanwhile may raise no edge of its own
    }
  }

  @Override
  public long pid() {
    return pid;
  }

  /** What a holder needs to know of this child, with our own descriptors. */
  Held held(String session) {
    return new Held(session, pid, master, pidfd, marker, Optional.ofNullable(exit));
  }

  @Override
  public Map<String, String> keptBy() {
    return keepers;
  }

  @Override
  public boolean ranOutOfMemory() {
    return cgroup.ranOutOfMemory();
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
  public void feed(byte[] bytes) {
    requireOpen();
    try {
      if (fed.compareAndSet(false, true)) {
        Termios.echoOff(master);
      }
    } finally {
      leave();
    }
    outbox.awaitRoom();
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

  @Override
  public int master() {
    return master;
  }

  @Override
  public int peer() {
    return peer;
  }

  /** The sink had no space when last asked: output waits in the kernel. */
  @Override
  public boolean paused() {
    return paused;
  }

  @Override
  public boolean exited() {
    return exit != null;
  }

  /** How many bytes were ever typed. */
  @Override
  public long typed() {
    return outbox.typed();
  }

  /** How many bytes have reached the sink. */
  @Override
  public long printed() {
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
  @Override
  public boolean drain() {
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
      var count = Pages.read(master, space);
      if (count > 0) {
        printed = printed + count;
        orphans.expect();
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
      sink.ended(how);
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
    if (exit == null && adopted) {
      lookUp(LOOKS);
    } else if (exit == null) { // news of an end may come twice
      reaped(ptys.take(pid, pidfd));
    }
  }

  /** The holder tells how an adopted child ended. Where it is gone, the kernel may. */
  private void lookUp(int looksLeft) {
    if (exit == null && enter()) {
      var how = looksLeft == 0 ? Exits.UNKNOWN : Exits.lookUp(pid, pidfd);
      leave();
      if (how == null) {
        loop.later(BETWEEN_LOOKS, () -> lookUp(looksLeft - 1));
      }
      reaped(how);
    }
  }

  private void reaped(@Nullable Exit how) {
    if (how == null || exit != null) {
      return;
    }
    exit = how;
    outbox.close();
    orphans.expect();
    reaped.countDown();
    readTurn();
  }

  @Override
  public void resize(int columns, int rows) {
    Spawn.requireSize(columns, rows);
    requireOpen();
    try {
      Launcher.resize(master, columns, rows);
    } finally {
      leave();
    }
  }

  @Override
  public Modes modes() {
    requireOpen();
    try {
      return Termios.of(master).modes();
    } finally {
      leave();
    }
  }

  @Override
  public Optional<Foreground> foreground() {
    if (!enter()) {
      return Optional.empty();
    }
    try {
      var group = Front.group(master);
      return group > 0 ? Front.of(group, this, orphans) : Optional.empty();
    } finally {
      leave();
    }
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    if (!enter()) {
      return false;
    }
    try {
      return switch (to) {
        case FOREGROUND -> {
          var group = Front.group(master);
          yield group > 0 && Sys.kill(-group, signal.number()) >= 0;
        }
        case SESSION -> Ending.signal(this, orphans, signal);
      };
    } finally {
      leave();
    }
  }

  @Override
  public Finding probe() {
    return probe.find();
  }

  @Override
  public Account account() {
    return probe.account();
  }

  @Override
  public Optional<Finding> underway() {
    return probe.underway();
  }

  @Override
  public Ended end(Duration grace) {
    var hurried = false;
    ending.lock(); // who comes second finds nothing left to do
    try (var all = new Ending(this, loop, orphans)) {
      if (closed.get()) {
        return new Ended(0, 0); // the Loop may have ended with the engine
      }
      while (true) {
        try {
          var what = all.run(hurried ? Duration.ZERO : grace);
          reaped.await();
          return what;
        } catch (InterruptedException e) {
          hurried = true; // no more grace, but nothing may be left behind either
        }
      }
    } finally {
      ending.unlock();
      if (hurried) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends the child alone and does not wait for it. */
  void kill() {
    if (enter()) {
      Sys.pidfdSignal(pidfd, Signal.KILL.number());
      leave();
    }
  }

  @Override
  public void close() {
    if (loop.isCurrent()) {
      Thread.startVirtualThread(this::close); // closing waits for news that the Loop brings
      return;
    }
    end(Duration.ZERO);
    if (closed.compareAndSet(false, true)) {
      finish();
      probe.close();
      outbox.close();
      orphans.ended(this);
      cgroup.remove();
      ptys.forget(this);
      letGo();
    }
  }

  @Override
  public void release() {
    boolean over;
    reading.lock();
    try {
      over = ended;
    } finally {
      reading.unlock();
    }
    if (over) {
      probe.close();
      ptys.keepNoLonger(this);
      letGo();
    }
  }

  private void letGo() {
    if (released.compareAndSet(false, true)) {
      leave();
    }
  }

  /** Delivers what can still be delivered, also to a sink that has paused. */
  private void finish() {
    reading.lock();
    try {
      read(Integer.MAX_VALUE);
      endIfExited();
      ended = true;
    } finally {
      reading.unlock();
    }
  }

  private void requireOpen() {
    if (!enter()) {
      throw new PtyException(Reason.EXITED, "The child has ended and its terminal is closed");
    }
  }

  /** Keeps the descriptors open until {@link #leave}; false when they are closed already. */
  boolean enter() {
    for (var now = users.get(); now > 0; now = users.get()) {
      if (users.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  void leave() {
    if (users.decrementAndGet() == 0) {
      loop.unwatch(masterWatch, master);
      loop.unwatch(pidWatch, pidfd);
      Sys.close(master);
      Sys.close(peer);
      Sys.close(pidfd);
    }
  }
}
