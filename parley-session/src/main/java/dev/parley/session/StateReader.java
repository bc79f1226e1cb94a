package dev.parley.session;

import dev.parley.pty.Foreground;
import dev.parley.pty.Pty;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.far.FarPty;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is concluded about the child: asks the kernel, brings the other witnesses together (marks,
 * cursor, silence) and lets the {@link Judge} decide.
 */
final class StateReader {
  private static final Finding ANSWERED =
      new Finding(
          Finding.Doing.WORKING,
          Finding.Grade.SOFT,
          List.of(Evidence.Underway.QUERY),
          Duration.ZERO);

  /** How much of the screen above a cursor that stands in an empty line is its input box. */
  private static final int LINES_OF_A_BOX = 3;

  private final SessionId id;
  private final Pty pty;
  private final Terminal terminal;
  private final ShellMarks marks;
  private final Intake intake;
  private final Activity activity;
  private final End end;
  private final ReentrantLock lock;
  private final TimeSource time;
  private final FamiliarQuestions questions = new FamiliarQuestions(); // guarded by the lock
  private Duration again = Duration.ZERO; // guarded by the lock
  private final Bell bell;
  private final Waiters waiters = new Waiters();
  private @Nullable Look last; // guarded by the lock
  private long changes; // guarded by the lock

  /** What the kernel said, when it was asked, and what had happened until then. */
  private record Look(Finding finding, long began, long rings, long answers) {
    boolean saysTheSame(Finding other) {
      return finding.doing() == other.doing() && finding.grade() == other.grade();
    }
  }

  StateReader(
      SessionId id,
      Terminal terminal,
      ShellMarks marks,
      Intake intake,
      Activity activity,
      End end,
      Bell bell,
      ReentrantLock lock,
      TimeSource time) {
    this.id = id;
    this.pty = intake.pty();
    this.bell = bell;
    this.terminal = terminal;
    this.marks = marks;
    this.intake = intake;
    this.activity = activity;
    this.end = end;
    this.lock = lock;
    this.time = time;
  }

