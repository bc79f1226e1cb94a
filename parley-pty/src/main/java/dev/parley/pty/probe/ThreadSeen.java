package dev.parley.pty.probe;

import dev.parley.pty.sys.Sys;

/**
 * What {@code /proc/P/task/T/syscall} says of a thread.
 *
 * @param where where the thread is
 * @param call the system call it is blocked in
 * @param first the call's arguments, up to the fifth
 * @param stack its stack pointer
 * @param narrowTimes the times it takes are of 32 bits
 */
record ThreadSeen(
    Where where,
    SystemCall call,
    long first,
    long second,
    long third,
    long fourth,
    long fifth,
    long stack,
    boolean narrowTimes) {

  enum Where {
    /** On a processor, or about to be. */
    RUNNING,
    /** Blocked outside any system call, as in a page fault. */
    ELSEWHERE,
    IN_CALL,
    /** We may not know. */
    REFUSED,
    GONE
  }

  static final ThreadSeen RUNNING = in(Where.RUNNING);
  static final ThreadSeen ELSEWHERE = in(Where.ELSEWHERE);
  static final ThreadSeen REFUSED = in(Where.REFUSED);
  static final ThreadSeen GONE = in(Where.GONE);

  /** A 32-bit program's stack is below this; its calls have other numbers. */
  private static final long LOW_STACK = 1L << 32;

  private static final boolean X86 = Sys.isX86(System.getProperty("os.arch", ""));

  private static ThreadSeen in(Where where) {
    return new ThreadSeen(where, SystemCall.OTHER, 0, 0, 0, 0, 0, 0, false);
  }

  static boolean isNarrow(long stack) {
    return Long.compareUnsigned(stack, LOW_STACK) < 0;
  }

  /** A 32-bit program whose calls we have no table for. */
  boolean ofUnknownProgram() {
    return isNarrow(stack) && !X86;
  }
}
