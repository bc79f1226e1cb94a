package dev.parley.server.daemon;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.SessionCalls;
import dev.parley.session.Sessions;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a fleet may use of the daemon that joins it.
 *
 * @param state where it remembers what was joined
 * @param runtime where it remembers what a reboot makes untrue
 * @param calls what other nodes may ask for, on sessions of this daemon alone
 * @param control what people of other nodes may ask for beyond that
 * @param people who types at sessions by hand
 */
public record FleetHost(
    Path state,
    Path runtime,
    String version,
    Sessions sessions,
    SessionCalls calls,
    Controls control,
    PeopleTyping people,
    AuditLog audit) {

  /** Does what a caller asks for. */
  @FunctionalInterface
  public interface Controls {
    ObjectNode call(Caller caller, String method, JsonNode params);
  }
}