  /** What the session is doing now, with the evidence. */
  Verdict now() {
    lock.lock();
    try {
      intake.catchUpSome(); // all of it, should it turn out to wait
      return look(Expectation.DEFAULT_QUIET);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks the kernel and judges; the lock is held. What was printed up to a verdict of waiting has
   * been parsed when this returns.
   */
  Verdict look(Duration patience) {
    if (end.over()) {
      return lastKnown();
    }
    return judge(probed(), patience);
  }

  /**
   * The same, content with what the kernel told somebody else, asked after this moment, where
   * nothing was typed or printed since; the lock is held.
   */
  Verdict look(Duration patience, long notBefore) {
    var kept = last;
    return kept != null
            && !end.over()
            && kept.began >= notBefore
            && kept.rings == bell.count()
            && kept.answers == intake.answers()
        ? judge(kept.finding, patience)
        : look(patience);
  }

  /** Who waits, and shares what the kernel says. */
  Waiters waiters() {
    return waiters;
  }

  /** When the kernel was asked last; the lock is held. */
  long lastLook() {
    return last == null ? Long.MIN_VALUE : last.began;
  }

  /** How often the kernel has said something else than before; the lock is held. */
  long changes() {
    return changes;
  }

  private Finding probed() {
    var before = last;
    var rings = bell.count();
    var answers = intake.answers();
    var began = time.nanos();
    var finding = pty.probe();
    SessionFigures.probed(time.nanos() - began);
    last = new Look(finding, began, rings, answers);
    if (before != null && !before.saysTheSame(finding)) {
      changes++;
      waiters.wake();
    }
    return finding;
  }

  /** Looks once more, and tells everything that was seen. */
  Explanation explain() {
    lock.lock();
    try {
      intake.catchUp(false);
      var account = pty.account();
      var verdict = end.over() ? lastKnown() : judge(account.finding(), Expectation.DEFAULT_QUIET);
      return new Explanation(
          verdict,
          account,
          end.over() ? List.of() : Explanation.words(witnesses(Expectation.DEFAULT_QUIET)));
    } finally {
      lock.unlock();
    }
  }

  private Verdict judge(Finding found, Duration patience) {
    var finding = withoutOwnRequest(found);
    // An answer typed just now will wake a program that was seen waiting for it.
    if (isPlainWork(finding) ? intake.catchUpSome() : intake.catchUp(finding.wantsInput())) {
      finding = ANSWERED;
    }
    if (end.over()) {
      return lastKnown();
    }
    again = finding.again();
    if (!again.isZero() && activity.isPromptAgain(prompt())) {
      again = Judge.BACK; // no need to let a short wait run out
    } else if (finding.doing() == Finding.Doing.WORKING && !Judge.mayLook(finding)) {
      return Judge.working(finding);
    }
    return switch (finding.doing()) {
      case STOPPED, EXITED -> Judge.working(finding);
      case WORKING, WAITING, SECRET, UNKNOWN -> {
        var witnesses = witnesses(patience);
        var verdict = Judge.verdict(finding, witnesses);
        if (verdict.state().wantsInput() && isQuestion(finding, witnesses)) {
          questions.asked(witnesses.prompt());
        }
        yield verdict;
      }
    };
  }

  /** Whether it works whatever the screen says. */
  private static boolean isPlainWork(Finding finding) {
    return finding.doing() == Finding.Doing.WORKING
        && finding.again().isZero()
        && !Judge.mayLook(finding);
  }

  /** On a full screen the cursor rests anywhere, unless the screen is that of another host. */
  private static boolean isQuestion(Finding finding, Witnesses witnesses) {
    return !witnesses.fullscreen() || (isConnected(finding) && !witnesses.prompt().isBlank());
  }

  private static boolean isConnected(Finding finding) {
    return finding.evidence().contains(Evidence.Beside.SOCKET)
        || finding.evidence().contains(new Evidence.Far(Evidence.Beside.SOCKET));
  }

  /**
   * The answer to a query may be the last that was sent over a connection; nothing is owed for it.
   */
  private Finding withoutOwnRequest(Finding finding) {
    if (!activity.queryAnswered() || !finding.evidence().contains(Evidence.Pursuit.REQUEST)) {
      return finding;
    }
    var rest = new ArrayList<>(finding.evidence());
    rest.remove(Evidence.Pursuit.REQUEST);
    return new Finding(finding.doing(), finding.grade(), rest, finding.again());
  }

  /** How long until the last look could have another result by itself; zero when never. */
  Duration again() {
    return again;
  }

  /** When something was last typed or printed. */
  long lastActivity() {
    return activity.last();
  }

  /** The program in front of the terminal now. */
  Optional<Foreground> foreground() {
    return end.childExit() == null ? pty.foreground() : Optional.empty();
  }

  /** Who would read a secret that is typed now. */
  SecretReader secretReader() {
    lock.lock();
    try {
      intake.catchUp(false);
      return SecretReader.of(foreground(), prompt());
    } finally {
      lock.unlock();
    }
  }

  /** Refuses to go on unless the program asks for a secret. */
  void checkAsksForSecret() {
    var state = now().state();
    if (state.over()) {
      throw end.refusal();
    }
    if (!(state instanceof SessionState.Secret)) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "Session %s does not ask for a secret; it is %s, and might show what is typed"
              .formatted(id, state.wire()),
          Advice.Step.AWAIT_SECRET_PROMPT);
    }
  }

  /**
   * Refuses text behind a line that is none of the agent's: the shell has refused it and kept it in
   * its editor, or a person has typed a part of one; the lock is held.
   */
  void checkLineIsOurs(Input input) {
    if (!(input instanceof Input.Line
        || input instanceof Input.Text
        || input instanceof Input.Paste)) {
      return;
    }
    var line = ShellLine.of(terminal.screen(), marks, intake, activity).content();
    if (line == ShellLine.Content.REFUSED) {
      throw lineInTheWay("The shell has refused the last line and still holds it");
    }
    if (line == ShellLine.Content.TYPED && activity.byHand()) {
      throw lineInTheWay("A person has typed a part of the shell's line");
    }
  }

