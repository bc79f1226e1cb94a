package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Whose turn it is on a busy host. The kernel shares the processors among sessions in the sense of
 * setsid(2), so that a daemon which serves twenty busy programs gets one part in twenty-one. Where
 * we may, we give the daemon's session more; the programs are in sessions of their own and are not
 * touched.
 */
public final class Priority {
  /** As nice(1): nine times the share of a program. */
  private static final String HIGH = "-10";

  /** As nice(1): a tenth of the share of another thread. */
  private static final int LOW = 10;

  private static final int SCHED_RR = 2;
  private static final int SCHED_RESET_ON_FORK = 0x4000_0000;

  /** Before all that take turns, and behind all that others have put before those. */
  private static final int FIRST = 1;

  /** What the JVM calls the threads of the compiler that takes its time. */
  private static final String COMPILER = "C2 Compiler";

  private Priority() {}

  /** Looked up where there is one. */
  private static final class Handle {
    static final MethodHandle SETPRIORITY = Sys.function("setpriority");
    static final MethodHandle SCHED_SETSCHEDULER = Sys.function("sched_setscheduler");
  }

  /**
   * Lets the compiler that takes its time wait while there is other work: a daemon that comes back
   * is busy with its sessions first, and has days to become fast.
   */
  public static void compileLater() {
    for (var thread : Text.names("/proc/self/task")) {
      if (Text.of("/proc/self/task/" + thread + "/comm").startsWith(COMPILER)) {
        Sys.call(Handle.SETPRIORITY, 0, Integer.parseInt(thread), LOW, 0, 0, 0);
      }
    }
  }

  /** Lets this thread wait while there is other work; for work that may take a while. */
  public static void lower() {
    // On Linux that of the one thread that calls; elsewhere it would be that of the whole process.
    if (System.getProperty("os.name", "").equals("Linux")) {
      Sys.call(Handle.SETPRIORITY, 0, 0, LOW, 0, 0, 0);
    }
  }

  /**
   * Lets this thread run as soon as there is something for it, whoever else is at it; for one that
   * only passes on what others make, so that it can never have more to do than they. A terminal
   * holds three pages and then its program stands still. Needs a privilege, and does nothing
   * without; what the thread starts does not inherit it.
   */
  static void passOn() {
    var scratch = Sys.Scratch.take();
    try {
      scratch.memory.set(ValueLayout.JAVA_INT, 0, FIRST);
      Sys.call(
          Handle.SCHED_SETSCHEDULER,
          0,
          SCHED_RR | SCHED_RESET_ON_FORK,
          scratch.memory.address(),
          0,
          0,
          0);
    } finally {
      scratch.giveBack();
    }
  }

  /** Raises the share of a process's session; needs a privilege, and does nothing without. */
  static void raise(int pid) {
    try (var file = new FileOutputStream("/proc/" + pid + "/autogroup")) {
      file.write(HIGH.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException notAllowed) {
      // An ordinary user's daemon is one session among others.
    }
  }
}
