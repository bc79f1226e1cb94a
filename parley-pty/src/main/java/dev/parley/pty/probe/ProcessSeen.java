package dev.parley.pty.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look at one process has shown.
 *
 * @param state whether we could look
 * @param onProcessor a thread runs or waits for a device
 * @param ring a thread waits for an io_uring, which may hold a read of the terminal or anything
 *     else
 * @param sockets sockets a thread waits for that does not wait for the terminal
 * @param sleeps its main thread sleeps, and not for a moment only
 * @param pauses the thread that stands for its main thread waits for another and for a point in
 *     time that is not near, which may be a sleep
 * @param timers how many threads wait for a point in time that is not near
 * @param round how long at most the loop of its main thread waits for another thread, in
 *     nanoseconds; {@link #NO_ROUND} when it does not
 * @param parked each of its threads waits for another or for a signal, if only for a while
 * @param nap a short sleep of a thread while all others rest; null when there is none
 * @param sighting its best wait for the terminal
 */
record ProcessSeen(
    State state,
    boolean onProcessor,
    boolean ring,
    List<Integer> sockets,
    boolean sleeps,
    boolean pauses,
    int timers,
    long round,
    boolean parked,
    @Nullable Sighting nap,
    @Nullable Sighting sighting) {

  enum State {
    SEEN,
    STOPPED,
    /** We may not look into it. */
    OPAQUE
  }

  static final long NO_ROUND = -1;

  static final ProcessSeen STOPPED =
      new ProcessSeen(
          State.STOPPED, false, false, List.of(), false, false, 0, NO_ROUND, false, null, null);

  /** Its threads came and went while we looked, so that some of them run. */
  static final ProcessSeen CHANGING =
      new ProcessSeen(
          State.SEEN, true, false, List.of(), false, false, 0, NO_ROUND, false, null, null);
}
