package dev.parley.server.daemon;

import java.util.function.IntConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Ends the daemon when it cannot be whole any more: when one of its own threads has died, or the
 * virtual machine is out of something. Half a daemon would answer some and leave others waiting;
 * the holder keeps the sessions and starts the next one.
 */
final class LastResort implements Thread.UncaughtExceptionHandler {
  /** What the threads are called that the daemon cannot do without. */
  private static final String OURS = "parley-";

  static final int ENDED = 70;

  private static final Logger LOG = Logger.getLogger(LastResort.class.getName());

  private final IntConsumer end;

  /**
   * A last resort.
   *
   * @param end ends the process at once, without waiting for anything
   */
  LastResort(IntConsumer end) {
    this.end = end;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    var grave =
        failure instanceof VirtualMachineError
            || (!thread.isVirtual() && thread.getName().startsWith(OURS));
    try {
      LOG.log(
          Level.SEVERE,
          failure,
          () ->
              "The thread %s has died%s"
                  .formatted(
                      thread.getName(), grave ? "; the daemon ends and is started again" : ""));
    } finally {
      if (grave) {
        end.accept(ENDED);
      }
    }
  }
}
