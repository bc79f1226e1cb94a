package dev.parley.session;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends sessions whose time is up, lets go of what a session that has ended no longer needs, and
 * removes what is more than is to be kept. It sleeps until the next such moment and is woken when a
 * session starts or ends; on a thread of its own, because the disk may be slow.
 */
final class Keeper implements AutoCloseable {
  /** Sessions that print fill the disk without anybody being told, so it looks now and then. */
  private static final Duration WHILE_SOME_LIVE = Duration.ofMinutes(1);

  private static final Duration WHILE_NONE_LIVE = Duration.ofDays(1);

  private final Sessions sessions;
  private final Retention retention;
  private final Thread thread;
  private volatile boolean closed;

  Keeper(Sessions sessions, Retention retention) {
    this.sessions = sessions;
    this.retention = retention;
    this.thread = Thread.ofPlatform().daemon().name("parley-keeper").unstarted(this::keep);
    thread.start();
  }

  /** A session was started or has ended. */
  void changed() {
    LockSupport.unpark(thread);
  }

  private void keep() {
    while (!closed) {
      sessions.settle();
      sessions.prune(retention);
      var next = WHILE_NONE_LIVE;
      for (var session : sessions.list()) {
        var left = left(session, retention);
        if (!left.isPositive() && !session.over()) {
          end(session);
        } else if (left.compareTo(next) < 0) {
          next = left;
        }
      }
      LockSupport.parkNanos(this, next.toNanos());
    }
  }

  /** How long a session may stay as it is. */
  private static Duration left(Session session, Retention retention) {
    var over = session.overFor();
    if (over.isPresent()) {
      return retention.age().minus(over.get());
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
    session.end(Duration.ofSeconds(1), tooOld ? "its maximum lifetime" : "its idle timeout");
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
