package dev.parley.pty.probe;

/**
 * A thread seen waiting for a terminal.
 *
 * @param pid its process
 * @param tid the thread
 * @param waits what it waits for
 * @param main it is the main thread, or stands for it
 * @param othersBusy another thread of its process runs, or waits for something of its own
 * @param foreign it belongs to another session, which this terminal does not control
 */
record Sighting(
    long pid, long tid, TerminalWait waits, boolean main, boolean othersBusy, boolean foreign) {

  /** A process that has asked for a signal when there is input. */
  static Sighting bySignal(long pid) {
    return new Sighting(pid, pid, TerminalWait.BY_SIGNAL, true, true, false);
  }

  Sighting withOthersBusy() {
    return new Sighting(pid, tid, waits, main, true, foreign);
  }

  /** The same, with a wait that ends by itself after a while. */
  Sighting within(long limit) {
    return new Sighting(pid, tid, waits.within(limit), main, othersBusy, foreign);
  }

  /** Whether the kernel's word is enough: nothing but the terminal can be what it waits for. */
  boolean sure() {
    return main && !foreign && !othersBusy && waits.sure();
  }

  /** A wait that says more comes before one that says less. */
  boolean betterThan(Sighting other) {
    return rank() > other.rank();
  }

  private int rank() {
    return (sure() ? 8 : 0) + (waits.brief() ? 0 : 4) + (main ? 2 : 0) + (foreign ? 0 : 1);
  }
}
