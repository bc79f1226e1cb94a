package dev.parley.session;

import dev.parley.pty.Finding;
import dev.parley.pty.Finding.Doing;
import dev.parley.pty.Finding.Grade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what a session is doing from what the kernel found and the other witnesses.
 *
 * <p>A hard finding decides at once. A soft one (a program that would take input but may be busy
 * elsewhere) needs a second witness: the shell's mark, or a quiet spell with the cursor resting
 * after a text, where a prompt would leave it. Where the kernel cannot tell, silence is all there
 * is, and the verdict says so.
 */
final class Judge {
  /** How long a soft finding must rest before it is believed. */
  static final Duration SETTLED = Duration.ofMillis(100);

  /**
   * What is known beside the kernel's finding.
   *
   * @param quiet since when nothing was typed or printed
   * @param patience how much silence is an answer where nothing better is known
   */
  record Witnesses(
      boolean atPrompt,
      boolean continuation,
      int cursorColumn,
      String prompt,
      Duration quiet,
      Duration patience) {

    boolean restsAfterText() {
      return cursorColumn > 0;
    }
  }

  private Judge() {}

  static Verdict verdict(Finding finding, Witnesses witnesses) {
    return switch (finding.doing()) {
      case WAITING, SECRET -> wantsInput(finding, witnesses);
      case UNKNOWN -> blind(finding, witnesses);
      case WORKING, STOPPED, EXITED -> working(finding);
    };
  }

  /** The verdict on a finding that needs no other witness. */
  static Verdict working(Finding finding) {
    return working(finding.evidence(), Confidence.HIGH);
  }

  private static Verdict wantsInput(Finding finding, Witnesses witnesses) {
    var prompt = witnesses.prompt();
    if (finding.doing() == Doing.SECRET) {
      return new Verdict(new SessionState.Secret(prompt), grade(finding), finding.evidence());
    }
    if (witnesses.atPrompt()) {
      return new Verdict(
          new SessionState.Ready(prompt), Confidence.HIGH, with("osc133:B", finding));
    }
    if (witnesses.continuation()) {
      return new Verdict(
          new SessionState.Waiting(prompt), Confidence.HIGH, with("osc133:continuation", finding));
    }
    if (finding.grade() == Grade.HARD) {
      return new Verdict(new SessionState.Waiting(prompt), Confidence.HIGH, finding.evidence());
    }
    if (witnesses.restsAfterText() && witnesses.quiet().compareTo(SETTLED) >= 0) {
      return new Verdict(
          new SessionState.Waiting(prompt),
          Confidence.MEDIUM,
          and(finding.evidence(), quiet(SETTLED), "cursor:after-text"));
    }
    return working(finding.evidence(), Confidence.MEDIUM);
  }

  private static Verdict blind(Finding finding, Witnesses witnesses) {
    if (witnesses.atPrompt()) {
      return new Verdict(
          new SessionState.Ready(witnesses.prompt()), Confidence.MEDIUM, with("osc133:B", finding));
    }
    if (witnesses.quiet().compareTo(witnesses.patience()) >= 0) {
      return new Verdict(
          new SessionState.Waiting(witnesses.prompt()),
          Confidence.LOW,
          and(finding.evidence(), quiet(witnesses.patience())));
    }
    return working(finding.evidence(), Confidence.LOW);
  }

  private static Verdict working(List<String> evidence, Confidence confidence) {
    return new Verdict(new SessionState.Working(), confidence, evidence);
  }

  private static Confidence grade(Finding finding) {
    return finding.grade() == Grade.HARD ? Confidence.HIGH : Confidence.MEDIUM;
  }

  private static String quiet(Duration spell) {
    return "quiet:%dms".formatted(spell.toMillis());
  }

  private static List<String> with(String first, Finding finding) {
    var all = new ArrayList<String>();
    all.add(first);
    all.addAll(finding.evidence());
    return all;
  }

  private static List<String> and(List<String> evidence, String... more) {
    var all = new ArrayList<>(evidence);
    all.addAll(List.of(more));
    return all;
  }
}
