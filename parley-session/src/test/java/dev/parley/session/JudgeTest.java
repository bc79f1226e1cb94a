package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Activity;
import dev.parley.pty.finding.Evidence.Beside;
import dev.parley.pty.finding.Evidence.Blind;
import dev.parley.pty.finding.Evidence.Blocked;
import dev.parley.pty.finding.Evidence.Blocked.Call;
import dev.parley.pty.finding.Evidence.Doubt;
import dev.parley.pty.finding.Evidence.EchoOff;
import dev.parley.pty.finding.Evidence.Far;
import dev.parley.pty.finding.Evidence.Mark;
import dev.parley.pty.finding.Evidence.Pursuit;
import dev.parley.pty.finding.Evidence.Relay;
import dev.parley.pty.finding.Evidence.Repeated;
import dev.parley.pty.finding.Evidence.Settled;
import dev.parley.pty.finding.Evidence.Shown;
import dev.parley.pty.finding.Evidence.Silence;
import dev.parley.pty.finding.Evidence.Underway;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Judge as a table: what was found, what else is known, and the whole verdict. */
class JudgeTest {
  private static final Evidence READ = new Blocked(Call.READ, false);
  private static final Evidence POLL = new Blocked(Call.POLL, false);
  private static final Evidence LOOK = new Blocked(Call.SELECT, true);
  private static final Evidence EVENTS = new Blocked(Call.EPOLL, true);
  private static final Evidence NAP = new Blocked(Call.NAP, true);
  private static final Evidence AGAIN = new Repeated();
  private static final Evidence SSH = new Relay("ssh");

