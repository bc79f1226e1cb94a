package dev.parley.pty.probe;

import dev.parley.pty.sys.Sys;

/**
 * Tells whether anybody reads a terminal, without any right to look at them: a read of no bytes
 * from our own, non-blocking descriptor of the slave side fails with EAGAIN while another read is
 * inside the line discipline, and returns 0 otherwise. It takes nothing away.
 *
 * <p>The kernel does not promise this, so it is tried out once, on a terminal of our own, and not
 * used where it does not hold. It must not be asked while input is unread: a non-blocking reader
 * that came at that moment would be turned away with input there.
 */
public final class ZeroRead {
  private ZeroRead() {}

  private static final class Tried {
    static final boolean WORKS = tryOut();
  }

  public static boolean works() {
    return Tried.WORKS;
  }

  /** Whether some thread is inside a read of this terminal. */
  public static boolean reader(int peer) {
    var scratch = Sys.Scratch.take();
    try {
      return Sys.read(peer, scratch.memory.address(), 0) == -Sys.EAGAIN;
    } finally {
      scratch.giveBack();
    }
  }

  private static boolean tryOut() {
    var master = Sys.open("/dev/ptmx", Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC);
    if (master < 0) {
      return false;
    }
    var blocking = -1;
    var peer = -1;
    var scratch = Sys.Scratch.take();
    try {
      var address = scratch.memory.address();
      scratch.memory.set(java.lang.foreign.ValueLayout.JAVA_INT, 0, 0);
      Sys.ioctl(master, Sys.TIOCSPTLCK, address);
      var flags = Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC;
      blocking = Sys.ioctl(master, Sys.TIOCGPTPEER, flags);
      peer = Sys.ioctl(master, Sys.TIOCGPTPEER, flags | Sys.O_NONBLOCK);
      if (blocking < 0 || peer < 0 || reader(peer)) {
        return false;
      }
      return seesReader(master, blocking, peer, scratch);
    } finally {
      scratch.giveBack();
      Sys.close(master);
      if (peer >= 0) {
        Sys.close(peer);
      }
      if (blocking >= 0) {
        Sys.close(blocking);
      }
    }
  }

  private static boolean seesReader(int master, int blocking, int peer, Sys.Scratch scratch) {
    var taken = new int[1];
    var reading =
        Thread.ofPlatform()
            .daemon()
            .name("parley-probe-test")
            .start(
                () -> {
                  var own = Sys.Scratch.take();
                  taken[0] = Sys.read(blocking, own.memory.address(), 16);
                  own.giveBack();
                });
    var seen = false;
    for (var end = System.nanoTime() + 500_000_000; !seen && System.nanoTime() < end; ) {
      seen = reader(peer);
      Thread.onSpinWait();
    }
    // A line lets the reader go, and shows that the question took none of it.
    scratch.memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 0, (byte) 'x');
    scratch.memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 1, (byte) '\n');
    Sys.write(master, scratch.memory.address(), 2);
    try {
      reading.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return seen && taken[0] == 2 && !reader(peer);
  }
}