  private static Refusal lineInTheWay(String what) {
    return new Refusal(Refusal.Code.BUSY, what + "; nothing was typed", Advice.Step.DROP_LINE);
  }

  /** Notes the command that a shell will have of this input; the lock is held. */
  void noteLine(Input input) {
    if (!marks.running()) { // an answer to a question is no command, and may be a password
      activity.line(ShellLine.entered(input, terminal.screen(), marks, activity));
    }
  }

  private Witnesses witnesses(Duration patience) {
    var screen = terminal.screen();
    var line = ShellLine.of(screen, marks, intake, activity);
    var prompt = line.prompt();
    var raw = !pty.modes().canonical();
    return new Witnesses(
        // Where nobody can see that what was typed has been read, the prompt must be a new one.
        (pty instanceof FarPty far && !far.seesTheFarSide())
            ? marks.atPromptAfter(activity.typedAt())
            : marks.atPrompt(),
        line.content(),
        marks.continuation(),
        screen.alternate(),
        raw,
        !screen.cursor().visible(),
        activity.echo().entered() && questions.isUnfamiliar(prompt),
        raw && isSecretShown(screen, prompt),
        screen.cursor().column(),
        prompt,
        activity.answered(),
        activity.isPromptAgain(prompt),
        activity.echo().lags(prompt),
        raw && activity.rhythm().isMoving(activity.entered()),
        raw && activity.rhythm().hasStopped(),
        activity.idle(),
        activity.untouched(),
        patience);
  }

  /** Where a program does its own echo, only the screen can tell. */
  private boolean isSecretShown(Screen screen, String prompt) {
    var typed = activity.echo().text();
    return SecretPrompt.isShown(screen, prompt, typed) || SecretPrompt.isMasked(prompt, typed);
  }

  /** Whether a program has the whole screen, on the alternate one or not; the lock is held. */
  boolean fullscreen() {
    return terminal.screen().alternate()
        || (terminal.drawing()
            && !marks.atPrompt()
            && !marks.continuation()
            && !end.over()
            && !pty.modes().canonical());
  }

  /** Whether the terminal hands the program whole lines, and not key by key. */
  boolean handsOverLines() {
    return !end.over() && pty.modes().canonical();
  }

  /** The text left of the cursor now; the lock is held. */
  String prompt() {
    return ShellLine.of(terminal.screen(), marks, intake, activity).prompt();
  }

  /**
   * What an input box looks like: the text left of the cursor, or where there is none, the lines
   * above it; the lock is held.
   */
  String box() {
    var left = prompt();
    if (!left.isBlank()) {
      return left;
    }
    var screen = terminal.screen();
    var row = screen.cursor().row();
    return IntStream.range(Math.max(0, row - LINES_OF_A_BOX), row)
        .mapToObj(line -> screen.row(line).text().strip())
        .collect(Collectors.joining("\n"));
  }

  /** Whether the input box at which the last line was entered is empty again; the lock is held. */
  boolean isBoxAgain() {
    return !end.over() && activity.isBoxAgain(box());
  }

  /**
   * The error with which a program has come to rest at the input box at which the last line was
   * entered; the lock is held.
   */
  Optional<String> failureShown() {
    return activity.rhythm().hasStopped() && isBoxAgain() && !pty.modes().canonical()
        ? FailureShown.in(terminal.screen())
        : Optional.empty();
  }

  private Verdict lastKnown() {
    if (pty.lost()) {
      return new Verdict(
          new SessionState.Lost(),
          Confidence.HIGH,
          List.of(Evidence.Over.CONNECTION_LOST),
          Rule.ENDED);
    }
    if (end.lost()) {
      return new Verdict(
          new SessionState.Lost(),
          Confidence.HIGH,
          List.of(Evidence.Over.NO_ENDING, Evidence.Over.GONE),
          Rule.ENDED);
    }
    return new Verdict(
        new SessionState.Exited(end.ending().orElseThrow().exit()),
        Confidence.HIGH,
        List.of(Evidence.Over.EXIT),
        Rule.ENDED);
  }
}
