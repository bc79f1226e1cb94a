package dev.parley.session;

import dev.parley.session.launch.EndReason;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Ends sessions whose time is up, lets go of what a session that has ended no longer needs, and
 * removes what is more than is to be kept. It sleeps until the next such moment and is woken when a
 * session starts or ends; on a thread of its own, because the disk may be slow.
 */
final class Keeper implements AutoCloseable {
  /** Sessions that print fill the disk without anybody being told, so it looks now and then. */
  private static final Duration WHILE_SOME_LIVE = Duration.ofMinutes(1);

  private static final Duration WHILE_NONE_LIVE = Duration.ofDays(1);

  private final Supplier<List<Session>> sessions;
  private final Runnable tidying;
  private final Duration keptEnded;
  private final TimeSource time;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Keeps an eye on sessions, once it was started.
   *
   * @param tidying lets go of what is not needed any more, at each round
   * @param keptEnded how long a session that has ended is kept
   */
  Keeper(Supplier<List<Session>> sessions, Runnable tidying, Duration keptEnded, TimeSource time) {
    this.sessions = sessions;
    this.tidying = tidying;
    this.keptEnded = keptEnded;
    this.time = time;
    this.thread = Thread.ofPlatform().daemon().name("parley-keeper").unstarted(this::keep);
  }

  void start() {
    thread.start();
  }

  /** A session was started or has ended. */
  void changed() {
    LockSupport.unpark(thread);
  }

  private void keep() {
    while (!closed) {
      time.park(this, round().toNanos());
    }
  }

  /** Does what is due, and says how long nothing more will be unless something changes. */
  Duration round() {
    tidying.run();
    var next = WHILE_NONE_LIVE;
    for (var session : sessions.get()) {
      var left = left(session);
      if (!left.isPositive() && !session.over()) {
        end(session);
      } else if (left.compareTo(next) < 0) {
        next = left;
      }
    }
    return next;
  }

  /** How long a session may stay as it is. */
  private Duration left(Session session) {
    var over = session.overFor();
    if (over.isPresent()) {
      return keptEnded.minus(over.get());
    }
    var left = WHILE_SOME_LIVE;
    var idleTimeout = session.launch().idleTimeout();
    if (idleTimeout.isPresent()) {
      left = shorter(left, idleTimeout.get().minus(session.idle()));
    }
    var lifetime = session.launch().maxLifetime();
    if (lifetime.isPresent()) {
      left = shorter(left, lifetime.get().minus(session.age()));
    }
    return left;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static void end(Session session) {
    var lifetime = session.launch().maxLifetime();
    var tooOld = lifetime.isPresent() && session.age().compareTo(lifetime.get()) >= 0;
    session.end(Duration.ofSeconds(1), tooOld ? EndReason.LIFETIME : EndReason.IDLE);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
