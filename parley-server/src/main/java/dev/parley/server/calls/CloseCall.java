package dev.parley.server.calls;

import dev.parley.session.refusal.Refusal;
import java.time.Duration;

/**
 * End a session and every process it started.
 *
 * @param session an id, the beginning of one, or a name
 * @param grace how long its processes have to end by themselves; zero kills at once
 * @param by what ended it, as the session remembers it
 */
public record CloseCall(String session, Duration grace, String by) {
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);
  private static final Duration LONGEST_GRACE = Duration.ofSeconds(30);

  public CloseCall {
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "Processes can be given from 0 to %d s to end".formatted(LONGEST_GRACE.toSeconds()));
    }
  }

  /** The same for a session by another name. */
  public CloseCall of(String other) {
    return new CloseCall(other, grace, by);
  }
}
