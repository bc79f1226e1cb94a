package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence.Blocked.Call;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * A system call in which a thread can wait for its terminal, with its number on each architecture
 * we know. Where an architecture lacks the call the number is {@link #ABSENT}.
 */
enum SystemCall {
  READ(0, 63),
  READV(19, 65),
  PREADV2(327, 286),
  SPLICE(275, 76),
  SENDFILE(40, 71),
  POLL(7, -2),
  PPOLL(271, 73),
  SELECT(23, -2),
  PSELECT(270, 72),
  EPOLL_WAIT(232, -2),
  EPOLL_PWAIT(281, 22),
  EPOLL_PWAIT2(441, 441),
  /** Goes on with a wait that a stop interrupted; its arguments are those of the first call. */
  RESTART(219, 128),
  IO_URING_ENTER(426, 426),
  RECVFROM(45, 207),
  RECVMSG(47, 212),
  /** Waits for another thread, or for a signal: idle, whatever the others do. */
  FUTEX(202, 98),
  FUTEX_WAITV(449, 449),
  SIGWAIT(128, 137),
  SIGSUSPEND(130, 133),
  /** Any other call: whatever it waits for, it is not the terminal's input. */
  OTHER(-2, -2);

  private static final int ABSENT = -2;
  private static final SystemCall[] X86_64 = table(call -> call.x86_64);
  private static final SystemCall[] AARCH64 = table(call -> call.aarch64);
  private static final SystemCall[] HERE = of(System.getProperty("os.arch", ""));

  private final int x86_64;
  private final int aarch64;

  SystemCall(int x86_64, int aarch64) {
    this.x86_64 = x86_64;
    this.aarch64 = aarch64;
  }

  /** The calls of one architecture by number, named as {@code os.arch} names it. */
  static SystemCall[] of(String architecture) {
    return architecture.equals("aarch64") ? AARCH64 : X86_64;
  }

  /** The call of this number on this host. */
  static SystemCall numbered(long number) {
    return numbered(HERE, number);
  }

  static SystemCall numbered(SystemCall[] calls, long number) {
    return number >= 0 && number < calls.length ? calls[(int) number] : OTHER;
  }

  /** What kind of wait it is. */
  Call kind() {
    return switch (this) {
      case READ, READV, PREADV2, SPLICE, SENDFILE -> Call.READ;
      case POLL, PPOLL -> Call.POLL;
      case SELECT, PSELECT -> Call.SELECT;
      case EPOLL_WAIT, EPOLL_PWAIT, EPOLL_PWAIT2 -> Call.EPOLL;
      case IO_URING_ENTER,
          RESTART,
          RECVFROM,
          RECVMSG,
          FUTEX,
          FUTEX_WAITV,
          SIGWAIT,
          SIGSUSPEND,
          OTHER ->
          Call.CALL;
    };
  }

  private static SystemCall[] table(ToIntFunction<SystemCall> number) {
    var table = new SystemCall[512];
    Arrays.fill(table, OTHER);
    for (var call : values()) {
      if (number.applyAsInt(call) != ABSENT) {
        table[number.applyAsInt(call)] = call;
      }
    }
    return table;
  }
}
