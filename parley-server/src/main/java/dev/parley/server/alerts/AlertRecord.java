package dev.parley.server.alerts;

import java.time.Instant;
import java.util.Optional;

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

  static AlertRecord of(Alert alert) {
    return new AlertRecord(alert, 0, 0, Optional.empty());
  }

  AlertRecord after(Last call) {
    return call.failure.isEmpty()
        ? new AlertRecord(alert, calls + 1, failures, Optional.of(call))
        : new AlertRecord(alert, calls, failures + 1, Optional.of(call));
  }
}
