package dev.parley.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes what sessions have printed from the page cache to the disk, once a second: a host that
 * loses power loses no more than that. On a thread of its own, because the disk may be slow.
 */
final class Forcer implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Forcer.class.getName());

  private final Sessions sessions;
  private final CountDownLatch closed = new CountDownLatch(1);

  Forcer(Sessions sessions) {
    this.sessions = sessions;
    Thread.ofPlatform().daemon().name("parley-force").start(this::run);
  }

  private void run() {
    try {
      while (!closed.await(1, TimeUnit.SECONDS)) {
        force();
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  void force() {
    for (var session : sessions.all()) {
      try {
        session.closing().force();
      } catch (RuntimeException removedMeanwhile) {
        LOG.log(Level.DEBUG, "Session {0} was not written", session.id());
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