  private static Stream<Arguments> table() {
    return Stream.of(
        row("what works, works", working(Activity.RUNNING), text(5000), "working high"),
        row("also when stopped", stopped(), text(5000), "working high"),
        row("a firm wait", hard(READ), left(0), "waiting high"),
        row("a firm secret", secret(Grade.HARD, READ, new EchoOff()), text(0), "secret high"),
        row("a soft secret", secret(Grade.SOFT, READ, new EchoOff()), text(0), "secret medium"),
        row(
            "a relay may hide more than the program wants",
            secret(Grade.HARD, READ, new EchoOff(), new Relay("expect")),
            text(0),
            "secret medium"),
        row("at the prompt", soft(POLL), prompt(), "ready high", Mark.PROMPT),
        row(
            "a key at the prompt, and nothing drawn yet",
            soft(POLL),
            keyAtPrompt(1499),
            "working medium",
            Underway.ECHO),
        row("a key that draws nothing", soft(POLL), keyAtPrompt(1500), "ready high", Mark.PROMPT),
        row(
            "a key that draws nothing in a shell that has settled",
            soft(POLL, Doubt.OTHER_THREAD_RUNNING, new Settled()),
            keyAtPrompt(50),
            "ready high",
            Mark.PROMPT),
        row(
            "a key in a shell that works on it",
            soft(POLL, Doubt.OTHER_THREAD_RUNNING),
            keyAtPrompt(50),
            "working medium",
            Underway.ECHO),
        row("a rest is wanted", hard(READ), continued(0), "waiting high", Mark.CONTINUATION),
        row("a rest, it seems", soft(POLL), continued(49), "working medium", Underway.ECHO),
        row("a rest, surely", soft(POLL), continued(50), "waiting high", Mark.CONTINUATION),
        row("a socket, not yet quiet", soft(POLL, Beside.SOCKET), text(49), "working low"),
        row(
            "a socket, quiet after text",
            soft(POLL, Beside.SOCKET),
            text(50),
            "waiting low",
            quiet(50),
            Shown.CURSOR_AFTER_TEXT),
        row(
            "half of a line is echoed",
            soft(LOOK, AGAIN),
            halfEchoed(1499),
            "working medium",
            Underway.ECHO),
        row("a socket, at the left", soft(POLL, Beside.SOCKET), left(5000), "working low"),
        row("nothing printed yet", soft(POLL, Beside.SOCKET), unanswered(1499), "working low"),
        row(
            "a full screen",
            soft(POLL, Beside.TIMER),
            fullscreen(250),
            "waiting medium",
            quiet(250),
            Shown.ALTERNATE_SCREEN),
        row("looks, not long enough", soft(LOOK, AGAIN), left(499), "working low"),
        row("looks again", soft(LOOK, AGAIN), left(500), "waiting medium", quiet(500)),
        row(
            "looks again far away",
            soft(new Far(LOOK), new Far(AGAIN)),
            left(500),
            "waiting medium",
            quiet(500)),
        row("an event loop", soft(EVENTS, AGAIN), left(500), "working low"),
        row(
            "an event loop far away",
            soft(new Far(EVENTS), new Far(AGAIN)),
            left(500),
            "working low"),
        row("looks, and runs", soft(LOOK, Doubt.HAS_CHILD, AGAIN), left(500), "working low"),
        row("looks, and has a pipe", soft(LOOK, Beside.PIPE, AGAIN), left(500), "working low"),
        row(
            "looks, far away, and has a pipe",
            soft(new Far(LOOK), new Far(Beside.PIPE), new Far(AGAIN)),
            left(500),
            "working low"),
        row("a finite look, once", soft(LOOK), left(2999), "working low"),
        row("and then silence", soft(LOOK), left(3000), "waiting low", quiet(3000)),
        row("a child works", soft(POLL, Pursuit.PROCESS), text(14999), "working low"),
        row(
            "a child works for long",
            soft(POLL, Pursuit.PROCESS),
            text(15000),
            "waiting low",
            quiet(15000)),
        row(
            "a child works far away",
            soft(new Far(POLL), new Far(Pursuit.PROCESS)),
            text(14999),
            "working low"),
        row(
            "a far server's silence",
            soft(new Far(POLL), new Far(Doubt.THREAD_NOT_MAIN)),
            left(3000),
            "waiting low",
            quiet(3000)),
        row("sleeps for moments", soft(NAP, AGAIN), text(499), "working low"),
        row("and reads in between", soft(NAP, AGAIN), text(500), "waiting medium", quiet(500)),
        row(
            "or nobody can see it read",
            soft(NAP, Doubt.LOOKS_UNSEEN, AGAIN),
            text(2999),
            "working low"),
        row(
            "it has settled after a text",
            soft(POLL, Doubt.OTHER_THREAD_RUNNING, new Settled()),
            text(15),
            "waiting low",
            Shown.CURSOR_AFTER_TEXT),
        row(
            "but not beside a socket",
            soft(POLL, Beside.SOCKET, new Settled()),
            text(49),
            "working low"),
        row(
            "it has settled behind a screen",
            soft(POLL, Doubt.THREAD_NOT_MAIN, new Settled()),
            fullscreen(60),
            "waiting medium",
            quiet(60),
            Shown.ALTERNATE_SCREEN),
        row("a sleep was begun", soft(READ, Pursuit.TIMER), text(2999), "working low"),
        row("which lasts", soft(READ, Pursuit.TIMER), text(3000), "waiting low", quiet(3000)),
        row("naps in line mode", soft(NAP, Doubt.LOOKS_UNSEEN, AGAIN), text(4499), "working low"),
        row(
            "naps in line mode for long",
            soft(NAP, Doubt.LOOKS_UNSEEN, AGAIN),
            text(4500),
            "waiting low",
            quiet(4500)),
        row(
            "sleeps in raw mode",
            finding(Doing.WORKING, Grade.SOFT, Activity.BLOCKED, Doubt.LOOKS_UNSEEN),
            text(5000),
            "working low"),
        row(
            "a far side that has said nothing yet",
            finding(Doing.WORKING, Grade.SOFT, Underway.FAR_ASKED),
            text(5000),
            "working low"),
        row(
            "works behind a relay of the far side",
            finding(
                Doing.WORKING, Grade.SOFT, new Far(Activity.BLOCKED), new Far(new Relay("tmux"))),
            text(5000),
            "working medium"),
        row(
            "draws between naps, just touched",
            finding(Doing.WORKING, Grade.SOFT, NAP, Doubt.LOOKS_UNSEEN),
            drawing(2999),
            "working low"),
        row(
            "draws between naps, untouched",
            finding(Doing.WORKING, Grade.SOFT, NAP, Doubt.LOOKS_UNSEEN),
            drawing(3000),
            "waiting low",
            Shown.ALTERNATE_SCREEN),
        row("the prompt is back", soft(EVENTS), back(0, 1), "waiting medium", Shown.PROMPT_AGAIN),
        row("but not for a moment yet", soft(EVENTS), back(0, 0), "working low"),
        row("words make a secret", hard(READ), words(0), "secret low", Shown.SECRET_WORDS),
        row("a followed relay shows echo", hard(READ, new Relay("sudo")), words(0), "waiting high"),
        row(
            "a relay to elsewhere does not",
            soft(POLL, SSH),
            words(50),
            "secret low",
            quiet(50),
            Shown.CURSOR_AFTER_TEXT,
            Shown.SECRET_WORDS),
        row(
            "nor one seen on a far host",
            hard(new Far(READ), new Far(new Relay("sudo"))),
            words(0),
            "secret low",
            Shown.SECRET_WORDS),
        row("nobody can tell", unknown(Blind.OPAQUE), text(1499), "working low"),
        row("silence tells", unknown(Blind.OPAQUE), text(1500), "waiting low", quiet(1500)),
        row("a ring may hold anything", unknown(Blind.IO_URING), text(2999), "working low"),
        row("long silence", unknown(Blind.IO_URING), text(3000), "waiting low", quiet(3000)),
        row("a mark tells", unknown(Blind.IO_URING), prompt(), "ready medium", Mark.PROMPT),
        row("still under way", working(Underway.INPUT_UNREAD), prompt(), "working high"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void theVerdictFollowsFromTheKindsOfEvidence(
      String name, Finding finding, Witnesses witnesses, String verdict, List<Evidence> more) {
    var judged = Judge.verdict(finding, witnesses);

    assertThat(judged.state().wire() + " " + judged.confidence().wire()).isEqualTo(verdict);
    var evidence = new ArrayList<>(finding.evidence());
    // A shell's mark decides, so it comes first; whatever else was needed comes last.
    evidence.addAll(more.stream().anyMatch(Mark.class::isInstance) ? 0 : evidence.size(), more);
    assertThat(judged.evidence()).isEqualTo(evidence);
  }

  private static Arguments row(
      String name, Finding finding, Witnesses witnesses, String verdict, Evidence... more) {
    return arguments(name, finding, witnesses, verdict, List.of(more));
  }

  private static Finding hard(Evidence... evidence) {
    return finding(Doing.WAITING, Grade.HARD, evidence);
  }

  private static Finding soft(Evidence... evidence) {
    return finding(Doing.WAITING, Grade.SOFT, evidence);
  }

  private static Finding secret(Grade grade, Evidence... evidence) {
    return finding(Doing.SECRET, grade, evidence);
  }

  private static Finding working(Evidence evidence) {
    return finding(Doing.WORKING, Grade.HARD, evidence);
  }

  private static Finding stopped() {
    return finding(Doing.STOPPED, Grade.HARD, Activity.STOPPED);
  }

  private static Finding unknown(Evidence evidence) {
    return finding(Doing.UNKNOWN, Grade.SOFT, evidence);
  }

  private static Finding finding(Doing doing, Grade grade, Evidence... evidence) {
    return new Finding(doing, grade, List.of(evidence), Duration.ZERO);
  }

  private static Evidence quiet(int millis) {
    return new Silence(Duration.ofMillis(millis));
  }

  private static Witnesses left(int quiet) {
    return witnesses(false, false, false, false, "", true, quiet);
  }

  private static Witnesses text(int quiet) {
    return witnesses(false, false, false, false, "name? ", true, quiet);
  }

  private static Witnesses unanswered(int quiet) {
    return witnesses(false, false, false, false, "name? ", false, quiet);
  }

  private static Witnesses words(int quiet) {
    return witnesses(false, false, false, true, "Password: ", true, quiet);
  }

  private static Witnesses fullscreen(int quiet) {
    return witnesses(false, false, true, false, "", true, quiet);
  }

  private static Witnesses prompt() {
    return witnesses(true, false, false, false, "$ ", true, 0);
  }

  private static Witnesses keyAtPrompt(int quiet) {
    return witnesses(true, false, false, false, "$ ", false, quiet);
  }

  private static Witnesses continued(int quiet) {
    return witnesses(false, true, false, false, "> ", true, quiet);
  }

  private static Witnesses witnesses(
      boolean atPrompt,
      boolean continuation,
      boolean fullscreen,
      boolean secretByText,
      String prompt,
      boolean answered,
      int quiet) {
    return new Witnesses(
        atPrompt,
        ShellLine.Content.EMPTY,
        continuation,
        fullscreen,
        false,
        false,
        false,
        secretByText,
        prompt.length(),
        prompt,
        answered,
        false,
        false,
        false,
        false,
        Duration.ofMillis(quiet),
        Duration.ofMillis(quiet),
        Duration.ofMillis(1500));
  }

  private static Witnesses back(int column, int quiet) {
    return new Witnesses(
        false,
        ShellLine.Content.EMPTY,
        false,
        false,
        true,
        false,
        false,
        false,
        column,
        "> ",
        true,
        true,
        false,
        false,
        false,
        Duration.ofMillis(quiet),
        Duration.ofMillis(quiet),
        Duration.ofMillis(1500));
  }

  private static Witnesses halfEchoed(int quiet) {
    return new Witnesses(
        false,
        ShellLine.Content.EMPTY,
        false,
        false,
        false,
        false,
        false,
        false,
        5,
        "> hal",
        true,
        false,
        true,
        false,
        false,
        Duration.ofMillis(quiet),
        Duration.ofMillis(quiet),
        Duration.ofMillis(1500));
  }

  private static Witnesses drawing(int untouched) {
    return new Witnesses(
        false,
        ShellLine.Content.EMPTY,
        false,
        true,
        true,
        true,
        false,
        false,
        0,
        "",
        true,
        false,
        false,
        false,
        false,
        Duration.ZERO,
        Duration.ofMillis(untouched),
        Duration.ofMillis(1500));
  }
}
