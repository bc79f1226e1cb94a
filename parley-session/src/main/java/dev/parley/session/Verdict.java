package dev.parley.session;

import dev.parley.pty.finding.Evidence;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a session is doing, how sure that is, and why.
 *
 * @param evidence why, the deciding one first
 * @param rule the rule that decided
 */
public record Verdict(
    SessionState state, Confidence confidence, List<Evidence> evidence, Rule rule) {
  public Verdict {
    evidence = List.copyOf(evidence);
  }

  /** The same, with something more that was seen. */
  Verdict and(Evidence more) {
    return new Verdict(
        state, confidence, Stream.concat(evidence.stream(), Stream.of(more)).toList(), rule);
  }
}
