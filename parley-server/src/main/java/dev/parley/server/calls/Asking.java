package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import java.time.Duration;
import java.util.Optional;

/**
 * Who asks, and how they wait for the answer.
 *
 * @param caller who it is, where the door knows; what they do is noted then
 * @param reader how far they have read, where the door remembers it
 * @param longest the longest wait they stay for
 * @param listener is told what the program does while the call waits
 */
public record Asking(
    Optional<Caller> caller,
    Optional<ReadPositions.Reader> reader,
    Duration longest,
    Optional<Progress.Listener> listener) {

  /** Many clients give up on a call after 60 s, whatever the server promises. */
  public static final Duration USUAL = Duration.ofSeconds(50);

  /** For callers that know that the call goes on, and so keep waiting. */
  public static final Duration PATIENT = Duration.ofHours(1);

  /** One request on its own: nothing is remembered for a next one. */
  public static Asking once(Optional<Caller> caller) {
    return new Asking(caller, Optional.empty(), USUAL, Optional.empty());
  }

  /** What people may call them; empty where nobody can say. */
  public Optional<String> who() {
    return caller.map(Caller::who).filter(who -> !who.isBlank());
  }

  /** A wait no longer than they stay for. */
  public Duration atMost(Duration asked) {
    return asked.compareTo(longest) > 0 ? longest : asked;
  }
}
