package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Beside;
import java.util.List;
import java.util.Set;

/**
 * What one blocked thread waits for.
 *
 * @param call the call it is blocked in
 * @param onTerminal the call waits for this terminal's input
 * @param full it waits to write to this terminal
 * @param nanos the longest it will wait, or {@link #FOREVER}
 * @param beside what else could wake it
 * @param masters the descriptors of master sides it waits for
 * @param sockets the descriptors of sockets it waits for; the first few are enough
 * @param hidden the kernel would not let us see what it waits for
 */
record TerminalWait(
    SystemCall call,
    boolean onTerminal,
    boolean full,
    long nanos,
    Set<Beside> beside,
    List<Integer> masters,
    List<Integer> sockets,
    boolean hidden) {

  static final long FOREVER = -1;

  /** A signal will tell of input. */
  static final TerminalWait BY_SIGNAL =
      new TerminalWait(
          SystemCall.SIGWAIT, true, false, FOREVER, Set.of(), List.of(), List.of(), false);

  /** A wait this short is no answer yet: it runs out before anybody could type. */
  static final long SHORT = 250_000_000;

  /** A finite wait up to here may still be a program that looks at the keyboard between steps. */
  private static final long SURE = 1_000_000_000;

  boolean finite() {
    return nanos != FOREVER;
  }

  boolean brief() {
    return finite() && nanos <= SHORT;
  }

  /** It is blocked in a read itself, not in a wait for the moment to read. */
  boolean reads() {
    return call.kind() == Evidence.Blocked.Call.READ;
  }

  /** Whether nothing but the terminal can be what it waits for. */
  boolean sure() {
    return (beside.isEmpty() || (beside.size() == 1 && beside.contains(Beside.PAIR)))
        && (!finite() || (nanos > SURE && call.kind() != Evidence.Blocked.Call.EPOLL));
  }

  /** The same wait, which ends by itself after a while. */
  TerminalWait within(long limit) {
    return new TerminalWait(call, onTerminal, full, limit, beside, masters, sockets, hidden);
  }

  /** Waits only for other threads of its own process or for signals: no sign of work. */
  boolean idle() {
    return switch (call) {
      case FUTEX -> nanos == FOREVER;
      case FUTEX_WAITV, SIGWAIT, SIGSUSPEND -> true;
      case POLL, PPOLL, SELECT, PSELECT, EPOLL_WAIT, EPOLL_PWAIT, EPOLL_PWAIT2 ->
          !hidden && beside.isEmpty() && nanos == FOREVER;
      case READ,
          READV,
          PREADV2,
          SPLICE,
          SENDFILE,
          RECVFROM,
          RECVMSG,
          IO_URING_ENTER,
          RESTART,
          NANOSLEEP,
          CLOCK_NANOSLEEP,
          OTHER ->
          false;
    };
  }

  /** Sleeps without waiting for anything. */
  boolean sleeps() {
    return switch (call) {
      case NANOSLEEP, CLOCK_NANOSLEEP -> true;
      case POLL, PPOLL, SELECT, PSELECT -> finite() && !onTerminal && !hidden && isAlone();
      case READ,
          READV,
          PREADV2,
          SPLICE,
          SENDFILE,
          EPOLL_WAIT,
          EPOLL_PWAIT,
          EPOLL_PWAIT2,
          RECVFROM,
          RECVMSG,
          FUTEX,
          FUTEX_WAITV,
          SIGWAIT,
          SIGSUSPEND,
          IO_URING_ENTER,
          RESTART,
          OTHER ->
          false;
    };
  }

  private boolean isAlone() {
    return beside.isEmpty() && masters.isEmpty() && sockets.isEmpty();
  }

  Evidence evidence() {
    return equals(BY_SIGNAL)
        ? new Evidence.Blocked(Evidence.Blocked.Call.SIGNAL, false)
        : new Evidence.Blocked(onTerminal ? call.kind() : Evidence.Blocked.Call.NAP, finite());
  }
}
