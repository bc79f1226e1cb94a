package dev.parley.session;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Doubt;
import dev.parley.pty.finding.Evidence.Mark;
import dev.parley.pty.finding.Evidence.Pursuit;
import dev.parley.pty.finding.Evidence.Shown;
import dev.parley.pty.finding.Evidence.Underway;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  static final Duration SETTLED = Duration.ofMillis(50);

  /** The same where the prompt has come back at which the last line was typed. */
  static final Duration BACK = Duration.ofMillis(1);

  /** The same where a whole screen is drawn, which comes in pieces. */
  private static final Duration DRAWN = Duration.ofMillis(250);

  /** The same for a program that looks at its keyboard in turns, whatever it printed last. */
  private static final Duration LOOKING = Duration.ofMillis(500);

  /**
   * Where work of the program's own is under way, this many times the caller's patience must pass
   * in silence. To call a program at work waiting costs more than a late answer.
   */
  private static final int UNDER_WAY = 10;

  /** The same where what it shows is like no question before. */
  private static final int UNFAMILIAR = 2;

  /**
   * What is known beside the kernel's finding.
   *
   * @param line what the shell's editor holds at its prompt
   * @param fullscreen whether the alternate screen is in use
   * @param raw whether every key goes to the program at once
   * @param cursorHidden whether no cursor is shown
   * @param unfamiliar whether the text before the cursor ends like no question before
   * @param secretByText whether the screen asks for a secret in words or hides what is typed, and
   *     the terminal leaves echo to the program
   * @param answered whether anything was printed since the last was typed
   * @param promptAgain whether the prompt at which the last line was typed has come back
   * @param echoLags whether only a part of what was typed has been echoed
   * @param quiet since when nothing was typed or printed
   * @param patience how much silence is an answer where nothing better is known
   */
  record Witnesses(
      boolean atPrompt,
      ShellLine.Content line,
      boolean continuation,
      boolean fullscreen,
      boolean raw,
      boolean cursorHidden,
      boolean unfamiliar,
      boolean secretByText,
      int cursorColumn,
      String prompt,
      boolean answered,
      boolean promptAgain,
      boolean echoLags,
      Duration quiet,
      Duration patience) {

    /**
     * Whether it has been quiet this long; before the first answer to what was typed, far longer.
     */
    boolean quietFor(Duration spell) {
      return quiet.compareTo(answered || spell.compareTo(patience) > 0 ? spell : patience) >= 0;
    }
  }

  private Judge() {}

  static Verdict verdict(Finding finding, Witnesses witnesses) {
    return switch (finding.doing()) {
      case WAITING, SECRET -> wantsInput(finding, witnesses);
      case UNKNOWN -> blind(finding, witnesses);
      case WORKING ->
          isBriefAtPrompt(finding, witnesses) ? back(finding, witnesses) : working(finding);
      case STOPPED, EXITED -> working(finding);
    };
  }

  /** A short wait need not run out where the prompt has come back. */
  private static boolean isBriefAtPrompt(Finding finding, Witnesses witnesses) {
    return !finding.again().isZero() && isBack(finding, witnesses);
  }

  /**
   * Whether the prompt came back after the line typed at it. Threads may be settling yet; a request
   * or a child that the line has started is another matter.
   */
  private static boolean isBack(Finding finding, Witnesses witnesses) {
    return witnesses.promptAgain()
        && witnesses.quietFor(BACK)
        && finding.evidence().stream()
            .noneMatch(each -> each instanceof Pursuit && each != Pursuit.THREAD);
  }

  private static Verdict back(Finding finding, Witnesses witnesses) {
    return asking(
        finding,
        witnesses,
        Confidence.MEDIUM,
        and(finding.evidence(), List.of(Shown.PROMPT_AGAIN)));
  }

  /** The verdict on a finding that needs no other witness. */
  static Verdict working(Finding finding) {
    return working(finding.evidence(), grade(finding));
  }

  private static Verdict wantsInput(Finding finding, Witnesses witnesses) {
    var prompt = witnesses.prompt();
    if (finding.doing() == Doing.SECRET) {
      return new Verdict(new SessionState.Secret(prompt), grade(finding), finding.evidence());
    }
    if (isUnderway(finding, witnesses)) {
      return working(and(finding.evidence(), List.of(Underway.ECHO)), Confidence.MEDIUM);
    }
    if (witnesses.atPrompt()) {
      return switch (witnesses.line()) {
        case EMPTY ->
            new Verdict(
                new SessionState.Ready(prompt), Confidence.HIGH, with(Mark.PROMPT, finding));
        case TYPED, REFUSED ->
            new Verdict(
                new SessionState.Waiting(prompt), Confidence.HIGH, with(Mark.LINE, finding));
        case UNFINISHED -> continued(finding, prompt);
      };
    }
    if (witnesses.continuation()) {
      return continued(finding, prompt);
    }
    if (finding.grade() == Grade.HARD) {
      return asking(finding, witnesses, Confidence.HIGH, finding.evidence());
    }
    if (isBack(finding, witnesses)) {
      return back(finding, witnesses);
    }
    if (witnesses.echoLags() && !witnesses.quietFor(witnesses.patience())) {
      return working(and(finding.evidence(), List.of(Underway.ECHO)), Confidence.MEDIUM);
    }
    var doubtful = late(finding, witnesses);
    if (doubtful.isPresent()) {
      return doubtful.get();
    }
    var second = secondWitness(finding, witnesses);
    if (!second.isEmpty()) {
      return asking(finding, witnesses, borneOut(finding), and(finding.evidence(), second));
    }
    // Nobody else is asked any more: nothing is under way, and nothing else could come.
    var spell = witnesses.patience().multipliedBy(UNFAMILIAR);
    var nothingElse = finding.evidence().stream().noneMatch(Judge::isFarAway);
    // A program that only naps, in line mode and at the left, shows nothing of a question.
    var nothingShown = looksInPassing(finding) && !witnesses.raw() && witnesses.cursorColumn() == 0;
    return nothingElse && !nothingShown && witnesses.quietFor(spell)
        ? asking(finding, witnesses, Confidence.LOW, and(finding.evidence(), List.of(quiet(spell))))
        : working(finding.evidence(), Confidence.LOW);
  }

  /**
   * Whether a shell may not have come to what was typed at its prompt: it has read a key and draws
   * nothing yet, or half of a line. What is typed behind that would be lost, or added to the line.
   */
  private static boolean isUnderway(Finding finding, Witnesses witnesses) {
    var untouched = witnesses.line() == ShellLine.Content.EMPTY && !witnesses.continuation();
    return finding.grade() == Grade.SOFT
        && (witnesses.atPrompt() || witnesses.continuation())
        && !(untouched && witnesses.answered())
        && witnesses.quiet().compareTo(SETTLED) < 0;
  }

  /** How sure a soft finding is that another witness bears out. */
  private static Confidence borneOut(Finding finding) {
    return finding.evidence().stream().anyMatch(Judge::isManifold)
        ? Confidence.LOW
        : Confidence.MEDIUM;
  }

  /** Whether somebody else than the one who waits may have work that leaves no trace. */
  private static boolean isManifold(Evidence evidence) {
    return evidence == Doubt.OTHER_THREAD_RUNNING
        || evidence == Doubt.HAS_CHILD
        || evidence == Evidence.Beside.SOCKET;
  }

  /** Whether the program talks to somebody whom we cannot see. */
  private static boolean isFarAway(Evidence evidence) {
    return evidence == Evidence.Beside.SOCKET
        || evidence == Doubt.OTHER_SESSION
        || evidence instanceof Evidence.Relay
        || evidence instanceof Evidence.Far;
  }

  /** The verdict where something speaks against a wait, which only a long silence outweighs. */
  private static Optional<Verdict> late(Finding finding, Witnesses witnesses) {
    var pursues = finding.evidence().stream().anyMatch(Pursuit.class::isInstance);
    var strange =
        witnesses.unfamiliar()
            && !witnesses.fullscreen()
            && finding.evidence().stream().anyMatch(Judge::isElsewhere);
    if (!pursues && !strange) {
      return Optional.empty();
    }
    var spell = witnesses.patience().multipliedBy(pursues ? UNDER_WAY : UNFAMILIAR);
    var evidence =
        pursues ? finding.evidence() : and(finding.evidence(), List.of(Shown.UNFAMILIAR));
    return Optional.of(
        witnesses.quietFor(spell)
            ? asking(finding, witnesses, Confidence.LOW, and(evidence, List.of(quiet(spell))))
            : working(evidence, Confidence.LOW));
  }

  /** Whether the wait is one of several things the program does. */
  private static boolean isElsewhere(Evidence evidence) {
    return evidence instanceof Doubt
        || evidence instanceof Evidence.Beside
        || (evidence instanceof Evidence.Far(var there) && isElsewhere(there));
  }

  private static Verdict continued(Finding finding, String prompt) {
    return new Verdict(
        new SessionState.Waiting(prompt), Confidence.HIGH, with(Mark.CONTINUATION, finding));
  }

  /** What bears a soft finding out; empty when nothing does yet. */
  private static List<Evidence> secondWitness(Finding finding, Witnesses witnesses) {
    if (looksInPassing(finding)) {
      return witnesses.quietFor(LOOKING) && !finding.evidence().contains(Doubt.LOOKS_UNSEEN)
          ? List.of(quiet(LOOKING))
          : List.of();
    }
    if (witnesses.cursorColumn() > 0 && witnesses.quietFor(SETTLED)) {
      return List.of(quiet(SETTLED), Shown.CURSOR_AFTER_TEXT);
    }
    if (witnesses.fullscreen() && witnesses.quietFor(DRAWN)) {
      return List.of(quiet(DRAWN), Shown.ALTERNATE_SCREEN);
    }
    if (witnesses.raw() && witnesses.cursorHidden() && witnesses.quietFor(DRAWN)) {
      return List.of(quiet(DRAWN), Shown.CURSOR_HIDDEN);
    }
    if (witnesses.raw() && waitsForNothingElse(finding) && witnesses.quietFor(LOOKING)) {
      return List.of(quiet(LOOKING), Shown.RAW);
    }
    if (onlyLooksAtTheKeyboard(finding) && witnesses.quietFor(LOOKING)) {
      return List.of(quiet(LOOKING));
    }
    return List.of();
  }

  private static boolean looksInPassing(Finding finding) {
    return finding.evidence().stream()
        .anyMatch(
            evidence ->
                evidence instanceof Evidence.Blocked(var call, _)
                    && call == Evidence.Blocked.Call.NAP);
  }

  /** Whether nothing but a key can end the wait, whatever other threads there are. */
  private static boolean waitsForNothingElse(Finding finding) {
    return finding.evidence().stream()
        .allMatch(
            evidence ->
                evidence instanceof Evidence.Blocked(_, var finite)
                    ? !finite
                    : evidence == Doubt.THREAD_NOT_MAIN
                        || evidence == Doubt.OTHER_THREAD_RUNNING
                        || evidence == Evidence.Beside.PAIR);
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
          Doubt _,
          Pursuit _,
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
