package dev.parley.pty.probe;

import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Underway;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
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
public final class Probe implements AutoCloseable {
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

  /** The child that is looked at, and what goes to it and comes from it. */
  public interface Child {
    /** Our descriptor of the terminal's master side. */
    int master();

    /** Our own descriptor of its slave side, non-blocking. */
    int peer();

    /** The child's process, which is the first of the terminal's session. */
    long pid();

    boolean exited();

    /** How many bytes were ever typed. */
    long typed();

    /** How many of them are still in our hands. */
    long pending();

    /** How many bytes it ever printed. */
    long printed();

    /** Delivers all it has printed; false when that is not possible now. */
    boolean drain();

    /** Whether its output is held back. */
    boolean paused();
  }

  /** The short wait seen first, and what had been typed, printed and worked by then. */
  private record Brief(
      long thread, long since, long nanos, long typed, long printed, ProcessorTime spent) {

    boolean isSame(long otherThread, long otherTyped, long otherPrinted) {
      return thread == otherThread && typed == otherTyped && printed == otherPrinted;
    }
  }

  private final Child child;
  private final ReentrantLock lock = new ReentrantLock();
  private final Memory memory = new Memory(System.nanoTime());
  private @Nullable ProbedTerminal terminal;
  private @Nullable Brief brief;
  private boolean closed;

  public Probe(Child child) {
    this.child = child;
  }

  /** What the child is doing. */
  public Finding find() {
    lock.lock();
    try (var kernel = Kernel.borrow()) {
      return closed || child.exited() ? ENDED : find(kernel, Trace.NONE);
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #find}, with everything that was looked at. */
  public Account account() {
    lock.lock();
    try (var kernel = Kernel.borrow()) {
      if (closed || child.exited()) {
        return new Account(ENDED, List.of());
      }
      var trace = Trace.written();
      var finding = find(kernel, trace);
      return new Account(finding, trace.processes(kernel));
    } finally {
      lock.unlock();
    }
  }

  /** As the first and the last question of {@link #find}, without the one in between. */
  public Optional<Finding> underway() {
    lock.lock();
    try (var kernel = Kernel.borrow()) {
      if (closed || child.exited()) {
        return Optional.of(ENDED);
      }
      var typed = child.typed();
      if (child.pending() > 0) {
        return Optional.of(PENDING);
      }
      var front = terminal(kernel);
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

  private @Nullable ProbedTerminal terminal(Kernel kernel) {
    var known = terminal;
    if (known == null) {
      known = ProbedTerminal.of(child.master(), child.peer(), child.pid(), kernel);
      terminal = known;
    }
    return known;
  }

  private Finding find(Kernel kernel, Trace trace) {
    var typed = child.typed();
    if (child.pending() > 0) {
      return PENDING;
    }
    var front = terminal(kernel);
    if (front == null) {
      return ENDED;
    }
    if (front.unread()) {
      return UNREAD;
    }
    memory.news(typed, child.printed());
    var look = new Survey(kernel, memory, trace, System.nanoTime()).at(front);
    if (!look.wantsInput()) {
      return look.finding();
    }
    if (!child.drain() || child.paused()) {
      return UNDELIVERED;
    }
    if (child.typed() != typed || child.pending() > 0 || front.unread()) {
      return TYPED;
    }
    var sighting = look.sighting();
    return sighting != null && sighting.waits().brief()
        ? brief(sighting, look.unsure(), typed, kernel)
        : look.finding();
  }

  private Finding brief(Sighting sighting, Look look, long typed, Kernel kernel) {
    var now = System.nanoTime();
    var printed = child.printed();
    var nanos = sighting.waits().nanos();
    var spent = kernel.processorTime(sighting.tid());
    var first = brief;
    if (first == null || !first.isSame(sighting.tid(), typed, printed)) {
      first = new Brief(sighting.tid(), now, nanos, typed, printed, spent);
      brief = first;
    }
    var waited = now - first.since();
    var left = first.nanos() + SLACK - waited;
    if (left > 0) {
      return look.findingLater(Duration.ofNanos(left));
    }
    var own = waited - (spent.queued() - first.spent().queued());
    var worked = spent.worked() - first.spent().worked();
    if (worked == 0 && !spent.equals(ProcessorTime.UNKNOWN)) {
      // It has not run since: this is the first wait still, and who wakes it gets no processor.
      return look.findingLater(Duration.ofNanos(SLACK));
    }
    return worked * 100 < own * BUSY_PERCENT
        ? look.and(new Evidence.Repeated()).finding()
        : look.findingLater(Duration.ofNanos(nanos + SLACK));
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
