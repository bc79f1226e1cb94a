package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import tools.jackson.databind.node.ObjectNode;

/**
 * The response to one HTTP request. It is plain JSON as long as the answer is all there is to say,
 * and becomes a stream of events with the first message that must go before it.
 */
final class HttpOutlet implements Outlet {
  private enum Phase {
    UNDECIDED,
    EVENTS,
    ENDED
  }

  private final Response response;
  private final boolean takesEvents;
  private final boolean stateless;
  private final ReentrantLock writing = new ReentrantLock();
  private Phase phase = Phase.UNDECIDED;

  /**
   * @param takesEvents whether the client accepts a stream; if not, it gets the answer and no more
   * @param stateless whether faults have an HTTP status of their own
   */
  HttpOutlet(Request request, Response response, boolean takesEvents, boolean stateless) {
    // A call may be silent for minutes, and that is no reason to drop it. A client that does not
    // read what it is sent is another matter.
    request.addIdleTimeoutListener(_ -> writing.isLocked());
    this.response = response;
    this.takesEvents = takesEvents;
    this.stateless = stateless;
  }

  @Override
  public void send(ObjectNode message) throws IOException {
    writing.lock();
    try {
      if (takesEvents && phase != Phase.ENDED) {
        event(message, false);
      } else if (message.has("id")) {
        throw new IOException("The client takes no events, so nothing can be asked of it");
      }
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void reply(ObjectNode answer, Optional<Fault> fault) throws IOException {
    writing.lock();
    try {
      if (phase == Phase.EVENTS) {
        phase = Phase.ENDED;
        event(answer, true);
      } else if (phase == Phase.UNDECIDED) {
        phase = Phase.ENDED;
        json(fault.filter(_ -> stateless).map(f -> f.httpStatus).orElse(200), answer);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Answers at once with a status of the transport's own. */
  void refuse(int status, ObjectNode answer) throws IOException {
    writing.lock();
    try {
      phase = Phase.ENDED;
      json(status, answer);
    } finally {
      writing.unlock();
    }
  }

  /** Opens the stream of events before there is one to send. */
  void open() throws IOException {
    keepAlive();
  }

  /**
   * Writes something that means nothing: proxies stay patient, and a client that left is noticed.
   */
  void keepAlive() throws IOException {
    writing.lock();
    try {
      if (takesEvents && phase != Phase.ENDED) {
        begin();
        write(false, ":\n\n".getBytes(StandardCharsets.UTF_8));
      }
    } finally {
      writing.unlock();
    }
  }

  /** Ends a response that had nothing, or nothing more, to say. */
  void end() throws IOException {
    writing.lock();
    try {
      if (phase == Phase.UNDECIDED) {
        response.setStatus(202);
      }
      if (phase != Phase.ENDED) {
        phase = Phase.ENDED;
        write(true, new byte[0]);
      }
    } finally {
      writing.unlock();
    }
  }

  private void json(int status, ObjectNode message) throws IOException {
    var bytes = Json.bytes(message);
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    write(true, bytes);
  }

  private void event(ObjectNode message, boolean last) throws IOException {
    begin();
    write(
        last,
        ("event: message\ndata: " + Json.text(message) + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  private void begin() {
    if (phase == Phase.UNDECIDED) {
      phase = Phase.EVENTS;
      response.setStatus(200);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
      response.getHeaders().put("X-Accel-Buffering", "no");
    }
  }

  private void write(boolean last, byte[] bytes) throws IOException {
    Content.Sink.write(response, last, ByteBuffer.wrap(bytes));
  }
}
