package dev.parley.server.daemon;

import dev.parley.server.tools.Owners;
import dev.parley.session.Asker;
import dev.parley.session.Sessions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ends the sessions that belong to a client some time after it has gone. One that comes back in
 * between, because its connection or the daemon was lost, finds them alive.
 */
final class Departures {
  /** A client connects again at once; one that was restarted by its own client is another one. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  /** After a restart the clients of the daemon before have to find out first. */
  private static final Duration GRACE_AT_START = Duration.ofSeconds(30);

  private final Supplier<Sessions> sessions;
  private final Map<String, Integer> here = new HashMap<>();

  Departures(Supplier<Sessions> sessions) {
    this.sessions = sessions;
    later(GRACE_AT_START, this::endThoseOfNobody);
  }

  synchronized void came(String client) {
    here.merge(client, 1, Integer::sum);
  }

  synchronized void went(String client) {
    here.computeIfPresent(client, (_, count) -> count > 1 ? count - 1 : null);
    if (!client.isEmpty()) {
      later(GRACE, () -> endThoseOf(client));
    }
  }

  private synchronized boolean isHere(String client) {
    return here.containsKey(client);
  }

  private void endThoseOf(String client) {
    Asker.leave(); // the thread may come of one that works for somebody
    if (!isHere(client)) {
      Owners.end(sessions.get(), client);
    }
  }

  private void endThoseOfNobody() {
    Asker.leave();
    sessions.get().list().stream()
        .filter(session -> !session.over())
        .flatMap(session -> Owners.client(session).stream())
        .distinct()
        .forEach(this::endThoseOf);
  }

  private static void later(Duration delay, Runnable task) {
    CompletableFuture.delayedExecutor(
            delay.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
        .execute(task);
  }
}
