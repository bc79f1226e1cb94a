package dev.parley.bench.state;

import dev.parley.session.Confidence;
import java.util.Map;

/**
 * What came of one situation.
 *
 * @param reached whether the program got to the point at all; if not, nothing can be said
 * @param parley how Parley did
 * @param rules how each of the others' rules did at the same moments
 * @param confidence how sure Parley was of what is scored
 * @param note what Parley said last, with its evidence
 */
record Result(
    Situation situation,
    boolean reached,
    Score parley,
    Map<Rule, Score> rules,
    Confidence confidence,
    String note) {

  /**
   * How one way of telling did.
   *
   * @param falseWaiting whether it said that input was wanted when it was not
   * @param secretFound whether it called a secret a secret
   * @param millis from the moment the point was reached to the right answer
   */
  record Score(boolean right, boolean falseWaiting, boolean secretFound, long millis) {
    static final Score NONE = new Score(false, false, false, 0);
  }

  @Override
  public String toString() {
    var verdict =
        !reached ? "UNREACHED" : parley.right() ? "ok" : parley.falseWaiting() ? "FALSE" : "wrong";
    return "%-9s %-58s %-8s %5d ms  %s%s"
        .formatted(
            verdict,
            situation.title(),
            situation.expected().wire(),
            parley.millis(),
            note,
            situation.unknowable().isEmpty() ? "" : " — " + situation.unknowable());
  }
}
