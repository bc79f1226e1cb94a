package dev.parley.server.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts who knocks with a wrong key. A client that keeps doing so is told to go away for a while.
 * A right key opens all the same: on one machine all clients look alike, and one that guesses must
 * not lock the others out.
 */
final class Failures {
  private static final int MOST_CLIENTS = 1000;

  /** So many wrong keys in so long. */
  static final int ALLOWED = 20;

  private static final long WINDOW = Duration.ofSeconds(30).toNanos();

  private record Count(int failures, long since) {}

  private final LongSupplier nanos;
  private final Map<String, Count> clients = new LinkedHashMap<>();

  Failures(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes a failure; says whether there were too many. */
  synchronized boolean tooMany(String client) {
    var now = nanos.getAsLong();
    clients.values().removeIf(count -> now - count.since() > WINDOW);
    if (clients.size() >= MOST_CLIENTS && !clients.containsKey(client)) {
      clients.remove(clients.keySet().iterator().next());
    }
    var count = clients.getOrDefault(client, new Count(0, now));
    clients.put(client, new Count(count.failures() + 1, count.since()));
    return count.failures() >= ALLOWED;
  }
}
