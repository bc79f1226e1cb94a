package dev.parley.server.calls;

import dev.parley.session.Expectation;
import dev.parley.session.View;
import java.time.Duration;

/** How a call waits and what it shows: what every acting call has. */
public record Waiting(Expectation expectation, View view) {
  /** For a caller that does not want to wait; without a connection there is nothing to return. */
  private static final Duration USUAL_OPENING = Duration.ofSeconds(15);

  /** The same for a caller that stays no longer than this. */
  Waiting within(Duration longest) {
    return shortenedBy(longest) ? new Waiting(expectation.within(longest), view) : this;
  }

  boolean shortenedBy(Duration longest) {
    return expectation.timeout().compareTo(longest) > 0;
  }

  /** How long a connection may take to open. */
  Duration opening() {
    return expectation.timeout().isZero() ? USUAL_OPENING : expectation.timeout();
  }

  /** What is left to wait for, and the time for it, after other things were done. */
  Expectation rest(Duration passed) {
    var left = expectation.timeout().minus(passed);
    return expectation.within(left.isNegative() ? Duration.ZERO : left);
  }
}
