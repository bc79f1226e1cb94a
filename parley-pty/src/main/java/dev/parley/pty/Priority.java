package dev.parley.pty;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Whose turn it is on a busy host. The kernel shares the processors among sessions in the sense of
 * setsid(2), so that a daemon which serves twenty busy programs gets one part in twenty-one. Where
 * we may, we give the daemon's session more; the programs are in sessions of their own and are not
 * touched.
 */
final class Priority {
  /** As nice(1): nine times the share of a program. */
  private static final String HIGH = "-10";

  private Priority() {}

  /** Raises the share of a process's session; needs a privilege, and does nothing without. */
  static void raise(int pid) {
    try (var file = new FileOutputStream("/proc/" + pid + "/autogroup")) {
      file.write(HIGH.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException notAllowed) {
      // An ordinary user's daemon is one session among others.
    }
  }
}
