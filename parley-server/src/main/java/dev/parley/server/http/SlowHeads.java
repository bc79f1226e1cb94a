package dev.parley.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Hangs up on clients that take their time over the head of a request. Sending a byte now and then
 * keeps a connection from being idle, so that a few clients could hold all there are (slow loris).
 */
final class SlowHeads extends AbstractLifeCycle {
  private static final Duration LONGEST =
      Duration.ofMillis(Long.getLong("parley.http_head_ms", 9_000));
  private static final Duration ROUND = LONGEST.dividedBy(3);

  private final ServerConnector connector;
  private Map<EndPoint, Sighting> sightings = new HashMap<>();
  private Scheduler.@Nullable Task task;

  /** How much a connection had received, and since when it has had no whole request. */
  private record Sighting(long requests, long bytes, long since) {}

  SlowHeads(ServerConnector connector) {
    this.connector = connector;
  }

  @Override
  protected void doStart() {
    again();
  }

  private void again() {
    if (isStarting() || isRunning()) {
      task = connector.getScheduler().schedule(this::look, ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void look() {
    var now = System.nanoTime();
    var seen = new HashMap<EndPoint, Sighting>();
    for (var client : connector.getConnectedEndPoints()) {
      var connection = http(client.getConnection());
      if (connection == null || connection.getMessagesIn() > connection.getMessagesOut()) {
        continue; // it is a WebSocket, or is being answered
      }
      var before = sightings.get(client);
      var requests = connection.getMessagesIn();
      var sighting =
          before == null || before.requests() != requests
              ? new Sighting(requests, connection.getBytesIn(), now)
              : before;
      // What says nothing is left to the idle timeout; what has begun a head and does not end it is
      // not.
      var begun = requests == 0 ? 0 : sighting.bytes();
      if (connection.getBytesIn() > begun && now - sighting.since() > LONGEST.toNanos()) {
        client.close();
      } else {
        seen.put(client, sighting);
      }
    }
    sightings = seen;
    again();
  }

  private static @Nullable Connection http(@Nullable Connection connection) {
    var inside =
        connection instanceof SslConnection tls ? tls.getSslEndPoint().getConnection() : connection;
    return inside instanceof ConnectionMetaData ? inside : null;
  }

  @Override
  protected void doStop() {
    if (task != null) {
      task.cancel();
    }
  }
}
