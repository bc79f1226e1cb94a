package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves one client over a pair of byte streams, a message a line: standard streams or a socket.
 */
public final class McpStdio {
  /** Longer than a tool may wait, so that a piped-in script gets all its answers. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final McpServer server;

  public McpStdio(McpServer server) {
    this.server = server;
  }

  /**
   * As {@link #serve(InputStream, OutputStream, Optional, Duration)}, for whoever holds the
   * streams.
   */
  public void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
    serve(in, out, Optional.empty(), GRACE);
  }

  /**
   * Serves until the input ends, then lets running requests finish and returns when the last answer
   * has been written.
   *
   * @param grace how long requests may still run once the input has ended
   */
  public void serve(InputStream in, OutputStream out, Optional<Principal> caller, Duration grace)
      throws IOException, InterruptedException {
    var outlet = new StreamOutlet(out);
    try (var peer = new Peer(server, caller)) {
      Thread.startVirtualThread(() -> tellChanges(peer.listener(), outlet));
      var lines = new MessageLines(in, Json.MAX_MESSAGE);
      for (var line = lines.next(); !(line instanceof MessageLines.End); line = lines.next()) {
        take(line, peer, outlet);
      }
      peer.finish(grace);
    }
  }

  private static void take(MessageLines.Line line, Peer peer, Outlet outlet) throws IOException {
    try {
      if (line instanceof MessageLines.Text(var bytes)) {
        var message = parse(bytes);
        peer.receive(message, RequestMeta.stateless(message), outlet);
      } else {
        throw new ProtocolException(
            Fault.INVALID_REQUEST,
            "A message may have %d bytes at most".formatted(Json.MAX_MESSAGE));
      }
    } catch (ProtocolException fault) {
      outlet.send(JsonRpc.error(JsonRpc.NO_ID, fault));
    }
  }

  static JsonNode parse(ByteBuffer bytes) {
    try {
      return Json.parse(bytes);
    } catch (JacksonException broken) {
      throw new ProtocolException(
          Fault.NOT_JSON, "This is not JSON: " + broken.getOriginalMessage());
    }
  }

  private static void tellChanges(Listener listener, Outlet outlet) {
    try {
      while (!listener.closed()) {
        var change = listener.next(Duration.ofHours(1));
        if (change.isPresent()) {
          outlet.send(JsonRpc.notification(change.get().notification(), change.get().params()));
        }
      }
    } catch (IOException gone) {
      listener.close();
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  /** The stream to the client. A message is written whole, by one thread at a time. */
  private static final class StreamOutlet implements Outlet {
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();

    StreamOutlet(OutputStream out) {
      this.out = out;
    }

    @Override
    public void send(ObjectNode message) throws IOException {
      var line = Json.line(message);
      writing.lock();
      try {
        out.write(line);
        out.flush();
      } finally {
        writing.unlock();
      }
    }
  }
}
