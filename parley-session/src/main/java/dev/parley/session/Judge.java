package dev.parley.session;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Mark;
import dev.parley.pty.finding.Evidence.Shown;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
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
          new SessionState.Ready(prompt), Confidence.HIGH, with(Mark.PROMPT, finding));
    }
    if (witnesses.continuation()) {
      return new Verdict(
          new SessionState.Waiting(prompt), Confidence.HIGH, with(Mark.CONTINUATION, finding));
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
  private static List<Evidence> secondWitness(Finding finding, Witnesses witnesses) {
    if (witnesses.cursorColumn() > 0 && witnesses.quietFor(SETTLED)) {
      return List.of(quiet(SETTLED), Shown.CURSOR_AFTER_TEXT);
    }
    if (witnesses.fullscreen() && witnesses.quietFor(DRAWN)) {
      return List.of(quiet(DRAWN), Shown.ALTERNATE_SCREEN);
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
    return evidence.stream().anyMatch(Judge::repeats)
        && evidence.stream().allMatch(Judge::looksAtTheKeyboard);
  }

  private static boolean repeats(Evidence evidence) {
    return evidence instanceof Evidence.Repeated
        || (evidence instanceof Evidence.Far(var there) && repeats(there));
  }

  /** Every kind is named, so that a new one has to be placed here. */
  private static boolean looksAtTheKeyboard(Evidence evidence) {
    return switch (evidence) {
      case Evidence.Blocked(var call, _) -> call != Evidence.Blocked.Call.EPOLL;
      case Evidence.Repeated _ -> true;
      case Evidence.Far(var there) -> looksAtTheKeyboard(there);
      case Evidence.ZeroRead _,
          Evidence.EchoOff _,
          Evidence.SleepsIn _,
          Evidence.Beside _,
          Evidence.Doubt _,
          Evidence.Relay _,
          Evidence.Activity _,
          Evidence.Underway _,
          Evidence.Blind _,
          Evidence.Over _,
          Mark _,
          Evidence.Silence _,
          Shown _,
          Evidence.Other _ ->
          false;
    };
  }

  /** Input is wanted; whether it is a secret is left to tell. */
  private static Verdict asking(
      Finding finding, Witnesses witnesses, Confidence confidence, List<Evidence> evidence) {
    var prompt = witnesses.prompt();
    // Behind a relay that was followed, the inner terminal's echo has told already.
    var echoKnown =
        finding.grade() == Grade.HARD
            && evidence.stream().anyMatch(Evidence.Relay.class::isInstance);
    return witnesses.secretByText() && !echoKnown
        ? new Verdict(
            new SessionState.Secret(prompt),
            Confidence.LOW,
            and(evidence, List.of(Shown.SECRET_WORDS)))
        : new Verdict(new SessionState.Waiting(prompt), confidence, evidence);
  }

  private static Verdict blind(Finding finding, Witnesses witnesses) {
    if (witnesses.atPrompt()) {
      return new Verdict(
          new SessionState.Ready(witnesses.prompt()),
          Confidence.MEDIUM,
          with(Mark.PROMPT, finding));
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

  private static Verdict working(List<Evidence> evidence, Confidence confidence) {
    return new Verdict(new SessionState.Working(), confidence, evidence);
  }

  private static Confidence grade(Finding finding) {
    return finding.grade() == Grade.HARD ? Confidence.HIGH : Confidence.MEDIUM;
  }

  private static Evidence quiet(Duration spell) {
    return new Evidence.Silence(spell);
  }

  private static List<Evidence> with(Evidence first, Finding finding) {
    var all = new ArrayList<Evidence>();
    all.add(first);
    all.addAll(finding.evidence());
    return all;
  }

  private static List<Evidence> and(List<Evidence> evidence, List<Evidence> more) {
    var all = new ArrayList<>(evidence);
    all.addAll(more);
    return all;
  }
}
