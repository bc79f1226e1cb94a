package dev.parley.server.http;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Leases;
import dev.parley.server.calls.Askers;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes every request: past the gate, along its route, and to an answer whatever happens. */
final class Entrance extends Handler.Wrapper {
  private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);

  /** Fewer than half of the connections there may be. */
  private static final int MOST_STREAMS = 400;

  /** Under this a request has what ends it together with its key. */
  static final String LEASE = Leases.Held.class.getName();

  private final Gate gate;
  private final Routes routes;
  private final HttpFigures figures;
  private final Shares shares = new Shares();
  private final Pace pace = new Pace(System::nanoTime);
  private final Leases leases;

  Entrance(Gate gate, Routes routes, HttpFigures figures, McpDoors mcp, Leases leases) {
    super(mcp);
    this.leases = leases;
    this.gate = gate;
    this.routes = routes;
    this.figures = figures;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Request.addCompletionListener(request, _ -> figures.answered(response.getStatus()));
    // Jetty's own threads, virtual or not, are counted; a call that waits must not use one up.
    Thread.startVirtualThread(() -> serve(request, response, callback));
    return true;
  }

  private void serve(Request request, Response response, Callback callback) {
    var call = new HttpCall(request, response, callback, Optional.empty());
    var atTheGate = true;
    try {
      headers(response);
      gate.checkPlace(request);
      var found = routes.find(request);
      var route = found.route();
      var asking = route.role().map(role -> gate.admit(request, role));
      call = new HttpCall(request, response, callback, asking).along(found.variables());
      if (asking.isPresent()) {
        await(pace.of(asking.get()));
        shares.take(asking.get().who(), request);
        lease(asking.get(), request);
        Askers.of(asking.get()).enter();
      } else {
        await(pace.ofAnybody());
        shares.takeForStranger(request);
      }
      atTheGate = false;
      if (route.path().equals(Routes.MCP)) {
        if (!super.handle(request, response, callback)) {
          throw new IllegalStateException("MCP has moved");
        }
        return;
      }
      if (Gate.isUpgrade(request)) {
        route.handler().handle(call); // it completes the callback
        return;
      }
      route.handler().handle(call);
      callback.succeeded();
    } catch (Exception failure) {
      if (atTheGate && failure instanceof Problem) {
        turnAway(call, failure);
      } else {
        fail(call, failure);
      }
    }
  }

  /** Who does not pass the gate is told so when their turn comes; they hold no place meanwhile. */
  private void turnAway(HttpCall call, Exception failure) {
    try {
      await(pace.ofTurnedAway());
      fail(call, failure);
    } catch (IOException tooMany) {
      call.callback().failed(tooMany);
    }
  }

  /** Waits on a virtual thread, with nothing of the request read but its head. */
  private static void await(Duration pause) throws IOException {
    if (pause.compareTo(Pace.LONGEST) > 0) {
      throw new IOException("Too many of them wait already");
    }
    try {
      Thread.sleep(pause);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new IOException("The daemon ends", ending);
    }
  }

  /** What takes longer, or stays open, ends with the key it was opened with. */
  private void lease(Caller caller, Request request) {
    var connection = request.getConnectionMetaData().getConnection().getEndPoint();
    var held =
        new Leases.Held() {
          @Override
          public boolean isOpen() {
            return connection.isOpen();
          }

          @Override
          public void end() {
            connection.close();
          }
        };
    if (Gate.isUpgrade(request)) {
      if (leases.of(caller) >= MOST_STREAMS) {
        throw new Problem(429, "limit", "You have too many streams open", "Close some of them");
      }
    } else {
      Request.addCompletionListener(request, _ -> leases.remove(held));
    }
    request.setAttribute(LEASE, held);
    leases.add(caller, held);
  }

  /** Nothing we send may be guessed at, framed, kept or led back to by others. */
  private static void headers(Response response) {
    var headers = response.getHeaders();
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
    headers.put(HttpHeader.CACHE_CONTROL, "no-store");
  }

  private static void fail(HttpCall call, Exception failure) {
    var problem =
        switch (failure) {
          case Problem told -> told;
          case Refusal refusal -> Problem.of(refusal);
          case IOException gone -> {
            LOG.debug("The client is gone", gone);
            yield null;
          }
          default -> {
            LOG.error(
                "{} {} failed",
                call.request().getMethod(),
                call.request().getHttpURI().getPath(),
                failure);
            yield new Problem(500, "failed", "This went wrong here, and is in the daemon's log");
          }
        };
    if (problem == null || call.response().isCommitted()) {
      call.callback().failed(failure);
      return;
    }
    try {
      if (problem.status == 401) {
        call.response().getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      call.problem(problem);
      call.callback().succeeded();
    } catch (IOException gone) {
      call.callback().failed(gone);
    }
  }
}
