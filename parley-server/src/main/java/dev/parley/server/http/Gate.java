package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.mcp.HttpRules;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may pass, before anything is done for it: by the name it calls us, the
 * page it comes from, and the token or cookie it brings. A browser can be made to send requests to
 * this machine by any page, so names and pages that are not ours are turned away first.
 */
final class Gate {
  static final String COOKIE = "parley";
  private static final Set<String> HARMLESS = Set.of("GET", "HEAD");

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
      access.audit().note(caller, "refused: needs " + needed.wire(), path(request));
      throw new Problem(
          403,
          "forbidden",
          "This needs the role %s, and you have %s".formatted(needed.wire(), caller.role().wire()),
          "Use the token of that role: parley token --role " + needed.wire());
    }
    return caller;
  }

  private Caller caller(Request request) {
    var authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (authorization != null) {
      return Optional.of(authorization)
          .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
          .flatMap(value -> access.byToken(value.substring(7).strip()))
          .orElseThrow(() -> unknown(request, "wrong token"));
    }
    var cookie = cookie(request);
    if (cookie.isEmpty()) {
      throw unknown(request, "no token");
    }
    var caller = access.byCookie(cookie.get());
    if (caller.isEmpty()) {
      throw unknown(request, "wrong cookie");
    }
    // A browser adds the cookie by itself, so what changes something must come from our own page.
    if ((!HARMLESS.contains(request.getMethod()) || isUpgrade(request))
        && origin(request) == null) {
      throw refused(
          request, "origin", "With a cookie this needs the Origin header of our own page");
    }
    return caller.get();
  }

  static Optional<String> cookie(Request request) {
    return Request.getCookies(request).stream()
        .filter(cookie -> cookie.getName().equals(COOKIE))
        .map(cookie -> cookie.getValue())
        .findFirst();
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
        origin, host(request), HttpRules.portOr(uri.getPort(), uri.getScheme()));
  }

  private static String host(Request request) {
    return String.valueOf(request.getHttpURI().getHost()).toLowerCase(Locale.ROOT);
  }

  private static String path(Request request) {
    return String.valueOf(request.getHttpURI().getPath());
  }
}
