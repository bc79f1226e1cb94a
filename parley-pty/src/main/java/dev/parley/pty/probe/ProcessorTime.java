package dev.parley.pty.probe;

/**
 * How a thread has spent its time, in nanoseconds.
 *
 * @param worked on a processor
 * @param queued it would have run and had no processor
 */
record ProcessorTime(long worked, long queued) {
  static final ProcessorTime UNKNOWN = new ProcessorTime(0, 0);
}
