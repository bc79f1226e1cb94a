package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bytes on their way to a child, in order. What the kernel takes at once goes at once, on the
 * caller's thread; the rest waits here until the Loop hears that there is room.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // counters change under the lock; others only look
final class Outbox {
  /** Who can wait does so while more than this is on the way. */
  private static final long MUCH = 64 << 10;

  /** More than this on the way means that the child does not read at all. */
  static final long MAX_PENDING = 64L << 20;

  private final LinuxPty pty;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>(2);
  private int written; // of the first in the queue
  private volatile long pending;
  private volatile long typed;
  private int line; // the length of the line being typed
  private boolean closed;

  Outbox(LinuxPty pty) {
    this.pty = pty;
  }

  long pending() {
    return pending;
  }

  /** How many bytes were ever typed; tells a prober whether something was typed meanwhile. */
  long typed() {
    return typed;
  }

  void type(byte[] bytes) {
    lock.lock();
    try {
      pty.requireLiving();
      if (pending + bytes.length > MAX_PENDING) {
        throw new PtyException(
            Reason.LIMIT,
            "%d bytes are already waiting for the child, which does not read them; nothing was typed"
                .formatted(pending));
      }
      refuseLongLine(bytes);
      line = Lines.unfinished(line, bytes);
      add(bytes, false);
    } finally {
      lock.unlock();
    }
  }

  /** Waits while much is on the way; returns at once when the child has ended. */
  void awaitRoom() {
    lock.lock();
    try {
      while (pending > MUCH && !closed) {
        room.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A key that becomes a signal throws away what was typed before it; so it does here. */
  void interrupt(byte[] bytes) {
    lock.lock();
    try {
      pty.requireLiving();
      if (bytes.length > 0 && Termios.of(pty.master).interrupts(bytes[0])) {
        queue.clear();
        written = 0;
        pending = 0;
        room.signalAll();
        // What the kernel holds stands before the key, and a child that does not read would keep
        // it there for ever.
        Sys.ioctl(pty.peer, Sys.TCFLSH, Sys.TCIFLUSH);
      }
      line = Lines.unfinished(line, bytes);
      add(bytes, true);
    } finally {
      lock.unlock();
    }
  }

  private void refuseLongLine(byte[] bytes) {
    if (line + bytes.length <= Lines.MAX || Lines.longest(line, bytes) <= Lines.MAX) {
      return;
    }
    if (!Termios.of(pty.master).canonical()) {
      line = 0; // key by key there are no lines, and whatever came before was no line either
      return;
    }
    throw new PtyException(
        Reason.BAD_INPUT,
        "The terminal is in line mode and would cut a line of %d bytes to %d; nothing was typed. Type shorter lines, or split this one"
            .formatted(Lines.longest(line, bytes), Lines.MAX));
  }

  private void add(byte[] bytes, boolean first) {
    if (closed || bytes.length == 0) {
      return;
    }
    var idle = queue.isEmpty();
    if (first && !idle) {
      overtake(bytes);
    } else {
      queue.addLast(bytes.clone());
    }
    // Pending before typed: who has seen the new number typed must also see it pending until the
    // kernel has it, or a probe could take a child for waiting that has not got it yet.
    pending += bytes.length;
    typed += bytes.length;
    if (idle || first) {
      deliver();
      if (idle && !queue.isEmpty()) {
        pty.watchForRoom(true);
      }
    }
  }

  private void overtake(byte[] bytes) {
    if (written > 0) { // cut the one on its way in two, so that the new one starts clean
      var cut = queue.removeFirst();
      queue.addFirst(Arrays.copyOfRange(cut, written, cut.length));
      written = 0;
    }
    queue.addFirst(bytes.clone());
  }

  /** There is room again. Called by the Loop. */
  void flush() {
    lock.lock();
    try {
      if (!closed && !queue.isEmpty()) {
        deliver();
        if (pending <= MUCH) {
          room.signalAll();
        }
        if (queue.isEmpty()) {
          pty.watchForRoom(false);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void deliver() {
    var scratch = Sys.Scratch.take();
    try {
      while (!queue.isEmpty()) {
        var bytes = queue.getFirst();
        var count = Math.min(bytes.length - written, Sys.Scratch.SIZE);
        MemorySegment.copy(bytes, written, scratch.memory, ValueLayout.JAVA_BYTE, 0, count);
        var taken = Sys.write(pty.master, scratch.memory.address(), count);
        if (taken == -Sys.EINTR) {
          continue;
        }
        if (taken <= 0) {
          return; // full; or hung up, and then the end of the child is on its way
        }
        pending -= taken;
        written += taken;
        if (written == bytes.length) {
          queue.removeFirst();
          written = 0;
        }
      }
    } finally {
      scratch.giveBack();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      queue.clear();
      pending = 0;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
