package dev.parley.pty;

import java.util.List;

/** Reads what {@code waitpid} says about the end of a child. */
final class Exits {
  /** By number, from one. The first 31 are the same on x86_64 and aarch64. */
  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Exits() {}

  static Exit of(int status) {
    var signal = status & 0x7f;
    return signal == 0 ? new Exit.Code((status >> 8) & 0xff) : killed(signal);
  }

  static Exit.Killed killed(int signal) {
    var name = signal <= NAMES.size() ? NAMES.get(signal - 1) : "RTMIN+" + (signal - 34);
    return new Exit.Killed(signal, "SIG" + name);
  }
}
