package dev.parley.pty.probe;

/**
 * How a terminal hands over input.
 *
 * @param canonical line by line
 * @param echo what is typed is shown
 * @param least the fewest bytes with which a read comes back in raw mode (VMIN)
 * @param tenths after how many tenths of a second it comes back all the same (VTIME)
 */
record InputMode(boolean canonical, boolean echo, int least, int tenths) {
  private static final long TENTH = 100_000_000;

  /** Line mode with echo off, as password prompts set it. */
  boolean secret() {
    return canonical && !echo;
  }

  /** Whether a read comes back at once, empty-handed if need be. */
  boolean readsReturnAtOnce() {
    return !canonical && least == 0 && tenths == 0;
  }

  /** Whether a read may come back empty-handed after a while. */
  boolean readsEndByThemselves() {
    return !canonical && least == 0 && tenths > 0;
  }

  long readNanos() {
    return tenths * TENTH;
  }
}
