package dev.parley.server.alerts;

import dev.parley.server.json.Json;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A rule and how it fared.
 *
 * @param calls how many arrived
 * @param failures how many did not
 */
public record AlertRecord(Alert alert, long calls, long failures, Optional<Last> last) {

  /**
   * The last call.
   *
   * @param failure why it did not arrive
   */
  public record Last(Instant at, String session, String kind, Optional<String> failure) {}

  /** Writes the last call into the fields of a rule, in its file and for who asks. */
  public void putLast(ObjectNode fields) {
    last.ifPresent(
        call -> {
          var lately =
              fields
                  .putObject("last")
                  .put("at", Json.time(call.at))
                  .put("session", call.session)
                  .put("kind", call.kind);
          call.failure.ifPresent(why -> lately.put("failure", why));
        });
  }

  static AlertRecord of(Alert alert) {
    return new AlertRecord(alert, 0, 0, Optional.empty());
  }

  AlertRecord after(Last call) {
    return call.failure.isEmpty()
        ? new AlertRecord(alert, calls + 1, failures, Optional.of(call))
        : new AlertRecord(alert, calls, failures + 1, Optional.of(call));
  }
}
