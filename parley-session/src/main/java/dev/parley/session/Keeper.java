package dev.parley.session;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends sessions whose time is up and removes those that ended long ago. It sleeps until the next
 * such moment, and for good while there is none.
 */
final class Keeper implements AutoCloseable {
  private final Sessions sessions;
  private final Duration keepEnded;
  private final Thread thread;
  private volatile boolean closed;

  Keeper(Sessions sessions, Duration keepEnded) {
    this.sessions = sessions;
    this.keepEnded = keepEnded;
    this.thread = Thread.ofVirtual().name("keeper").unstarted(this::keep);
    thread.start();
  }

  /** A session was started or has ended. */
  void changed() {
    LockSupport.unpark(thread);
  }

  private void keep() {
    while (!closed) {
      var next = Duration.ofDays(1);
      for (var session : sessions.list()) {
        var left = left(session);
        if (left.isPositive()) {
          next = left.compareTo(next) < 0 ? left : next;
        } else if (session.over()) {
          sessions.remove(session);
        } else {
          end(session);
        }
      }
      LockSupport.parkNanos(this, next.toNanos());
    }
  }

  /** How long a session may stay as it is. */
  private Duration left(Session session) {
    var age = Duration.between(session.startedAt(), Instant.now());
    var ending = session.ending();
    if (ending.isPresent()) {
      return keepEnded.minus(Duration.between(ending.get().at(), Instant.now()));
    }
    // An ending is noticed at the next round, so there is one at least as often as things are kept.
    var left = keepEnded;
    if (session.launch().idleTimeout().isPresent()) {
      left = shorter(left, session.launch().idleTimeout().get().minus(session.idle()));
    }
    if (session.launch().maxLifetime().isPresent()) {
      left = shorter(left, session.launch().maxLifetime().get().minus(age));
    }
    return left;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static void end(Session session) {
    var lifetime = session.launch().maxLifetime();
    var tooOld =
        lifetime.isPresent()
            && Duration.between(session.startedAt(), Instant.now()).compareTo(lifetime.get()) >= 0;
    session.end(Duration.ofSeconds(1), tooOld ? "its maximum lifetime" : "its idle timeout");
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
