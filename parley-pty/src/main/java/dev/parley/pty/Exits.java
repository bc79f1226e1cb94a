package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.MemorySegment;
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

  private static final int STAT_EXIT_CODE = 52 - 3;
  private static final int PIDFD_INFO_SIZE = 64;
  private static final int PIDFD_INFO_STATUS = 60;
  private static final long PIDFD_INFO_EXIT = 1 << 3;
  private static final int PIDFD_GET_INFO = 3 << 30 | PIDFD_INFO_SIZE << 16 | 0xff << 8 | 11;

  /** Other code in this process has taken the status before us. */
  static final Exit UNKNOWN = new Exit.Code(255);

  private Exits() {}

  /** How the child ended, taken from the kernel once and for all; null while it lives. */
  static @Nullable Exit take(int pidfd) {
    return wait(pidfd, Sys.WNOHANG);
  }

  /** As {@link #take}, but leaves the status where it is. */
  static @Nullable Exit look(int pidfd) {
    return wait(pidfd, Sys.WNOHANG | Sys.WNOWAIT);
  }

  private static @Nullable Exit wait(int pidfd, int options) {
    var scratch = Sys.Scratch.take();
    try {
      var info = scratch.memory;
      info.set(ValueLayout.JAVA_INT, Sys.SIGINFO_PID, 0);
      var result = Sys.waitFor(pidfd, info.address(), options);
      if (result == -Sys.ECHILD) {
        return UNKNOWN;
      }
      if (result < 0 || info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_PID) == 0) {
        return null;
      }
      return of(info);
    } finally {
      scratch.giveBack();
    }
  }

  /** Reads what the kernel says about the end of a child ({@code siginfo_t}). */
  static Exit of(MemorySegment info) {
    var status = info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_STATUS);
    return info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_CODE) == Sys.CLD_EXITED
        ? new Exit.Code(status)
        : killed(status);
  }

  /**
   * How a process that is not our child ended; null when the kernel does not tell. It does while
   * nobody has waited for the process, and from 6.15 on also after that.
   */
  static @Nullable Exit lookUp(int pid, int pidfd) {
    var how = afterwards(pidfd);
    return how == null ? ofZombie(pid, pidfd) : how;
  }

  private static @Nullable Exit ofZombie(int pid, int pidfd) {
    var line = Text.of("/proc/" + pid + "/stat"); // nothing when somebody has waited for it
    var fields = line.replaceFirst("(?s).*\\) ", "").split(" "); // from field 3 of proc(5)
    // A signal that is none tells whether the number still belongs to our process.
    return fields.length > STAT_EXIT_CODE && fields[0].equals("Z") && Sys.pidfdSignal(pidfd, 0) >= 0
        ? ofStatus(Integer.parseInt(fields[STAT_EXIT_CODE].strip()))
        : null;
  }

  private static @Nullable Exit afterwards(int pidfd) {
    var scratch = Sys.Scratch.take();
    try {
      var info = scratch.memory.asSlice(0, PIDFD_INFO_SIZE);
      info.fill((byte) 0);
      info.set(ValueLayout.JAVA_LONG, 0, PIDFD_INFO_EXIT);
      var result = Sys.ioctl(pidfd, PIDFD_GET_INFO, info.address());
      return result >= 0 && (info.get(ValueLayout.JAVA_LONG, 0) & PIDFD_INFO_EXIT) != 0
          ? ofStatus(info.get(ValueLayout.JAVA_INT, PIDFD_INFO_STATUS))
          : null;
    } finally {
      scratch.giveBack();
    }
  }

  /** An ending as one number, the way {@code waitpid} writes it. */
  static int status(Exit exit) {
    return switch (exit) {
      case Exit.Code(var code) -> code << 8;
      case Exit.Killed(var number, _) -> number;
    };
  }

  static Exit ofStatus(int status) {
    return (status & 0x7f) == 0 ? new Exit.Code((status >> 8) & 0xff) : killed(status & 0x7f);
  }

  static Exit.Killed killed(int signal) {
    var name = signal <= NAMES.size() ? NAMES.get(signal - 1) : "RTMIN+" + (signal - 34);
    return new Exit.Killed(signal, "SIG" + name);
  }
}
