package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Graceful;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The Streamable HTTP transport as a Jetty handler for one path, to be hung on any server. A client
 * of the stateless era posts requests and nothing else; one before it gets a session with {@code
 * initialize}, may listen with GET and leaves with DELETE.
 */
public final class McpHttp extends Handler.Abstract implements Graceful {
  private static final Logger LOG = LoggerFactory.getLogger(McpHttp.class);

  /**
   * How often a long request shows a sign of life, and thus how soon a vanished client is noticed.
   */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);

  private final McpServer server;
  private final String path;
  private final HttpRules rules;
  private final Duration keepAlive;
  private final HttpSessions sessions = new HttpSessions();
  private volatile boolean shutdown;
  private final Set<Peer> guests = ConcurrentHashMap.newKeySet();

  public McpHttp(McpServer server, String path, HttpRules rules) {
    this(server, path, rules, KEEP_ALIVE);
  }

  McpHttp(McpServer server, String path, HttpRules rules, Duration keepAlive) {
    this.keepAlive = keepAlive;
    this.server = server;
    this.path = path;
    this.rules = rules;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!Request.getPathInContext(request).equals(path)) {
      return false;
    }
    // Jetty's own threads, virtual or not, are counted; a call that waits must not use one up.
    Thread.startVirtualThread(() -> serve(request, response, callback));
    return true;
  }

  private void serve(Request request, Response response, Callback callback) {
    try {
      var caller = admit(request);
      var headers = new HttpHeaders(request.getHeaders());
      switch (request.getMethod()) {
        case "POST" -> post(request, response, headers, caller);
        case "GET" -> get(request, response, headers, caller);
        case "DELETE" -> delete(response, headers, caller);
        default -> throw notAllowed();
      }
      callback.succeeded();
    } catch (Turned away) {
      turnAway(away, request, response, callback);
    } catch (IOException gone) {
      LOG.debug("The client of {} is gone", path, gone);
      callback.failed(gone);
    } catch (InterruptedException stopped) {
      callback.failed(stopped);
    } catch (RuntimeException failure) {
      LOG.error("{} {} failed", request.getMethod(), path, failure);
      callback.failed(failure);
    }
  }

  /** A request that does not get as far as the protocol. */
  private static final class Turned extends RuntimeException {
    final int status;

    Turned(int status, String sentence) {
      super(sentence, null, false, false);
      this.status = status;
    }
  }

  private static Turned notAllowed() {
    return new Turned(405, "Use POST; GET and DELETE are for sessions begun with initialize");
  }

  private static void turnAway(Turned away, Request request, Response response, Callback callback) {
    if (away.status == 401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    if (away.status == 405) {
      response.getHeaders().put(HttpHeader.ALLOW, "POST, GET, DELETE");
    }
    var fault =
        JsonRpc.error(
            JsonRpc.NO_ID,
            new ProtocolException(Fault.INVALID_REQUEST, String.valueOf(away.getMessage())));
    try {
      new HttpOutlet(request, response, false, true).refuse(away.status, fault);
      callback.succeeded();
    } catch (IOException gone) {
      LOG.debug("The client at {} is gone", request.getHttpURI(), gone);
      callback.failed(gone);
    }
  }

  private Optional<Principal> admit(Request request) {
    var uri = request.getHttpURI();
    var host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    if (!rules.knowsHost(host)) {
      throw new Turned(403, "This endpoint is not called " + host);
    }
    var origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin != null
        && !rules.knowsOrigin(
            origin,
            String.valueOf(uri.getScheme()),
            host,
            HttpRules.portOr(uri.getPort(), uri.getScheme()))) {
      throw new Turned(403, "Pages of %s may not call this endpoint".formatted(origin));
    }
    if (rules.admission().isEmpty()) {
      return Optional.empty();
    }
    var authorization = Optional.ofNullable(request.getHeaders().get(HttpHeader.AUTHORIZATION));
    return Optional.of(
        authorization
            .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
            .flatMap(value -> rules.admission().get().admit(value.substring(7).strip()))
            .orElseThrow(() -> new Turned(401, "This endpoint needs a bearer token it knows")));
  }

  private void post(
      Request request, Response response, HttpHeaders headers, Optional<Principal> caller)
      throws IOException, InterruptedException {
    var type = headers.value("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.startsWith("application/json")) {
      // Also keeps out what a web page may send without asking first.
      throw new Turned(415, "The Content-Type must be application/json");
    }
    var takesEvents = headers.value("Accept").orElse("").contains("text/event-stream");
    JsonNode message = JsonRpc.NO_ID;
    try {
      message = McpStdio.parse(body(request));
      if (!JsonRpc.isAnswer(message)) {
        JsonRpc.check(message);
      }
      if (headers.stateless() || RequestMeta.stateless(message)) {
        postStateless(
            message, headers, caller, new HttpOutlet(request, response, takesEvents, true));
      } else {
        var outlet = new HttpOutlet(request, response, takesEvents, false);
        run(peer(message, response, headers, caller), message, false, outlet);
      }
    } catch (ProtocolException fault) {
      new HttpOutlet(request, response, false, true)
          .reply(JsonRpc.error(JsonRpc.idOf(message), fault), Optional.of(fault.fault));
    }
  }

  private static ByteBuffer body(Request request) throws IOException {
    var bytes = Content.Source.asInputStream(request).readNBytes(Json.MAX_MESSAGE + 1);
    if (bytes.length > Json.MAX_MESSAGE) {
      throw new Turned(413, "A message may have %d bytes at most".formatted(Json.MAX_MESSAGE));
    }
    return ByteBuffer.wrap(bytes);
  }

  private void postStateless(
      JsonNode message, HttpHeaders headers, Optional<Principal> caller, HttpOutlet outlet)
      throws IOException, InterruptedException {
    if (message.has("id") && !JsonRpc.isAnswer(message)) {
      headers.check(message, server);
    }
    try (var guest = new Peer(server, caller)) {
      guests.add(guest);
      try {
        run(guest, message, true, outlet);
      } finally {
        guests.remove(guest);
      }
    }
  }

  /** The client a message of the earlier era comes from; {@code initialize} makes a new one. */
  private Peer peer(
      JsonNode message, Response response, HttpHeaders headers, Optional<Principal> caller) {
    if (message.path("method").asString("").equals("initialize")) {
      var peer = new Peer(server, caller);
      response.getHeaders().put(HttpHeaders.SESSION, sessions.add(peer));
      return peer;
    }
    headers
        .value(HttpHeaders.REVISION)
        .filter(revision -> Revision.named(revision).isEmpty())
        .ifPresent(
            revision -> {
              throw RequestMeta.unsupported(revision);
            });
    return session(headers, caller);
  }

  private Peer session(HttpHeaders headers, Optional<Principal> caller) {
    var id =
        headers
            .value(HttpHeaders.SESSION)
            .orElseThrow(
                () -> new Turned(400, "Begin with initialize and send its Mcp-Session-Id"));
    return sessions
        .find(id, caller)
        .orElseThrow(() -> new Turned(404, "This session has ended; begin again with initialize"));
  }

  private void run(Peer peer, JsonNode message, boolean stateless, HttpOutlet outlet)
      throws IOException, InterruptedException {
    var begun = peer.receive(message, stateless, outlet);
    if (begun.isPresent()) {
      waitFor(begun.get(), outlet);
    }
    outlet.end();
  }

  private void waitFor(Exchange exchange, HttpOutlet outlet)
      throws IOException, InterruptedException {
    try {
      while (!exchange.join(keepAlive)) {
        outlet.keepAlive();
      }
    } catch (IOException | InterruptedException gone) {
      // A client that hangs up does not want the answer any more.
      exchange.cancel();
      throw gone;
    }
  }

  /** The stream on which a client of the earlier era hears of changes. */
  private void get(
      Request request, Response response, HttpHeaders headers, Optional<Principal> caller)
      throws IOException, InterruptedException {
    if (headers.stateless() || headers.value(HttpHeaders.SESSION).isEmpty()) {
      throw notAllowed();
    }
    if (!headers.value("Accept").orElse("").contains("text/event-stream")) {
      throw new Turned(406, "This is a stream of events; accept text/event-stream");
    }
    var listener = session(headers, caller).listener();
    var outlet = new HttpOutlet(request, response, true, false);
    outlet.open();
    while (!listener.closed()) {
      var change = listener.next(keepAlive);
      if (change.isPresent()) {
        outlet.send(JsonRpc.notification(change.get().notification(), change.get().params()));
      } else {
        outlet.keepAlive();
        session(headers, caller);
      }
    }
    outlet.end();
  }

  private void delete(Response response, HttpHeaders headers, Optional<Principal> caller)
      throws IOException {
    if (headers.stateless()) {
      throw notAllowed();
    }
    var unused = session(headers, caller);
    headers.value(HttpHeaders.SESSION).ifPresent(sessions::remove);
    response.setStatus(204);
    Content.Sink.write(response, true, ByteBuffer.allocate(0));
  }

  /** Ends every session and every open stream, so that the server need not wait for them. */
  @Override
  public CompletableFuture<Void> shutdown() {
    shutdown = true;
    guests.forEach(Peer::close);
    sessions.removeAll();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }
}
