package dev.parley.server.http;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.WireCalls;
import tools.jackson.databind.node.ObjectNode;

/** The calls as requests make them: one at a time, with nothing remembered in between. */
final class RestCalls {
  private final WireCalls calls;

  RestCalls(SessionCalls calls) {
    this.calls = new WireCalls(calls, RestWording.WORDING);
  }

  /** What a call takes, as the description of a body; without what the address says already. */
  static ObjectNode schema(NamedCall call, String... inAddress) {
    var schema = call.input().deepCopy();
    for (var name : inAddress) {
      ((ObjectNode) schema.path("properties")).remove(name);
    }
    schema.remove("required");
    return schema;
  }

  ObjectNode call(HttpCall request, NamedCall call, ObjectNode fields) {
    return calls.call(asking(request), call, fields);
  }

  SessionCalls typed() {
    return calls.typed();
  }

  Asking asking(HttpCall request) {
    // The program may be silent for as long as was asked for; that is no reason to hang up.
    request.request().addIdleTimeoutListener(_ -> false);
    return Asking.once(request.asking());
  }
}
