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
 * after a text, where a prompt would leave it. A full-screen program leaves it anywhere, so there a
 * longer spell does. One that does nothing but look at its keyboard again and again has nothing
 * else to wait for. Where the kernel cannot tell, silence is all there is, and the verdict says so.
 *
 * <p>Whether a wait is for a secret the terminal's echo tells. A program that does its own echo, or
 * one on the far side of a socket, leaves no trace of that here; then the prompt's words decide, at
 * low confidence: to hide an answer in vain costs less than to show a password.
 */
final class Judge {
  /** How long a soft finding must rest before it is believed. */
  static final Duration SETTLED = Duration.ofMillis(100);

  /** The same where a whole screen is drawn, which comes in pieces. */
  private static final Duration DRAWN = Duration.ofMillis(250);

  /** The same for a program that looks at its keyboard in turns, whatever it printed last. */
  private static final Duration LOOKING = Duration.ofMillis(500);

  /**
   * What is known beside the kernel's finding.
   *
   * @param fullscreen whether the alternate screen is in use
   * @param secretByText whether the prompt asks for a secret in words, and the terminal leaves echo
   *     to the program
   * @param answered whether anything was printed since the last was typed
   * @param quiet since when nothing was typed or printed
   * @param patience how much silence is an answer where nothing better is known
   */
  record Witnesses(
      boolean atPrompt,
      boolean continuation,
      boolean fullscreen,
      boolean secretByText,
      int cursorColumn,
      String prompt,
      boolean answered,
      Duration quiet,
      Duration patience) {

    /**
     * Whether it has been quiet this long; before the first answer to what was typed, far longer.
     */
    boolean quietFor(Duration spell) {
      return quiet.compareTo(answered ? spell : patience) >= 0;
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
      return asking(finding, witnesses, Confidence.HIGH, finding.evidence());
    }
    var second = secondWitness(finding, witnesses);
    return second.isEmpty()
        ? working(finding.evidence(), Confidence.MEDIUM)
        : asking(finding, witnesses, Confidence.MEDIUM, and(finding.evidence(), second));
  }

  /** What bears a soft finding out; empty when nothing does yet. */
  private static List<String> secondWitness(Finding finding, Witnesses witnesses) {
    if (witnesses.cursorColumn() > 0 && witnesses.quietFor(SETTLED)) {
      return List.of(quiet(SETTLED), "cursor:after-text");
    }
    if (witnesses.fullscreen() && witnesses.quietFor(DRAWN)) {
      return List.of(quiet(DRAWN), "screen:alternate");
    }
    if (onlyLooksAtTheKeyboard(finding) && witnesses.quietFor(LOOKING)) {
      return List.of(quiet(LOOKING));
    }
    return List.of();
  }

  /**
   * Whether it asks for this terminal and a time-out, and nothing else. An event loop's epoll is no
   * such question: the terminal stays in its set whatever it does.
   */
  private static boolean onlyLooksAtTheKeyboard(Finding finding) {
    var evidence = finding.evidence();
    return evidence.size() == 2
        && evidence.getLast().endsWith("kernel:again") // here, or on a far side
        && !evidence.getFirst().contains("kernel:epoll");
  }

  /** Input is wanted; whether it is a secret is left to tell. */
  private static Verdict asking(
      Finding finding, Witnesses witnesses, Confidence confidence, List<String> evidence) {
    var prompt = witnesses.prompt();
    // Behind a relay that was followed, the inner terminal's echo has told already.
    var echoKnown =
        finding.grade() == Grade.HARD
            && evidence.stream().anyMatch(each -> each.startsWith("relay:"));
    return witnesses.secretByText() && !echoKnown
        ? new Verdict(
            new SessionState.Secret(prompt), Confidence.LOW, and(evidence, List.of("text:secret")))
        : new Verdict(new SessionState.Waiting(prompt), confidence, evidence);
  }

  private static Verdict blind(Finding finding, Witnesses witnesses) {
    if (witnesses.atPrompt()) {
      return new Verdict(
          new SessionState.Ready(witnesses.prompt()), Confidence.MEDIUM, with("osc133:B", finding));
    }
    if (witnesses.quietFor(witnesses.patience())) {
      return asking(
          finding,
          witnesses,
          Confidence.LOW,
          and(finding.evidence(), List.of(quiet(witnesses.patience()))));
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

  private static List<String> and(List<String> evidence, List<String> more) {
    var all = new ArrayList<>(evidence);
    all.addAll(more);
    return all;
  }
}
