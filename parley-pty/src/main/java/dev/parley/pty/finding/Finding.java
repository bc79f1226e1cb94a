package dev.parley.pty.finding;

import java.time.Duration;
import java.util.List;

/**
 * What the kernel says a child is doing, how sure that is, and why.
 *
 * @param doing what the child is doing
 * @param grade {@link Grade#HARD} when the kernel's word is enough; {@link Grade#SOFT} when another
 *     witness is needed
 * @param evidence why, the deciding one first
 * @param again how long until asking again could bring news by itself: a short finite wait is no
 *     answer yet. Zero when there is no such moment
 */
public record Finding(Doing doing, Grade grade, List<Evidence> evidence, Duration again) {

  /** What a child can be seen doing. */
  public enum Doing {
    /** Running, or blocked on something that is not its terminal. */
    WORKING,
    /** Blocked reading its terminal, with everything typed consumed. */
    WAITING,
    /** As {@link #WAITING}, in line mode with echo off: a password prompt. */
    SECRET,
    /** Stopped by a signal. */
    STOPPED,
    /** Ended. */
    EXITED,
    /** This engine or host cannot tell. */
    UNKNOWN
  }

  /** Whether the kernel's word is enough. */
  public enum Grade {
    HARD,
    SOFT
  }

  public Finding {
    evidence = List.copyOf(evidence);
  }

  /** Whether the child wants input, secret or not. */
  public boolean wantsInput() {
    return doing == Doing.WAITING || doing == Doing.SECRET;
  }
}
