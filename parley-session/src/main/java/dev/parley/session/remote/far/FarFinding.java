package dev.parley.session.remote.far;

import dev.parley.pty.Foreground;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the probe of the far side found.
 *
 * @param question which of our questions it answers
 * @param printed how much had been printed by then
 * @param canonical whether the terminal over there is in line mode
 */
record FarFinding(
    long question, long printed, Finding finding, boolean canonical, Foreground front) {

  /** Reads {@code found;QUESTION;DOING;GRADE;EVIDENCE…;line|key;PID;NAME}. */
  static Optional<FarFinding> parse(List<String> word, long printed) {
    if (word.size() != 8
        || !word.get(1).matches("\\d{1,18}")
        || !word.get(6).matches("\\d{1,10}")) {
      return Optional.empty();
    }
    var evidence = FarProbe.evidence(word.get(4));
    var finding =
        new Finding(
            doing(word.get(2), evidence),
            word.get(3).equals("hard") ? Grade.HARD : Grade.SOFT,
            evidence,
            Duration.ZERO);
    return Optional.of(
        new FarFinding(
            Long.parseLong(word.get(1)),
            printed,
            finding,
            word.get(5).equals("line"),
            new Foreground(Long.parseLong(word.get(6)), word.get(7), List.of(), "")));
  }

  /**
   * Whether it is looked at further over there: it works, or takes input beside work of its own.
   */
  boolean isProvisional() {
    return finding.doing() == Doing.WORKING
        || finding.evidence().stream()
            .anyMatch(each -> each instanceof Evidence.Far(Evidence.Pursuit _));
  }

  private static Doing doing(String word, List<Evidence> evidence) {
    if (word.equals("secret")) {
      return Doing.SECRET;
    }
    if (word.equals("working")) {
      return Doing.WORKING;
    }
    return evidence.contains(new Evidence.Far(Evidence.Blind.IO_URING))
        ? Doing.UNKNOWN
        : Doing.WAITING;
  }
}
