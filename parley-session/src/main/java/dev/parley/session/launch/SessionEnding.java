package dev.parley.session.launch;

import dev.parley.pty.Exit;
import java.time.Instant;
import java.util.Optional;

/**
 * How and when a session ended, and why.
 *
 * @param by {@value #ITSELF}, the word of an {@link EndReason}, or {@code closed by} somebody
 */
public record SessionEnding(Exit exit, Instant at, String by) {
  /** The program has ended of its own accord. */
  public static final String ITSELF = "itself";

  /** Somebody has closed the session. */
  public static String closedBy(String who) {
    return "closed by " + who;
  }

  /** What ended it; empty when it was the program's own doing. */
  public Optional<String> endedBy() {
    return by.equals(ITSELF) ? Optional.empty() : Optional.of(by);
  }
}
