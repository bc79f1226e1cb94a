package dev.parley.client;

import java.io.IOException;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a daemon's socket to appear. The file system tells when it does; begin to watch before
 * looking whether it is there, or it may come in between.
 */
final class Arrival implements AutoCloseable {
  /** Where nothing can be watched, because the host allows no more of it, we look now and then. */
  private static final long UNWATCHED_NANOS = 10_000_000;

  private final @Nullable WatchService watcher;

  private Arrival(@Nullable WatchService watcher) {
    this.watcher = watcher;
  }

  static Arrival at(Home home) {
    WatchService watcher = null;
    try {
      watcher = home.runtime().getFileSystem().newWatchService();
      home.runtime().register(watcher, StandardWatchEventKinds.ENTRY_CREATE);
      return new Arrival(watcher);
    } catch (IOException notHere) {
      close(watcher);
      return new Arrival(null);
    }
  }

  /** Returns when something has appeared, or the time is up. */
  void await(long nanos) {
    if (watcher == null) {
      LockSupport.parkNanos(Math.min(nanos, UNWATCHED_NANOS));
      return;
    }
    try {
      var key = watcher.poll(nanos, TimeUnit.NANOSECONDS);
      if (key != null) {
        key.pollEvents();
        key.reset();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ClientException(
          ClientException.Code.CANCELLED, "The wait for the daemon was interrupted", "");
    }
  }

  @Override
  public void close() {
    close(watcher);
  }

  private static void close(@Nullable WatchService watcher) {
    try {
      if (watcher != null) {
        watcher.close();
      }
    } catch (IOException ignored) {
      // It watches no more, and this process does not live long.
    }
  }
}
