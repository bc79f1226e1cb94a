package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.mcp.HttpRules;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may pass, before anything is done for it: by the name it calls us, the
 * page it comes from, and the key it brings. A browser can be made to send requests to this machine
 * by any page, so names and pages that are not ours are turned away first.
 */
final class Gate {
  /** What a page offers beside its key, and what it is answered with. */
  static final String PROTOCOL = "parley";

  private static final String KEY_PROTOCOL = "key.";

  private final Access access;
  private final HttpRules rules;

  Gate(Access access, HttpRules rules) {
    this.access = access;
    this.rules = rules;
  }

  /** Turns away what does not call us by our name, or comes from a page of somebody else's. */
  void checkPlace(Request request) {
    var host = host(request);
    if (!rules.knowsHost(host)) {
      throw refused(request, "host", "This server does not go by the name in the Host header");
    }
    var origin = origin(request);
    if (origin != null && !isOurs(request, origin)) {
      throw refused(request, "origin", "Pages of another origin may not call this server");
    }
  }

  /** Who asks; turned away unless they have the role. */
  Caller admit(Request request, Role needed) {
    var caller = caller(request);
    if (!caller.may(needed)) {
      access.audit().refused(caller, "needs " + needed.wire(), path(request));
      throw new Problem(
          403,
          "forbidden",
          "This needs the role %s, and you have %s".formatted(needed.wire(), caller.role().wire()),
          "Use the token of that role: parley token --role " + needed.wire());
    }
    return caller;
  }

  private Caller caller(Request request) {
    return key(request)
        .map(key -> access.byKey(key).orElseThrow(() -> unknown(request, "wrong token")))
        .orElseThrow(() -> unknown(request, "no token"));
  }

  /**
   * The key a request brings: in the {@code Authorization} header, or, because a page cannot set
   * headers of a WebSocket, among the protocols it offers. Nothing a browser sends by itself
   * counts: a cookie would go to every port of this machine, whoever listens there.
   */
  static Optional<String> key(Request request) {
    var authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (authorization != null) {
      return Optional.of(
          authorization.regionMatches(true, 0, "Bearer ", 0, 7)
              ? authorization.substring(7).strip()
              : "");
    }
    return isUpgrade(request)
        ? request.getHeaders().getCSV(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, false).stream()
            .filter(protocol -> protocol.startsWith(KEY_PROTOCOL))
            .map(protocol -> protocol.substring(KEY_PROTOCOL.length()))
            .findFirst()
        : Optional.empty();
  }

  static boolean isUpgrade(Request request) {
    return "websocket".equalsIgnoreCase(request.getHeaders().get(HttpHeader.UPGRADE));
  }

  /** Notes a wrong or missing key, and the answer to it. */
  Problem unknown(Request request, String why) {
    return access.failed(Request.getRemoteAddr(request), why)
        ? new Problem(429, "limit", "Too many requests with a wrong token", "Wait half a minute")
        : new Problem(
            401,
            "unauthorized",
            "This needs a token in the Authorization header",
            "Use 'Authorization: Bearer TOKEN' with what 'parley token' prints");
  }

  private Problem refused(Request request, String code, String sentence) {
    access.failed(Request.getRemoteAddr(request), "foreign " + code);
    return new Problem(403, code, sentence);
  }

  private static @Nullable String origin(Request request) {
    return request.getHeaders().get(HttpHeader.ORIGIN);
  }

  private boolean isOurs(Request request, String origin) {
    var uri = request.getHttpURI();
    return rules.knowsOrigin(
        origin,
        String.valueOf(uri.getScheme()),
        host(request),
        HttpRules.portOr(uri.getPort(), uri.getScheme()));
  }

  private static String host(Request request) {
    return String.valueOf(request.getHttpURI().getHost()).toLowerCase(Locale.ROOT);
  }

  private static String path(Request request) {
    return String.valueOf(request.getHttpURI().getPath());
  }
}
