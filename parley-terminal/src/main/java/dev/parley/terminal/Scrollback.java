package dev.parley.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines that have left the top of the screen. Each has a number that is never used again, so
 * that a reader can ask for "everything since line 1,200".
 */
public final class Scrollback {
  private long first;
  private long end;

  Scrollback() {}

  /** The number of the oldest line that is still kept. */
  public long first() {
    return first;
  }

  /** The number of the newest line; one less than {@link #first()} when there is none. */
  public long last() {
    return end - 1;
  }

  /**
   * The text of the lines from {@code from} up to, not including, {@code to} that are still kept.
   */
  public List<String> text(long from, long to) {
    return new ArrayList<>();
  }
}
