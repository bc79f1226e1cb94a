package dev.parley.pty;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the exit status of children, each by its pidfd. */
final class Exits {
  /** By number, from one. The first 31 are the same on x86_64 and aarch64. */
  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  /** Other code in this process has taken the status before us. */
  private static final Exit UNKNOWN = new Exit.Code(255);

  private Exits() {}

  /** How the child ended, taken from the kernel once and for all; null while it lives. */
  static @Nullable Exit take(int pidfd) {
    var scratch = Sys.Scratch.take();
    try {
      var info = scratch.memory;
      info.set(ValueLayout.JAVA_INT, Sys.SIGINFO_PID, 0);
      var result = Sys.waitFor(pidfd, info.address(), Sys.WNOHANG);
      if (result == -Sys.ECHILD) {
        return UNKNOWN;
      }
      if (result < 0 || info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_PID) == 0) {
        return null;
      }
      var status = info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_STATUS);
      return info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_CODE) == Sys.CLD_EXITED
          ? new Exit.Code(status)
          : killed(status);
    } finally {
      scratch.giveBack();
    }
  }

  static Exit.Killed killed(int signal) {
    var name = signal <= NAMES.size() ? NAMES.get(signal - 1) : "RTMIN+" + (signal - 34);
    return new Exit.Killed(signal, "SIG" + name);
  }
}
