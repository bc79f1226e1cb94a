package dev.parley.pty.probe;

/**
 * One line of {@code /proc/P/stat}: what anyone may know about a process.
 *
 * @param state {@code R} running, {@code S} sleeping, {@code D} busy with a device, {@code T}
 *     stopped, {@code t} held by a tracer, {@code Z} ended but not yet waited for
 * @param parent the process that started it, or that took it over
 * @param group its process group
 * @param session its session
 * @param terminal its controlling terminal as the kernel numbers devices; 0 for none
 * @param foreground the group in front of that terminal
 * @param threads how many threads it has
 * @param start when it started, in ticks since boot; with the pid it names a process for good
 */
record Stat(
    char state,
    long parent,
    long group,
    long session,
    long terminal,
    long foreground,
    int threads,
    long start) {

  boolean sleeping() {
    return state == 'S';
  }

  boolean stopped() {
    return state == 'T';
  }

  /** A main thread that has ended leaves its process behind while others go on. */
  boolean gone() {
    return (state == 'Z' || state == 'X') && threads <= 1;
  }
}
