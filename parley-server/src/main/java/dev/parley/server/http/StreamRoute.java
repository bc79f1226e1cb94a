package dev.parley.server.http;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Role;
import dev.parley.server.calls.PeopleTyping;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** The WebSocket of each session: its output as it comes, and typing. */
final class StreamRoute {
  /** More than a person types or pastes at once. */
  private static final int LONGEST_INPUT = 1 << 20;

  private static final int LONGEST_TEXT = 64 << 10;

  private final RestCalls calls;
  private final ServerWebSocketContainer sockets;
  private final HttpFigures figures;
  private final AuditLog audit;
  private final PeopleTyping peopleTyping;

  private StreamRoute(
      RestCalls calls,
      ServerWebSocketContainer sockets,
      HttpFigures figures,
      AuditLog audit,
      PeopleTyping peopleTyping) {
    this.calls = calls;
    this.sockets = sockets;
    this.figures = figures;
    this.audit = audit;
    this.peopleTyping = peopleTyping;
  }

  static List<Route> of(
      RestCalls calls,
      Server server,
      HttpFigures figures,
      AuditLog audit,
      PeopleTyping peopleTyping) {
    var sockets = ServerWebSocketContainer.ensure(server);
    sockets.setMaxBinaryMessageSize(LONGEST_INPUT);
    sockets.setMaxTextMessageSize(LONGEST_TEXT);
    sockets.setMaxFrameSize(LONGEST_INPUT);
    sockets.setIdleTimeout(Duration.ofSeconds(90));
    var stream = new StreamRoute(calls, sockets, figures, audit, peopleTyping);
    return List.of(
        Route.of(
                "GET",
                "/v1/sessions/{id}/stream",
                Role.WATCH,
                "WebSocket: the output as it comes, state, and typing",
                stream::open)
            .taking("from", "integer", "offset to go on from; absent: the screen first")
            .answering(101));
  }

  private void open(HttpCall call) throws Exception {
    if (!Gate.isUpgrade(call.request())) {
      var unused = calls.typed().find(calls.asking(call), call.variable("id"));
      call.response().getHeaders().put("Upgrade", "websocket");
      throw new Problem(426, "bad_input", "This is a WebSocket", "Connect with ws://");
    }
    var from = call.number("from").orElse(-1L);
    var session =
        calls.typed().live(calls.asking(call), call.variable("id"), Optional.of(peopleTyping));
    var feed = new StreamFeed(session, call.caller().role().wire(), from, figures);
    var socket = new StreamSocket(session, call.caller(), feed, audit);
    var upgraded =
        sockets.upgrade(
            (request, response, _) -> {
              request.getExtensions().clear(); // packing costs more than this machine's wires
              if (request.hasSubProtocol(Gate.PROTOCOL)) {
                response.setAcceptedSubProtocol(Gate.PROTOCOL);
              }
              return socket;
            },
            call.request(),
            call.response(),
            call.callback());
    if (!upgraded) {
      session.close();
      throw Problem.badInput("This is no request for a WebSocket", "Use a WebSocket client");
    }
  }
}
