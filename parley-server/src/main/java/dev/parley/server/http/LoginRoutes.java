package dev.parley.server.http;

import dev.parley.server.access.Access;
import dev.parley.server.access.Leases;
import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import java.util.List;

/** How the console's page comes by its key, learns who it is, and leaves. */
final class LoginRoutes {
  /** Anybody may send this, so it is small. */
  private static final int LONGEST_CODE = 1 << 10;

  private final Access access;
  private final Gate gate;

  private LoginRoutes(Access access, Gate gate) {
    this.access = access;
    this.gate = gate;
  }

  static List<Route> of(Access access, Gate gate) {
    var logins = new LoginRoutes(access, gate);
    return List.of(
        Route.of(
                "POST",
                "/v1/login",
                Role.WATCH,
                "Exchange a one-time code from 'parley open' for a key",
                logins::login)
            .open()
            .withBody(
                Json.parseObject(
                    """
                    {"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}
                    """)),
        Route.of("POST", "/v1/logout", Role.WATCH, "Forget the key", logins::logout).answering(204),
        Route.of("GET", "/v1/me", Role.WATCH, "Who the caller is and may be", logins::me));
  }

  private void login(HttpCall call) throws Exception {
    var key = access.login(call.body(LONGEST_CODE).path("code").asString(""));
    if (key.isEmpty()) {
      var problem = gate.unknown(call.request(), "wrong code");
      throw problem.status == 401
          ? new Problem(
              401,
              "unauthorized",
              "This code is wrong, used or older than a minute",
              "Run 'parley open' again")
          : problem;
    }
    access.byKey(key.get()).ifPresent(caller -> access.audit().note(caller, "login", ""));
    // For the page to keep where pages of its own origin alone can read it.
    call.json(200, Json.object().put("key", key.get()));
  }

  private void logout(HttpCall call) throws Exception {
    // All that is open with this key ends now; but the answer to this is yet to come.
    if (call.request().getAttribute(Entrance.LEASE) instanceof Leases.Held own) {
      access.leases().remove(own);
    }
    Gate.key(call.request()).ifPresent(access::logout);
    access.audit().note(call.caller(), "logout", "");
    call.nothing();
  }

  private void me(HttpCall call) throws Exception {
    call.json(
        200,
        Json.object().put("role", call.caller().role().wire()).put("who", call.caller().who()));
  }
}
