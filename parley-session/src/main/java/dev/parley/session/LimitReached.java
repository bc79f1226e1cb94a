package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Limits;
import dev.parley.pty.Pty;
import dev.parley.session.launch.EndReason;
import java.util.Optional;

/** Tells from a child's exit whether one of its limits has ended it. */
final class LimitReached {
  private static final int SIGKILL = 9;
  private static final int SIGXCPU = 24;
  private static final int SIGXFSZ = 25;

  private LimitReached() {}

  static Optional<EndReason> of(Exit exit, Limits limits, Pty pty) {
    // A shell that ran the program last hands the signal on as a code.
    var signal = exit.shellCode() - 128;
    if (signal == SIGXCPU && limits.cpuSeconds().isPresent()) {
      return Optional.of(EndReason.CPU);
    }
    if (signal == SIGXFSZ && limits.fileSize().isPresent()) {
      return Optional.of(EndReason.FILE_SIZE);
    }
    return signal == SIGKILL && limits.memory().isPresent() && pty.ranOutOfMemory()
        ? Optional.of(EndReason.MEMORY)
        : Optional.empty();
  }
}
