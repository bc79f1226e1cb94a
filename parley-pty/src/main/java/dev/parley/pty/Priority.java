package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.io.FileOutputStream;
import java.io.IOException;
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

  /** What the JVM calls the threads of the compiler that takes its time. */
  private static final String COMPILER = "C2 Compiler";

  private Priority() {}

  /** Looked up where there is one. */
  private static final class Handle {
    static final MethodHandle SETPRIORITY = Sys.function("setpriority");
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

  /** Raises the share of a process's session; needs a privilege, and does nothing without. */
  static void raise(int pid) {
    try (var file = new FileOutputStream("/proc/" + pid + "/autogroup")) {
      file.write(HIGH.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException notAllowed) {
      // An ordinary user's daemon is one session among others.
    }
  }
}
