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
import java.util.stream.Stream;

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

  /** The same where it has been seen to come to rest, in a call that can end for a key alone. */
  static final Duration AT_REST = Duration.ofMillis(15);

  /** The same where a whole screen is drawn. */
  private static final Duration DRAWN_AT_REST = Duration.ofMillis(60);

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

  /** The same where it only sleeps for moments and leaves whole lines to the terminal. */
  private static final int NAPPING = 3;

  private Judge() {}

  static Verdict verdict(Finding finding, Witnesses witnesses) {
    return switch (finding.doing()) {
      case WAITING, SECRET -> wantsInput(finding, witnesses);
      case UNKNOWN -> blind(finding, witnesses);
      case WORKING ->
          isBriefAtPrompt(finding, witnesses)
              ? back(finding, witnesses)
              : isDrawnBetweenNaps(finding, witnesses)
                  ? drawn(finding, witnesses)
                  : working(finding);
      case STOPPED, EXITED -> working(finding);
    };
  }

  /** Whether it sleeps between pictures: it may look at its keyboard then. */
  static boolean mayLook(Finding finding) {
    return has(finding, Doubt.LOOKS_UNSEEN) && looksInPassing(finding);
  }

  /**
   * Whether a full-screen program that has taken every key for itself does nothing but sleep and
   * draw, for long after something was typed.
   */
  private static boolean isDrawnBetweenNaps(Finding finding, Witnesses witnesses) {
    return mayLook(finding)
        && witnesses.fullscreen()
        && witnesses.raw()
        && evidence(finding).noneMatch(Pursuit.class::isInstance)
        && witnesses.untouched().compareTo(witnesses.patience().multipliedBy(UNFAMILIAR)) >= 0;
  }

  private static Verdict drawn(Finding finding, Witnesses witnesses) {
    return asking(
        finding,
        witnesses,
        Confidence.LOW,
        and(finding.evidence(), List.of(Shown.ALTERNATE_SCREEN)),
        Rule.LOOKS_IN_PASSING);
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
        && evidence(finding)
            .noneMatch(
                each -> each instanceof Pursuit && each != Pursuit.THREAD && each != Pursuit.TIMER);
  }

  private static Verdict back(Finding finding, Witnesses witnesses) {
    return asking(
        finding,
        witnesses,
        Confidence.MEDIUM,
        and(finding.evidence(), List.of(Shown.PROMPT_AGAIN)),
        Rule.PROMPT_AGAIN);
  }

  /** The verdict on a finding that needs no other witness. */
  static Verdict working(Finding finding) {
    // That a far side has not said anything yet is little to go by.
    var doubtful =
        evidence(finding)
            .anyMatch(
                each ->
                    each == Doubt.LOOKS_UNSEEN
                        || each == Underway.FAR_ASKED
                        || each instanceof Pursuit);
    return working(
        finding.evidence(), doubtful ? Confidence.LOW : grade(finding), Rule.KERNEL_WORKING);
  }

  private static Verdict wantsInput(Finding finding, Witnesses witnesses) {
    var prompt = witnesses.prompt();
    if (finding.doing() == Doing.SECRET) {
      return new Verdict(
          new SessionState.Secret(prompt), echoOff(finding), finding.evidence(), Rule.ECHO_OFF);
    }
    if (isUnderway(finding, witnesses)) {
      return working(
          and(finding.evidence(), List.of(Underway.ECHO)), Confidence.MEDIUM, Rule.ECHO_LAGS);
    }
    if (witnesses.atPrompt()) {
      return switch (witnesses.line()) {
        case EMPTY ->
            new Verdict(
                new SessionState.Ready(prompt),
                Confidence.HIGH,
                with(Mark.PROMPT, finding),
                Rule.SHELL_PROMPT);
        case TYPED, REFUSED ->
            new Verdict(
                new SessionState.Waiting(prompt),
                Confidence.HIGH,
                with(Mark.LINE, finding),
                Rule.SHELL_LINE);
        case UNFINISHED -> continued(finding, prompt);
      };
    }
    if (witnesses.continuation()) {
      return continued(finding, prompt);
    }
    if (finding.grade() == Grade.HARD) {
      return asking(finding, witnesses, Confidence.HIGH, finding.evidence(), Rule.KERNEL_SURE);
    }
    if (witnesses.moving()) {
      return working(
          and(finding.evidence(), List.of(Shown.ANIMATED)), Confidence.LOW, Rule.ANIMATED);
    }
    if (isBack(finding, witnesses)) {
      return back(finding, witnesses);
    }
    if (witnesses.echoLags() && !witnesses.quietFor(witnesses.patience())) {
      return working(
          and(finding.evidence(), List.of(Underway.ECHO)), Confidence.MEDIUM, Rule.ECHO_LAGS);
    }
    // It showed that it was at work, and shows it no longer.
    if (witnesses.stopped()) {
      return asking(
          finding,
          witnesses,
          Confidence.LOW,
          and(finding.evidence(), List.of(Shown.STILL)),
          Rule.STOPPED_MOVING);
    }
    var doubtful = late(finding, witnesses);
    if (doubtful.isPresent()) {
      return doubtful.get();
    }
    var second = secondWitness(finding, witnesses);
    if (second.isPresent()) {
      return asking(
          finding,
          witnesses,
          borneOut(finding),
          and(finding.evidence(), second.get().evidence()),
          second.get().rule());
    }
    // Nobody else is asked any more: nothing is under way, and nothing else could come.
    // A program that only naps in line mode may look at anything; at the left it shows no question.
    var naps = looksInPassing(finding) && !witnesses.raw();
    var spell = witnesses.patience().multipliedBy(naps ? NAPPING : UNFAMILIAR);
    var nothingElse = evidence(finding).noneMatch(Judge::isFarAway);
    var nothingShown = naps && witnesses.cursorColumn() == 0;
    return nothingElse && !nothingShown && witnesses.quietFor(spell)
        ? asking(
            finding,
            witnesses,
            Confidence.LOW,
            and(finding.evidence(), List.of(quiet(spell))),
            Rule.LONG_SILENCE)
        : working(finding.evidence(), Confidence.LOW, Rule.NO_SECOND_WITNESS);
  }

  /**
   * Whether a shell may not have come to what was typed at its prompt: it has read a key and draws
   * nothing yet, or half of a line. What is typed behind that would be lost, or added to the line.
   * One that was seen to come to rest has come to it: a key may draw nothing.
   */
  private static boolean isUnderway(Finding finding, Witnesses witnesses) {
    var untouched = witnesses.line() == ShellLine.Content.EMPTY && !witnesses.continuation();
    return finding.grade() == Grade.SOFT
        && (witnesses.atPrompt() || witnesses.continuation())
        && !(untouched && witnesses.answered())
        && !witnesses.quietFor(SETTLED)
        && !(isAtRest(finding) && witnesses.quiet().compareTo(SETTLED) >= 0);
  }

  /** How sure a soft finding is that another witness bears out. */
  private static Confidence borneOut(Finding finding) {
    return evidence(finding).anyMatch(Judge::isManifold) ? Confidence.LOW : Confidence.MEDIUM;
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
        || evidence instanceof Evidence.Relay;
  }

  /** The verdict where something speaks against a wait, which only a long silence outweighs. */
  private static Optional<Verdict> late(Finding finding, Witnesses witnesses) {
    var pursues =
        evidence(finding).anyMatch(each -> each instanceof Pursuit && each != Pursuit.TIMER);
    var timer = has(finding, Pursuit.TIMER);
    var strange =
        witnesses.unfamiliar()
            && evidence(finding)
                .anyMatch(witnesses.fullscreen() ? Judge::isFarAway : Judge::isElsewhere);
    if (!pursues && !timer && !strange) {
      return Optional.empty();
    }
    var spell = witnesses.patience().multipliedBy(pursues ? UNDER_WAY : UNFAMILIAR);
    var evidence =
        strange && !pursues
            ? and(finding.evidence(), List.of(Shown.UNFAMILIAR))
            : finding.evidence();
    var rule = pursues || timer ? Rule.WORK_UNDER_WAY : Rule.UNFAMILIAR_TEXT;
    return Optional.of(
        witnesses.quietFor(spell)
            ? asking(finding, witnesses, Confidence.LOW, and(evidence, List.of(quiet(spell))), rule)
            : working(evidence, Confidence.LOW, rule));
  }

  /** Whether the wait is one of several things the program does. */
  private static boolean isElsewhere(Evidence evidence) {
    return evidence instanceof Doubt || evidence instanceof Evidence.Beside;
  }

  private static Verdict continued(Finding finding, String prompt) {
    return new Verdict(
        new SessionState.Waiting(prompt),
        Confidence.HIGH,
        with(Mark.CONTINUATION, finding),
        Rule.SHELL_CONTINUATION);
  }

  /** What bears a soft finding out, and by which rule. */
  private record Second(Rule rule, List<Evidence> evidence) {
    static Optional<Second> of(Rule rule, Evidence... evidence) {
      return Optional.of(new Second(rule, List.of(evidence)));
    }
  }

  /** What bears a soft finding out; empty when nothing does yet. */
  private static Optional<Second> secondWitness(Finding finding, Witnesses witnesses) {
    if (looksInPassing(finding)) {
      return witnesses.quietFor(LOOKING) && !has(finding, Doubt.LOOKS_UNSEEN)
          ? Second.of(Rule.LOOKS_IN_PASSING, quiet(LOOKING))
          : Optional.empty();
    }
    var atRest = isAtRest(finding);
    if (atRest && witnesses.cursorColumn() > 0 && witnesses.quietFor(AT_REST)) {
      return Second.of(Rule.SETTLED, Shown.CURSOR_AFTER_TEXT);
    }
    if (atRest && witnesses.fullscreen() && witnesses.quietFor(DRAWN_AT_REST)) {
      return Second.of(Rule.SETTLED, quiet(DRAWN_AT_REST), Shown.ALTERNATE_SCREEN);
    }
    if (atRest
        && witnesses.raw()
        && witnesses.cursorHidden()
        && witnesses.quietFor(DRAWN_AT_REST)) {
      return Second.of(Rule.SETTLED, quiet(DRAWN_AT_REST), Shown.CURSOR_HIDDEN);
    }
    if (witnesses.cursorColumn() > 0 && witnesses.quietFor(SETTLED)) {
      return Second.of(Rule.QUIET_AFTER_TEXT, quiet(SETTLED), Shown.CURSOR_AFTER_TEXT);
    }
    if (witnesses.fullscreen() && witnesses.quietFor(DRAWN)) {
      return Second.of(Rule.QUIET_SCREEN, quiet(DRAWN), Shown.ALTERNATE_SCREEN);
    }
    if (witnesses.raw() && witnesses.cursorHidden() && witnesses.quietFor(DRAWN)) {
      return Second.of(Rule.QUIET_LIST, quiet(DRAWN), Shown.CURSOR_HIDDEN);
    }
    if (witnesses.raw() && waitsForNothingElse(finding) && witnesses.quietFor(LOOKING)) {
      return Second.of(Rule.QUIET_RAW, quiet(LOOKING), Shown.RAW);
    }
    if (onlyLooksAtTheKeyboard(finding) && witnesses.quietFor(LOOKING)) {
      return Second.of(Rule.LOOKS_AGAIN, quiet(LOOKING));
    }
    return Optional.empty();
  }

  /** Whether it was seen to come to rest where nothing but a key can wake it. */
  private static boolean isAtRest(Finding finding) {
    return has(finding, new Evidence.Settled())
        && evidence(finding)
            .allMatch(
                each ->
                    each instanceof Evidence.Blocked(_, var finite)
                        ? !finite
                        : each instanceof Evidence.Settled
                            || each == Doubt.THREAD_NOT_MAIN
                            || each == Doubt.OTHER_THREAD_RUNNING
                            || each == Evidence.Beside.PAIR);
  }

  private static boolean looksInPassing(Finding finding) {
    return evidence(finding)
        .anyMatch(
            evidence ->
                evidence instanceof Evidence.Blocked(var call, _)
                    && call == Evidence.Blocked.Call.NAP);
  }

  /** Whether nothing but a key can end the wait, whatever other threads there are. */
  private static boolean waitsForNothingElse(Finding finding) {
    return evidence(finding)
        .allMatch(
            evidence ->
                evidence instanceof Evidence.Blocked(_, var finite)
                    ? !finite
                    : evidence instanceof Evidence.Settled
                        || evidence == Doubt.THREAD_NOT_MAIN
                        || evidence == Doubt.OTHER_THREAD_RUNNING
                        || evidence == Evidence.Beside.PAIR);
  }

  /**
   * Whether it asks for this terminal and a time-out, and nothing else. An event loop's epoll is no
   * such question: the terminal stays in its set whatever it does.
   */
  private static boolean onlyLooksAtTheKeyboard(Finding finding) {
    return evidence(finding).anyMatch(Evidence.Repeated.class::isInstance)
        && evidence(finding).allMatch(Judge::looksAtTheKeyboard);
  }

  /** The evidence, wherever it was found. */
  private static Stream<Evidence> evidence(Finding finding) {
    return finding.evidence().stream()
        .map(each -> each instanceof Evidence.Far(var there) ? there : each);
  }

  private static boolean has(Finding finding, Evidence one) {
    return evidence(finding).anyMatch(one::equals);
  }

  /** Every kind is named, so that a new one has to be placed here. */
  private static boolean looksAtTheKeyboard(Evidence evidence) {
    return switch (evidence) {
      case Evidence.Blocked(var call, _) -> call != Evidence.Blocked.Call.EPOLL;
      case Evidence.Repeated _, Evidence.Settled _ -> true;
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
      Finding finding,
      Witnesses witnesses,
      Confidence confidence,
      List<Evidence> evidence,
      Rule rule) {
    var prompt = witnesses.prompt();
    // Behind a relay that was followed, the inner terminal's echo has told already.
    var echoKnown =
        finding.grade() == Grade.HARD
            && evidence.stream().anyMatch(Evidence.Relay.class::isInstance);
    return witnesses.secretByText() && !echoKnown
        ? new Verdict(
            new SessionState.Secret(prompt),
            Confidence.LOW,
            and(evidence, List.of(Shown.SECRET_WORDS)),
            Rule.SECRET_SHOWN)
        : new Verdict(new SessionState.Waiting(prompt), confidence, evidence, rule);
  }

  private static Verdict blind(Finding finding, Witnesses witnesses) {
    if (witnesses.atPrompt()) {
      return new Verdict(
          new SessionState.Ready(witnesses.prompt()),
          Confidence.MEDIUM,
          with(Mark.PROMPT, finding),
          Rule.SHELL_PROMPT);
    }
    // A ring holds anything a program waits for, and only seldom its keyboard.
    var ring = has(finding, Evidence.Blind.IO_URING);
    var spell = witnesses.patience().multipliedBy(ring ? UNFAMILIAR : 1);
    if (witnesses.quietFor(spell)) {
      return asking(
          finding,
          witnesses,
          Confidence.LOW,
          and(finding.evidence(), List.of(quiet(spell))),
          Rule.BLIND_SILENCE);
    }
    return working(finding.evidence(), Confidence.LOW, Rule.BLIND);
  }

  private static Verdict working(List<Evidence> evidence, Confidence confidence, Rule rule) {
    return new Verdict(new SessionState.Working(), confidence, evidence, rule);
  }

  /** A relay may have switched echo off behind it for reasons of its own. */
  private static Confidence echoOff(Finding finding) {
    var relayed = evidence(finding).anyMatch(Evidence.Relay.class::isInstance);
    return relayed ? Confidence.MEDIUM : grade(finding);
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
