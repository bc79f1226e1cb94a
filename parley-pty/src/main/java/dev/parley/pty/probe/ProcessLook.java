package dev.parley.pty.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one process: at each of its threads, and which of them waits for the terminal.
 *
 * @param foreign the process belongs to another session, so that its {@code /dev/tty} is another
 *     terminal
 */
record ProcessLook(
    Kernel kernel, Memory memory, ProbedTerminal terminal, long pid, Stat stat, boolean foreign) {

  ProcessSeen look() {
    if (stat.stopped()) {
      return ProcessSeen.STOPPED;
    }
    var seen = threads();
    if (seen == null) {
      memory.forget(pid);
      seen = threads();
    }
    return seen == null ? ProcessSeen.NOTHING : seen;
  }

  /** Null when a thread is gone and others may have come. */
  private @Nullable ProcessSeen threads() {
    Sighting best = null;
    var busy = false;
    var gone = false;
    var onProcessor = false;
    var ring = false;
    var sleeps = false;
    var parked = true;
    Sighting nap = null;
    List<Integer> sockets = List.of();
    for (var tid : memory.threads(pid, stat, kernel)) {
      var thread = kernel.thread(pid, tid);
      switch (thread.where()) {
        case GONE -> gone = true;
        case RUNNING, ELSEWHERE -> {
          busy = true;
          onProcessor = true;
        }
        case REFUSED -> {
          return opaque(ring, sockets);
        }
        case IN_CALL -> {
          if (thread.ofUnknownProgram()) {
            return opaque(ring, sockets);
          }
          var wait = new WaitReader(kernel, terminal, pid, tid, !foreign).read(thread);
          if (wait.hidden()) {
            return opaque(ring, sockets);
          }
          sleeps |= tid == pid && (isSleep(wait) || isFetch(wait));
          if (isNap(wait)) {
            nap = new Sighting(pid, tid, wait, false, foreign);
          } else {
            parked &= wait.idle() || wait.call() == SystemCall.FUTEX;
          }
          if (wait.onTerminal() && sleeping(tid)) {
            var sighting = new Sighting(pid, tid, wait, false, foreign);
            if (best == null || sighting.betterThan(best)) {
              best = sighting;
            }
          } else if (!wait.idle()) {
            busy = true;
            ring |= wait.call() == SystemCall.IO_URING_ENTER; // one we could not look into
            if (sockets.isEmpty()) {
              sockets = wait.sockets();
            }
          }
        }
      }
    }
    if (gone && stat.threads() > 1) {
      return null;
    }
    var sighting = best != null && busy ? best.withOthersBusy() : best;
    return new ProcessSeen(
        ProcessSeen.State.SEEN,
        onProcessor,
        ring,
        sockets,
        sleeps,
        parked && !onProcessor,
        parked && !onProcessor ? nap : null,
        sighting);
  }

  /** A sleep that is work of its own: a program's pause. */
  private static boolean isSleep(TerminalWait wait) {
    return wait.sleeps() && !wait.brief();
  }

  /** Blocked in a read from another host. */
  private boolean isFetch(TerminalWait wait) {
    return switch (wait.call()) {
      case READ, READV, RECVFROM, RECVMSG ->
          !wait.sockets().isEmpty() && kernel.socketPeer(pid, wait.sockets().getFirst()) == 0;
      default -> false;
    };
  }

  /** A moment between two looks at the keyboard, perhaps. */
  private static boolean isNap(TerminalWait wait) {
    return wait.brief() && (wait.sleeps() || wait.call() == SystemCall.FUTEX);
  }

  private static ProcessSeen opaque(boolean ring, List<Integer> sockets) {
    return new ProcessSeen(
        ProcessSeen.State.OPAQUE, false, ring, sockets, false, false, null, null);
  }

  /** A stopped thread still shows the call it was stopped in. */
  private boolean sleeping(long tid) {
    if (stat.threads() == 1 && stat.sleeping()) {
      return true;
    }
    var now = kernel.stat(pid, tid);
    return now != null && now.sleeping();
  }
}
