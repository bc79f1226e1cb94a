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
    Kernel kernel,
    Memory memory,
    Trace trace,
    ProbedTerminal terminal,
    long pid,
    Stat stat,
    boolean foreign) {

  private static final long DOZE = 2_500_000_000L;

  /** A point in time that is not near. */
  private static final long DISTANT = 1_500_000_000;

  ProcessSeen look() {
    if (stat.stopped()) {
      return ProcessSeen.STOPPED;
    }
    var seen = threads();
    if (seen == null) {
      memory.forget(pid);
      seen = threads();
    }
    return seen == null ? ProcessSeen.CHANGING : seen;
  }

  /** Null when a thread is gone and others may have come. */
  private @Nullable ProcessSeen threads() {
    Sighting best = null;
    var busy = false;
    var gone = false;
    var onProcessor = false;
    var ring = false;
    var main = pid;
    var sleeps = false;
    var pauses = false;
    var timers = 0;
    var round = ProcessSeen.NO_ROUND;
    var parked = true;
    Sighting nap = null;
    List<Integer> sockets = List.of();
    var threads = memory.threads(pid, stat, kernel);
    var several = threads.length > 1;
    var worked = several ? kernel.worked(pid) : 0;
    for (var tid : threads) {
      var thread = kernel.thread(pid, tid);
      trace.thread(pid, tid, foreign, thread);
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
          trace.waits(pid, tid, foreign, wait);
          if (wait.hidden()) {
            return opaque(ring, sockets);
          }
          if (tid == pid) {
            main = standsForMain(thread, threads);
          }
          sleeps |= tid == main && (isSleep(wait) || isFetch(wait));
          pauses |= tid == main && tid != pid && isPause(wait);
          round = tid == main && isRound(wait) ? wait.nanos() : round;
          timers += isPause(wait) || (!wait.onTerminal() && isDistant(wait)) ? 1 : 0;
          if (isNap(wait) || (tid == main && isDoze(wait))) {
            nap =
                nap != null && nap.main()
                    ? nap
                    : new Sighting(pid, tid, wait, tid == main, false, foreign);
          } else {
            parked &= wait.idle() || wait.call() == SystemCall.FUTEX;
          }
          if (wait.onTerminal() && sleeping(tid)) {
            var sighting = new Sighting(pid, tid, wait, tid == main, false, foreign);
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
    // One thread is looked at after the other. Whatever ran in between may have handed on its work
    // to one that was seen resting.
    busy |= several && best != null && !busy && kernel.worked(pid) != worked;
    var sighting = best != null && busy ? best.withOthersBusy() : best;
    return new ProcessSeen(
        ProcessSeen.State.SEEN,
        onProcessor,
        ring,
        sockets,
        sleeps,
        pauses,
        timers,
        round,
        parked && !onProcessor,
        parked && !onProcessor ? nap : null,
        sighting);
  }

  /** A sleep that is work of its own: a program's pause. */
  private static boolean isSleep(TerminalWait wait) {
    return wait.sleeps() && !wait.brief();
  }

  /**
   * The thread that does what the main thread was started for. A launcher may leave all to another
   * thread and wait for its end; the value such a wait compares is that thread's number.
   */
  private long standsForMain(ThreadSeen thread, long[] threads) {
    if (thread.call() == SystemCall.FUTEX) {
      var awaited = memory.outerNumber(pid, threads, thread.third(), kernel);
      for (var tid : threads) {
        if (tid == awaited && tid != pid) {
          return tid;
        }
      }
    }
    return pid;
  }

  /** A wait for another thread that time will end, but not soon: perhaps a sleep. */
  private static boolean isPause(TerminalWait wait) {
    return wait.call() == SystemCall.FUTEX && isDistant(wait);
  }

  /** A loop that another thread feeds, and that goes round by itself after a while. */
  private static boolean isRound(TerminalWait wait) {
    return switch (wait.call()) {
      case POLL, EPOLL_WAIT, EPOLL_PWAIT -> !wait.onTerminal() && wait.finite() && !wait.brief();
      default -> false;
    };
  }

  private static boolean isDistant(TerminalWait wait) {
    return wait.finite() && wait.nanos() > DISTANT;
  }

  /** Blocked in a read from another host. */
  private boolean isFetch(TerminalWait wait) {
    return switch (wait.call()) {
      case READ, READV, RECVFROM, RECVMSG ->
          !wait.sockets().isEmpty()
              && kernel.socketPeer(pid, wait.sockets().getFirst()) == 0
              && !leadsToAncestor(wait.sockets().getFirst());
      default -> false;
    };
  }

  private boolean leadsToAncestor(int socket) {
    return new Connections(kernel, memory).leadsToAncestor(pid, stat, socket);
  }

  /** A moment between two looks at the keyboard, perhaps. */
  private static boolean isNap(TerminalWait wait) {
    return wait.brief() && (wait.sleeps() || wait.call() == SystemCall.FUTEX);
  }

  /** A sleep that a program may take between two pictures it draws. */
  private static boolean isDoze(TerminalWait wait) {
    return wait.sleeps() && wait.nanos() <= DOZE;
  }

  private static ProcessSeen opaque(boolean ring, List<Integer> sockets) {
    return new ProcessSeen(
        ProcessSeen.State.OPAQUE,
        false,
        ring,
        sockets,
        false,
        false,
        0,
        ProcessSeen.NO_ROUND,
        false,
        null,
        null);
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
