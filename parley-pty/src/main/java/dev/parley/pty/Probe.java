package dev.parley.pty;

import dev.parley.pty.Evidence.Underway;
import dev.parley.pty.Finding.Doing;
import dev.parley.pty.Finding.Grade;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks the kernel what a child is doing.
 *
 * <p>The order of the questions is what makes the answer free of races. First: is everything typed
 * out of our hands, and has it all been read? Only then: is a thread of the foreground group
 * blocked waiting for this terminal? Such a thread has read all there was and has come back for
 * more. Last: everything it printed before is read out of the terminal, and nothing was typed
 * meanwhile. So a finding of waiting means that the turn is over and its output is in hand.
 *
 * <p>A short finite wait is no answer yet. It is remembered; if it has had the time to run out and
 * the child waits again, with nothing typed, nothing printed and hardly any work done in between,
 * the child is in a loop that looks at its keyboard now and then.
 */
final class Probe implements AutoCloseable {
  /** A wait that ran out needs a moment until its thread has gone on. */
  private static final long SLACK = 3_000_000;

  /**
   * A loop that works this part of its time, in percent, does more than to look at its keyboard.
   * Time in which it would have worked but got no processor is not its own: on a busy machine a
   * loop that computes would otherwise seem to rest.
   */
  private static final long BUSY_PERCENT = 30;

  private static final Finding ENDED =
      new Finding(Doing.EXITED, Grade.HARD, List.of(Evidence.Over.EXITED), Duration.ZERO);
  private static final Finding PENDING = working(Underway.OUTBOX);
  private static final Finding UNREAD = working(Underway.INPUT_UNREAD);
  private static final Finding UNDELIVERED = working(Underway.OUTPUT);
  private static final Finding TYPED = working(Underway.INPUT_NEW);

  private final LinuxPty child;
  private final ReentrantLock lock = new ReentrantLock();
  private final ProbeMemory memory = new ProbeMemory(System.nanoTime());
  private @Nullable ProbeTerminal terminal;
  private boolean closed;

  /** The short wait seen first, and what had been typed, printed and worked by then. */
  private long briefThread;

  private long briefSince;
  private long briefNanos;
  private long briefTyped;
  private long briefPrinted;
  private long briefWorked;
  private long briefQueued;

  Probe(LinuxPty child) {
    this.child = child;
  }

  Finding find() {
    lock.lock();
    try (var reader = ProcReader.borrow()) {
      return closed || child.exited() ? ENDED : find(reader);
    } finally {
      lock.unlock();
    }
  }

  /** As the first and the last question of {@link #find}, without the one in between. */
  Optional<Finding> underway() {
    lock.lock();
    try (var reader = ProcReader.borrow()) {
      if (closed || child.exited()) {
        return Optional.of(ENDED);
      }
      var typed = child.typed();
      if (child.pending() > 0) {
        return Optional.of(PENDING);
      }
      var front = front(reader);
      if (front == null) {
        return Optional.of(ENDED);
      }
      if (front.unread()) {
        return Optional.of(UNREAD);
      }
      if (!child.drain() || child.paused()) {
        return Optional.of(UNDELIVERED);
      }
      return child.typed() != typed ? Optional.of(TYPED) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable ProbeTerminal front(ProcReader reader) {
    var front = terminal;
    if (front == null) {
      front = ProbeTerminal.of(child.master, child.peer, child.pid, reader);
      terminal = front;
    }
    return front;
  }

  private Finding find(ProcReader reader) {
    var typed = child.typed();
    if (child.pending() > 0) {
      return PENDING;
    }
    var front = front(reader);
    if (front == null) {
      return ENDED;
    }
    if (front.unread()) {
      return UNREAD;
    }
    var look = new ProbeLook(reader, memory, System.nanoTime()).at(front);
    if (!look.wantsInput()) {
      return finding(look, Duration.ZERO);
    }
    if (!child.drain() || child.paused()) {
      return UNDELIVERED;
    }
    if (child.typed() != typed || child.pending() > 0 || front.unread()) {
      return TYPED;
    }
    var sighting = look.sighting;
    if (sighting != null && sighting.brief()) {
      return brief(sighting, look, typed, reader);
    }
    return finding(look, Duration.ZERO);
  }

  private Finding brief(ProbeSighting sighting, ProbeLook look, long typed, ProcReader reader) {
    var now = System.nanoTime();
    var printed = child.printed();
    var worked = reader.worked(sighting.tid());
    var queued = reader.queued(sighting.tid());
    if (sighting.tid() != briefThread || typed != briefTyped || printed != briefPrinted) {
      briefThread = sighting.tid();
      briefSince = now;
      briefNanos = sighting.nanos();
      briefTyped = typed;
      briefPrinted = printed;
      briefWorked = worked;
      briefQueued = queued;
    }
    var waited = now - briefSince;
    var left = briefNanos + SLACK - waited;
    look.sure = false;
    if (left <= 0) {
      var own = waited - (queued - briefQueued);
      if ((worked - briefWorked) * 100 < own * BUSY_PERCENT) {
        look.evidence.add(new Evidence.Repeated());
        return finding(look, Duration.ZERO);
      }
      left = sighting.nanos() + SLACK;
    }
    look.doing = Doing.WORKING;
    return finding(look, Duration.ofNanos(left));
  }

  private static Finding finding(ProbeLook look, Duration again) {
    return new Finding(look.doing, look.sure ? Grade.HARD : Grade.SOFT, look.evidence, again);
  }

  private static Finding working(Evidence why) {
    return new Finding(Doing.WORKING, Grade.HARD, List.of(why), Duration.ZERO);
  }

  /** No probe looks at the terminal's descriptors after this. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
