package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence.Blocked.Call;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * A system call in which a thread can wait for its terminal, with its number on each architecture
 * we know. Where an architecture lacks the call the number is {@link #ABSENT}.
 */
enum SystemCall {
  READ(0, 63, 3),
  READV(19, 65, 145),
  PREADV2(327, 286, 378),
  SPLICE(275, 76, 313),
  SENDFILE(40, 71, 187),
  POLL(7, -2, 168),
  PPOLL(271, 73, 309),
  SELECT(23, -2, 142),
  PSELECT(270, 72, 308),
  EPOLL_WAIT(232, -2, 256),
  EPOLL_PWAIT(281, 22, 319),
  EPOLL_PWAIT2(441, 441, 441),
  /** Goes on with a wait that a stop interrupted; its arguments are those of the first call. */
  RESTART(219, 128, 0),
  IO_URING_ENTER(426, 426, 426),
  RECVFROM(45, 207, 371),
  RECVMSG(47, 212, 372),
  /** Waits for another thread, or for a signal: idle, whatever the others do. */
  FUTEX(202, 98, 240),
  FUTEX_WAITV(449, 449, 449),
  SIGWAIT(128, 137, 177),
  SIGSUSPEND(130, 133, 179),
  /** Sleeps for a while. */
  NANOSLEEP(35, 101, 162),
  CLOCK_NANOSLEEP(230, 115, 267),
  /** Any other call: whatever it waits for, it is not the terminal's input. */
  OTHER(-2, -2, -2);

  private static final int ABSENT = -2;
  private static final SystemCall[] X86_64 = table(call -> call.x86_64);
  private static final SystemCall[] AARCH64 = table(call -> call.aarch64);
  private static final SystemCall[] I386 = narrow();
  private static final SystemCall[] HERE = of(System.getProperty("os.arch", ""));

  private final int x86_64;
  private final int aarch64;
  private final int i386;

  SystemCall(int x86_64, int aarch64, int i386) {
    this.x86_64 = x86_64;
    this.aarch64 = aarch64;
    this.i386 = i386;
  }

  /** The calls of one architecture by number, named as {@code os.arch} names it. */
  static SystemCall[] of(String architecture) {
    return architecture.equals("aarch64") ? AARCH64 : X86_64;
  }

  /** The call of this number on this host. */
  static SystemCall numbered(long number) {
    return numbered(HERE, number);
  }

  /** The call of this number that a 32-bit program makes on x86_64. */
  static SystemCall numberedNarrow(long number) {
    return numbered(I386, number);
  }

  /** Whether this call of a 32-bit program takes its times as 64-bit programs do. */
  static boolean hasWideTimes(long number) {
    return number >= FIRST_TIME64;
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
      case IO_URING_ENTER -> Call.IO_URING;
      case RESTART, RECVFROM, RECVMSG, FUTEX, FUTEX_WAITV, SIGWAIT, SIGSUSPEND, OTHER -> Call.CALL;
      case NANOSLEEP, CLOCK_NANOSLEEP -> Call.NAP;
    };
  }

  /** Later kernels gave those calls that take a time a second number on 32-bit machines. */
  private static SystemCall[] narrow() {
    var table = table(call -> call.i386);
    table[407] = CLOCK_NANOSLEEP;
    table[413] = PSELECT;
    table[414] = PPOLL;
    table[421] = SIGWAIT;
    table[422] = FUTEX;
    return table;
  }

  private static final int FIRST_TIME64 = 403;

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
