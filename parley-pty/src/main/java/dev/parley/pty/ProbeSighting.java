package dev.parley.pty;

import dev.parley.pty.Evidence.Blocked.Call;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A thread seen waiting for a terminal.
 *
 * @param pid its process
 * @param tid the thread
 * @param call the call it is blocked in
 * @param nanos the longest it will wait, or {@link ProbeWait#FOREVER}
 * @param beside what else could wake it
 * @param full it also waits to write to the terminal
 * @param main it is the main thread
 * @param othersBusy another thread of its process runs, or waits for something of its own
 * @param foreign it belongs to another session, which this terminal does not control
 * @param masters the master sides it waits for as well
 */
record ProbeSighting(
    long pid,
    long tid,
    ProcCall call,
    long nanos,
    Set<Evidence.Beside> beside,
    boolean full,
    boolean main,
    boolean othersBusy,
    boolean foreign,
    List<Integer> masters) {

  /** A wait this short is no answer yet: it runs out before anybody could type. */
  static final long SHORT = 250_000_000;

  /** A finite wait up to here may still be a program that looks at the keyboard between steps. */
  private static final long SURE = 1_000_000_000;

  static ProbeSighting of(long pid, long tid, ProbeWait wait, boolean foreign) {
    return new ProbeSighting(
        pid,
        tid,
        wait.call,
        wait.nanos,
        EnumSet.copyOf(wait.beside),
        wait.full,
        pid == tid,
        false,
        foreign,
        List.copyOf(wait.masters));
  }

  ProbeSighting withOthersBusy() {
    return new ProbeSighting(pid, tid, call, nanos, beside, full, main, true, foreign, masters);
  }

  /** A read that gives up after a while, as a raw terminal with VTIME and no VMIN makes it. */
  ProbeSighting within(long limit) {
    return new ProbeSighting(
        pid, tid, call, limit, beside, full, main, othersBusy, foreign, masters);
  }

  boolean brief() {
    return nanos != ProbeWait.FOREVER && nanos <= SHORT;
  }

  /** It is blocked in a read itself, not in a wait for the moment to read. */
  boolean reads() {
    return call.kind() == Call.READ;
  }

  boolean finite() {
    return nanos != ProbeWait.FOREVER;
  }

  /** Whether the kernel's word is enough: nothing but the terminal can be what it waits for. */
  boolean sure() {
    return main
        && !foreign
        && !othersBusy
        && (beside.isEmpty() || beside.equals(EnumSet.of(Evidence.Beside.PAIR)))
        && (!finite() || (nanos > SURE && call.kind() != Call.EPOLL));
  }

  /** A wait that says more comes before one that says less. */
  boolean betterThan(ProbeSighting other) {
    return rank() > other.rank();
  }

  private int rank() {
    return (sure() ? 8 : 0) + (brief() ? 0 : 4) + (main ? 2 : 0) + (foreign ? 0 : 1);
  }

  Evidence evidence() {
    return new Evidence.Blocked(call.kind(), finite());
  }
}
