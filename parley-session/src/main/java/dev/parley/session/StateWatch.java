package dev.parley.session;

import dev.parley.session.time.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners when a session stands differently. All of them share one thread, which is there
 * while somebody listens and asks the kernel only when there is news: something was printed, typed
 * or changed. A program that works in silence is asked after, more and more rarely.
 */
public final class StateWatch {
  private static final Logger LOG = System.getLogger(StateWatch.class.getName());

  /** A program that prints its answer is about to wait; asking a moment later sees both at once. */
  private static final Duration SETTLING = Duration.ofMillis(15);

  /** A program that prints all the time is looked at this often. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(60);

  private static final Duration LONGEST_WHILE_WORKING = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final String name;
  private final Supplier<Standing> looking;
  private final Bell bell;
  private final TimeSource time;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private @Nullable Thread thread; // guarded by this
  private volatile @Nullable Standing last;

  /**
   * A watch on one session.
   *
   * @param name what to call the thread that looks
   * @param looking says where the session stands now
   */
  StateWatch(String name, Supplier<Standing> looking, Bell bell, TimeSource time) {
    this.name = name;
    this.looking = looking;
    this.bell = bell;
    this.time = time;
  }

  /** One who listens, until closed. */
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /** Calls back whenever the session stands differently; the callback must return at once. */
  public Listening listen(Runnable changed) {
    listeners.add(changed);
    synchronized (this) {
      if (thread == null) {
        thread = Thread.ofVirtual().name(name).start(this::follow);
      }
    }
    // The thread is not woken: who asks for a list again and again comes back in a moment, and what
    // was seen of the session still holds then. It ends by itself at its next look.
    return () -> listeners.remove(changed);
  }

  /** Where the session stands, as it was last seen while somebody listened, else as of now. */
  public Standing standing() {
    var seen = last;
    return seen == null ? looking.get() : seen;
  }

  private void follow() {
    var pause = BETWEEN_LOOKS;
    while (listening()) {
      var count = bell.count();
      var looked = look();
      if (looked.isEmpty()) {
        time.pause(AFTER_FAILURE);
        continue;
      }
      var now = looked.get();
      var before = Optional.ofNullable(last);
      last = now;
      if (before.isEmpty() || !before.get().isLike(now)) {
        listeners.forEach(Runnable::run);
        pause = BETWEEN_LOOKS;
      }
      // Of one that is over nothing changes but that somebody looks at how it ended.
      if (now.state().over() && !now.attention().isNeeded()) {
        stop();
        return;
      }
      time.pause(BETWEEN_LOOKS);
      pause = longer(pause, now.state().wantsInput() ? LONGEST : LONGEST_WHILE_WORKING);
      if (awaitNews(count, pause)) {
        pause = BETWEEN_LOOKS;
        time.pause(SETTLING);
      }
    }
  }

  /** A look that fails must not end the watch: who listens would never hear of anything again. */
  private Optional<Standing> look() {
    try {
      return Optional.of(looking.get());
    } catch (RuntimeException failed) {
      LOG.log(Level.WARNING, "A session could not be looked at; it is tried again", failed);
      return Optional.empty();
    }
  }

  /** Parks until the bell has rung; false when it has not in all that time. */
  private boolean awaitNews(long count, Duration longest) {
    bell.observer(Thread.currentThread());
    try {
      if (bell.count() == count && !listeners.isEmpty()) {
        time.park(this, longest.toNanos());
      }
      return bell.count() != count;
    } finally {
      bell.observer(null); // a flood need not wake us while we do not look
    }
  }

  private static Duration longer(Duration pause, Duration longest) {
    var next = pause.multipliedBy(3).dividedBy(2);
    return next.compareTo(longest) < 0 ? next : longest;
  }

  /** Whether anybody listens still; if not, the next listener starts a new thread. */
  private boolean listening() {
    if (listeners.isEmpty()) {
      synchronized (this) {
        if (listeners.isEmpty()) {
          thread = null;
          last = null;
          return false;
        }
      }
    }
    return true;
  }

  /** Nothing will change any more; who listens from now on is told once. */
  private synchronized void stop() {
    thread = null;
  }
}
