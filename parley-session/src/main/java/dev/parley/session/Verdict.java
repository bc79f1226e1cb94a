package dev.parley.session;

import java.util.List;

/**
 * What a session is doing, how sure that is, and why.
 *
 * @param evidence short strings, the deciding one first, such as {@code kernel:read(tty)}
 */
public record Verdict(SessionState state, Confidence confidence, List<String> evidence) {
  public Verdict {
    evidence = List.copyOf(evidence);
  }
}
