package dev.parley.server.calls;

import dev.parley.session.Asks;
import java.time.Duration;

/**
 * Ask a person for something, and wait for it.
 *
 * @param session an id, the beginning of one, or a name
 */
public record AskCall(String session, Asks.Kind kind, String message, Duration timeout) {
  /** People need longer than programs; clients do not stay much longer. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(50);

  /** The same for a session by another name. */
  public AskCall of(String other) {
    return new AskCall(other, kind, message, timeout);
  }
}
