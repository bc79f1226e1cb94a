package dev.parley.session;

import dev.parley.pty.Evidence;
import dev.parley.pty.Exit;
import dev.parley.pty.Finding;
import dev.parley.pty.Foreground;
import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Signal;
import dev.parley.pty.Sink;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.recording.Recording;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.far.FarPty;
import dev.parley.session.storage.Checkpoint;
import dev.parley.session.storage.Journal;
import dev.parley.session.storage.Live;
import dev.parley.session.storage.SessionFolder;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One conversation with one child: it is typed into, read, waited for, and says what the child is
 * doing.
 *
 * <p>A byte's way: the Loop fills the {@link Journal} and rings the {@link Bell}; whoever wakes
 * first parses it, under the session's lock, from {@link #parsed} on. While somebody waits that is
 * the waiting caller itself, which saves a turn of the scheduler on every answer; while nobody does
 * it is the session's own virtual thread. What lies before {@code parsed} is what the world may
 * read.
 */
public final class Session implements AutoCloseable {
  /**
   * A parser this far behind pauses the reading of the child; the kernel then holds it back. More
   * would gain nothing, and whoever watches a flood would see it that much later.
   */
  private static final long FAR_BEHIND = 1L << 20;

  private static final int CHUNK = 64 << 10;

  private final SessionId id;
  private final Launch launch;
  private final Instant startedAt;
  private final Since start;
  private final Journal journal;
  private final long farBehind;
  private final Replay replay;
  private final Optional<SessionFolder> folder;
  private final Optional<SessionEnding> earlierEnding;
  private final boolean lost;
  private final Bell bell = new Bell();
  private final StateWatch stateWatch = new StateWatch(this, bell);
  private final Asks asks = new Asks(this);
  private final Floor floor = new Floor(this::floorChanged);
  private final Secrets secrets = new Secrets();
  private final Typist typist;
  private final ShellMarks marks;
  private final Pty pty;

  private final ReentrantLock lock = new ReentrantLock();
  private final Terminal terminal;
  private volatile long parsed;
  private volatile boolean paused;
  private volatile long lastOutput;
  private volatile long lastInput;
  private long typedAt = -1; // guarded by lock
  private volatile long answeredTo;
  private volatile Optional<CommandResult> lastCommand = Optional.empty();
  private volatile @Nullable Exit childExit;
  private volatile @Nullable SessionEnding ending;
  private volatile @Nullable Since over;
  private volatile Runnable whenOver = () -> {};
  private volatile String endedBy = "itself";
  private volatile boolean removed;
  private boolean settled; // only the keeper's

  /** Taken up, but not begun: what the child prints waits in the kernel. */
  private volatile boolean resting;

  private long checkpointAt; // guarded by lock
  private final AtomicBoolean runningCommand = new AtomicBoolean();

  Session(Origin origin, Function<Sink, Pty> start) {
    this.id = origin.id();
    this.launch = origin.launch();
    this.startedAt = origin.startedAt();
    this.start = Since.of(startedAt);
    this.journal = origin.journal();
    // Half of what is kept at most, or the oldest would be dropped before it was parsed.
    this.farBehind = Math.min(FAR_BEHIND, journal.bound() / 2);
    this.replay = origin.replay();
    this.folder = origin.folder();
    this.earlierEnding = origin.ending();
    this.lost = origin.lost();
    this.parsed = replay.from();
    this.answeredTo = folder.flatMap(SessionFolder::live).map(Live::answered).orElse(0L);
    this.terminal = replay.terminal();
    this.marks = replay.marks(origin.nonce());
    this.lastOutput = System.nanoTime();
    this.lastInput = lastOutput;
    this.resting = replay.takesUp();
    this.pty = start.apply(new Intake());
    this.typist = new Typist(pty, terminal, marks, secrets);
    if (earlierEnding.isPresent()) {
      this.over = Since.of(earlierEnding.get().at());
      this.ending = earlierEnding.get(); // what it printed is parsed when somebody looks
    } else if (!resting) {
      begin();
    }
  }

  /** Begins to read what the child prints; for one that was taken up, once all of them were. */
  void begin() {
    if (earlierEnding.isPresent()) {
      return;
    }
    resting = false;
    bell.keeper(Thread.ofVirtual().name("session-" + id).start(this::follow));
  }

  /** Takes what the child writes; called by the Loop, so it only notes and rings. */
  private final class Intake implements Sink {
    @Override
    public MemorySegment space() {
      if (resting || journal.end() - parsed > farBehind) {
        paused = true;
        return MemorySegment.NULL;
      }
      return journal.space();
    }

    @Override
    public void filled(int count) {
      journal.filled(count);
      SessionFigures.printed(count);
      folder.flatMap(SessionFolder::live).ifPresent(live -> live.end(journal.end()));
      bell.ring();
    }

    @Override
    public void ended(Exit exit) {
      childExit = exit;
      bell.ring();
    }
  }

  public SessionId id() {
    return id;
  }

  public Launch launch() {
    return launch;
  }

  public Optional<String> name() {
    return launch.name();
  }

  public Instant startedAt() {
    return startedAt;
  }

  public long pid() {
    return pty.pid();
  }

  public Floor floor() {
    return floor;
  }

  Bell bell() {
    return bell;
  }

  /** Stops listening to the bell; what came too late for the listener is left to the keeper. */
  void leave(Thread listener) {
    bell.leave(listener);
    if (journal.end() > parsed || (childExit != null && ending == null)) {
      bell.wakeKeeper();
    }
  }

  /** How long ago it was started. */
  public Duration age() {
    return start.elapsed();
  }

  /** How long ago it ended; empty while it lives. */
  public Optional<Duration> overFor() {
    return Optional.ofNullable(over).map(Since::elapsed);
  }

  /** Runs something, which must return at once, when the session is over. */
  void whenOver(Runnable task) {
    whenOver = task;
    if (ending != null) {
      task.run();
    }
  }

  /** How long nothing was typed or printed. */
  public Duration idle() {
    return Duration.ofNanos(System.nanoTime() - Math.max(lastOutput, lastInput));
  }

  /** How the session ended; empty while it lives. */
  public Optional<SessionEnding> ending() {
    catchUpAll();
    return Optional.ofNullable(ending);
  }

  /** The program in front of the terminal now. */
  public Optional<Foreground> foreground() {
    return childExit == null ? pty.foreground() : Optional.empty();
  }

  // --- typing ---------------------------------------------------------------------------------

  /** Types, waits until the program is ready for the next turn, and reads. */
  public Turn send(Input input) {
    return send(input, Expectation.turn());
  }

  public Turn send(Input input, Expectation expectation) {
    return send(input, expectation, View.text(), Guard.NONE);
  }

  /**
   * Types if the guard holds, waits and reads.
   *
   * @throws Refusal when the session has ended or the input cannot be typed; nothing was typed then
   */
  public Turn send(Input input, Expectation expectation, View view, Guard guard) {
    var wait = type(input, expectation, view, guard);
    return wait.first();
  }

  /** Types, and returns the wait for the answer. */
  private Wait type(Input input, Expectation expectation, View view, Guard guard) {
    lock.lock();
    try {
      catchUp(false);
      checkAlive();
      if (!guard.equals(Guard.NONE)) {
        var verdict = look(expectation.quiet());
        if (!guard.holds(verdict.state(), parsed)) {
          return Wait.over(this, Why.GUARD, verdict, view, parsed);
        }
      }
      var wait = new Wait(this, expectation, view, parsed);
      typedAt = parsed;
      wait.typed(floor.asAgent(() -> typist.type(input)));
      lastInput = System.nanoTime();
      bell.nudge();
      return wait;
    } catch (PtyException refused) {
      throw refusal(refused);
    } finally {
      lock.unlock();
    }
  }

  /** Types what a pipe brings; waits while the program reads none of it. See {@link Pty#feed}. */
  public void feed(byte[] bytes) {
    checkAlive();
    try {
      pty.feed(bytes);
      lastInput = System.nanoTime();
      bell.nudge();
    } catch (PtyException refused) {
      throw refusal(refused);
    }
  }

  /**
   * Types what a person at a keyboard types.
   *
   * @param who the person, who must have taken the floor
   */
  public void typeByHand(String who, byte[] bytes) {
    checkAlive();
    try {
      floor.asPerson(who, () -> pty.type(bytes));
      lastInput = System.nanoTime();
      bell.nudge();
    } catch (PtyException refused) {
      throw refusal(refused);
    }
  }

  /** What agents have asked of people here. */
  public Asks asks() {
    return asks;
  }

  private void floorChanged() {
    if (floor.holding().isPresent()) {
      asks.floorTaken();
    }
    bell.ring();
  }

  /**
   * Types a secret that a person supplies, whoever has the floor; it is masked wherever it is
   * printed.
   *
   * @throws Refusal when the program does not ask for one, and might show it
   */
  public Turn supplySecret(String value) {
    checkAlive();
    checkAsksForSecret();
    return supplySecretAnyway(value);
  }

  /** As {@link #supplySecret}, also where nothing tells that the program asks for it. */
  public Turn supplySecretAnyway(String value) {
    Wait wait;
    lock.lock();
    try {
      catchUp(false);
      checkAlive();
      wait = new Wait(this, Expectation.turn(), View.text(), parsed);
      wait.typed(typist.type(Input.secret(value)));
      asks.secretSupplied();
      lastInput = System.nanoTime();
    } catch (PtyException refused) {
      throw refusal(refused);
    } finally {
      lock.unlock();
    }
    bell.ring();
    return wait.first();
  }

  void checkAsksForSecret() {
    var state = state();
    if (state.over()) {
      throw ended();
    }
    if (!(state instanceof SessionState.Secret)) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "Session %s does not ask for a secret; it is %s, and might show what is typed"
              .formatted(id, state.wire()),
          Advice.Step.AWAIT_SECRET_PROMPT);
    }
  }

  /** Keeps a secret under a name while the session lives, in memory only. */
  public void keepSecret(String name, String value) {
    checkAlive();
    secrets.keep(name, value);
  }

  /** The input for a secret that a person has supplied under a name. */
  public Input keptSecret(String name) {
    var value =
        secrets
            .named(name)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.NOT_FOUND,
                        "Nobody has supplied a secret of this name in this session",
                        Advice.Step.ASK_FOR_NAMED_SECRET));
    checkAsksForSecret();
    return Input.secret(value);
  }

  /** Sends a signal to the program in front, or to everything in the session. */
  public boolean signal(Signal signal, Signal.To to) {
    checkAlive();
    return pty.signal(signal, to);
  }

  public void resize(int columns, int rows) {
    Launch.checkSize(columns, rows);
    lock.lock();
    try {
      checkAlive();
      catchUp(false);
      terminal.resize(columns, rows);
      folder.ifPresent(
          kept -> kept.index().size(System.currentTimeMillis(), parsed, columns, rows));
      pty.resize(columns, rows);
    } catch (PtyException refused) {
      throw refusal(refused);
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  private void checkAlive() {
    if (ending != null) {
      throw ended();
    }
  }

  Refusal ended() {
    var ended = ending;
    return new Refusal(
        Refusal.Code.EXITED,
        "Session %s ended with %s; its screen and transcript can still be read, but nothing can be typed"
            .formatted(id, ended == null ? "no trace" : ended.exit()),
        Advice.Step.START_ANOTHER);
  }

  /** Claims the shell for one command; false while another one has it. */
  boolean beginRun() {
    return runningCommand.compareAndSet(false, true);
  }

  void endRun() {
    runningCommand.set(false);
  }

  static Refusal refusal(PtyException refused) {
    var code =
        switch (refused.reason()) {
          case BAD_INPUT -> Refusal.Code.BAD_INPUT;
          case LIMIT -> Refusal.Code.LIMIT;
          case EXITED -> Refusal.Code.EXITED;
          case UNSUPPORTED, SYSTEM -> Refusal.Code.UNSUPPORTED_HERE;
        };
    return new Refusal(code, String.valueOf(refused.getMessage()));
  }

  // --- waiting and reading --------------------------------------------------------------------

  /** Waits, and reads what is printed meanwhile. */
  public Turn await(Expectation expectation) {
    return await(expectation, View.text());
  }

  public Turn await(Expectation expectation, View view) {
    return wait(expectation, view, parsedNow()).first();
  }

  /** Waits, and reads from an offset on. */
  public Turn await(Expectation expectation, View view, long from) {
    return wait(expectation, view, from).first();
  }

  /** A wait that has begun now and reads from an offset on. */
  Wait wait(Expectation expectation, View view, long from) {
    return new Wait(this, expectation, view, Math.max(0, from));
  }

  /** Waits for text that matches a regular expression (RE2 syntax). */
  public Outcome expect(String expression, Duration timeout) {
    var from = answeredTo;
    var turn =
        wait(Expectation.pattern(expression).within(timeout), View.everything(), from).first();
    return switch (turn.why()) {
      case MATCH -> new Outcome.Met(turn.match().orElseThrow(), turn.screen());
      case EXIT -> new Outcome.Ended(turn.state(), turn.screen());
      default -> new Outcome.TimedOut(turn.screen());
    };
  }

  /** Text from an offset to the end, at most so much; reading consumes nothing. */
  public Excerpt read(long from, View view) {
    return read(from, parsedNow(), view);
  }

  /** Text between two offsets, at most so much. */
  public Excerpt read(long from, long to, View view) {
    var end = Math.min(to, parsedNow());
    var start = Math.min(Math.max(0, from), end);
    return switch (view.kind()) {
      case TEXT -> transcript().excerpt(start, end, view.characters());
      case RAW -> Transcript.raw(journal).excerpt(start, end, view.characters());
      case SCREEN, NONE -> new Excerpt("", start, end, Optional.empty());
    };
  }

  /** The journal as clean text, read as a terminal of the present size shows it. */
  Transcript transcript() {
    lock.lock();
    try {
      var screen = terminal.screen();
      return Transcript.clean(journal, screen.columns(), screen.rows());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reads what is still kept of a stretch; the lock is held. A flood may push the oldest bytes out
   * while they are read. But the parser stands still meanwhile, so that the reading of the child
   * pauses soon, and what lies beyond that point is safe.
   */
  Excerpt kept(long from, long to, LongFunction<Excerpt> reading) {
    try {
      return reading.apply(Math.min(to, Math.max(from, journal.start())));
    } catch (Refusal evictedMeanwhile) {
      var safe = parsed + farBehind - journal.leastKept();
      return reading.apply(Math.min(to, Math.max(from, safe)));
    }
  }

  /** The bytes between two offsets, as they came. */
  public byte[] bytes(long from, long to) {
    return journal.slice(from, Math.min(to, parsedNow()));
  }

  /** The offset where the last {@code lines} lines begin, as far as they are kept. */
  public long lastLines(int lines) {
    var end = parsedNow();
    var start = journal.start();
    var left = lines;
    for (var to = end; to > start; ) {
      var from = Math.max(start, to - CHUNK);
      var bytes = journal.slice(from, to);
      for (var at = bytes.length - 1; at >= 0; at--) {
        // The line break that ends the last line does not begin another.
        if (bytes[at] == '\n' && from + at + 1 < end && --left == 0) {
          return from + at + 1;
        }
      }
      to = from;
    }
    return start;
  }

  /** The oldest offset still kept. */
  public long firstOffset() {
    return journal.start();
  }

  /** The offset after the last byte that can be read. */
  public long lastOffset() {
    return parsedNow();
  }

  /** Where the last answer of this session ended. */
  public long answeredTo() {
    return answeredTo;
  }

  /** What a person would see now. */
  public Screen screen() {
    catchUpAll();
    lock.lock();
    try {
      return terminal.screen();
    } finally {
      lock.unlock();
    }
  }

  /** What the program has asked of the keyboard and the mouse. */
  public InputModes inputModes() {
    lock.lock();
    try {
      return terminal.inputModes();
    } finally {
      lock.unlock();
    }
  }

  /** A screen, how far in the output it shows, and lines that have left it, with colours. */
  public record Sight(Screen screen, long offset, String above) {}

  /** What a person would see now, and where to read on from there. */
  public Sight sight() {
    return sight(0);
  }

  /** As {@link #sight()}, with as many of the lines above as asked for. */
  public Sight sight(int linesAbove) {
    lock.lock();
    try {
      catchUp(false);
      return new Sight(terminal.screen(), parsed, terminal.scrollback().ansi(linesAbove));
    } finally {
      lock.unlock();
    }
  }

  /** What the session is doing now, with the evidence. */
  public Verdict verdict() {
    catchUpAll();
    lock.lock();
    try {
      return look(Expectation.DEFAULT_QUIET);
    } finally {
      lock.unlock();
    }
  }

  public SessionState state() {
    return verdict().state();
  }

  /** Tells when the session stands differently. */
  public StateWatch stateWatch() {
    return stateWatch;
  }

  /** Where the session stands now. */
  public Standing standing() {
    catchUpAll();
    lock.lock();
    try {
      var verdict = look(Expectation.DEFAULT_QUIET);
      var screen = terminal.screen();
      return new Standing(
          verdict,
          foreground(),
          screen.alternate(),
          screen.title(),
          screen.columns(),
          screen.rows(),
          floor.holding(),
          asks.pending());
    } finally {
      lock.unlock();
    }
  }

  /** The last command that a shell with marks has finished. */
  public Optional<CommandResult> lastCommand() {
    return lastCommand;
  }

  /** A live view from an offset on; a slow watcher skips, the child never waits. */
  public Watch watch(long from) {
    return new Watch(this, journal, bell, from);
  }

  /** Runs a command in a shell and returns exactly what it printed and how it ended. */
  public CommandResult run(String command, Duration timeout) {
    return new ShellRun(this).run(command, timeout);
  }

  /** The terminal on a far side, if the child runs there. */
  Optional<FarPty> far() {
    return pty instanceof FarPty far ? Optional.of(far) : Optional.empty();
  }

  // --- what Wait, ShellRun and Watch need -----------------------------------------------------

  ReentrantLock lock() {
    return lock;
  }

  ShellMarks marks() {
    return marks;
  }

  Journal journal() {
    return journal;
  }

  Terminal terminal() {
    return terminal;
  }

  long parsed() {
    return parsed;
  }

  long lastActivity() {
    return Math.max(lastOutput, lastInput);
  }

  long lastOutput() {
    return lastOutput;
  }

  /** Whether the child has ended and all it wrote has been parsed, as far as is known now. */
  public boolean over() {
    return ending != null;
  }

  void answered(long to) {
    answeredTo = to;
    folder.flatMap(SessionFolder::live).ifPresent(live -> live.answered(to));
  }

  private long parsedNow() {
    catchUpAll();
    return parsed;
  }

  /** Parses what there is; returns with everything parsed that was there at the call. */
  void catchUpAll() {
    lock.lock();
    try {
      catchUp(false);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Parses what the journal holds beyond {@link #parsed}; the lock is held. Answers to the child's
   * queries are typed as they come up.
   *
   * @param settle whether a text that may be the beginning of a secret is to be shown now, masked
   * @return whether something was typed in answer
   */
  boolean catchUp(boolean settle) {
    if (removed) {
      return false;
    }
    var answered = false;
    var exit = childExit; // read before the end: nothing is written after it
    var end = journal.end();
    while (parsed < end) {
      var chunk = new byte[(int) Math.min(CHUNK, replay.limit(parsed, end) - parsed)];
      var length = journal.read(parsed, chunk, 0, chunk.length);
      if (!secrets.none()) {
        var last = parsed + length == end;
        if (last && !settle && exit == null) {
          length -= secrets.unsettled(chunk, length);
        }
        if (length == 0) {
          break;
        }
        secrets.mask(chunk, length, parsed, journal);
      }
      var answer = terminal.feed(chunk, 0, length);
      var reached = parsed + length;
      parsed = reached; // only under the lock
      lastOutput = System.nanoTime();
      if (!replay.answered(reached)) {
        answered |= answer(answer);
      }
      replay.reached(reached, terminal);
      note(terminal.takeEvents());
      folder.ifPresent(kept -> noteOnDisk(kept, reached));
    }
    if (paused && journal.end() - parsed < farBehind / 2) {
      paused = false;
      pty.resume();
    }
    if (exit != null && ending == null && parsed == journal.end()) {
      over = Since.of(Instant.now());
      ending = new SessionEnding(exit, Instant.now(), endedBy);
      secrets.forget();
      whenOver.run();
    }
    return answered;
  }

  private void noteOnDisk(SessionFolder kept, long reached) {
    if (!replay.answered(reached)) {
      kept.live().ifPresent(live -> live.parsed(reached));
      kept.index().output(System.currentTimeMillis(), reached);
    }
  }

  private boolean answer(byte[] answer) {
    if (answer.length == 0) {
      return false;
    }
    try {
      pty.type(answer);
      return true;
    } catch (PtyException gone) {
      return false; // it asked and ended, or takes no input any more; nobody waits for the answer
    }
  }

  private void note(List<dev.parley.terminal.Event> events) {
    for (var event : events) {
      var before = marks.commands();
      marks.accept(event, System.nanoTime());
      if (marks.commands() != before) {
        lastCommand = marks.last().map(this::result);
        noteCommand();
      } else if (event instanceof dev.parley.terminal.Event.Directory && !marks.running()) {
        // A shell says that a command ended first, and then where that has left it.
        lastCommand = lastCommand.map(command -> command.leavingTheShellIn(marks.directory()));
      }
    }
  }

  private void noteCommand() {
    if (folder.isPresent() && !replay.answered(parsed)) {
      marks
          .last()
          .ifPresent(
              last ->
                  folder
                      .get()
                      .index()
                      .command(System.currentTimeMillis(), last.to(), last.exitCode()));
    }
  }

  private CommandResult result(ShellMarks.Finished finished) {
    return new CommandResult(
        typist.lastLine(),
        "",
        OptionalInt.of(finished.exitCode()),
        marks.directory(),
        Duration.ofNanos(finished.nanos()),
        finished.from(),
        finished.to());
  }

  /**
   * Asks the kernel and judges; the lock is held. What was printed up to a verdict of waiting has
   * been parsed when this returns.
   */
  Verdict look(Duration patience) {
    if (ending != null) {
      return lastKnown();
    }
    var began = System.nanoTime();
    var finding = pty.probe();
    SessionFigures.probed(System.nanoTime() - began);
    // An answer typed just now will wake a program that was seen waiting for it.
    if (catchUp(finding.wantsInput())) {
      finding = ANSWERED;
    }
    if (ending != null) {
      return lastKnown();
    }
    again = finding.again();
    return switch (finding.doing()) {
      case WORKING, STOPPED, EXITED -> Judge.working(finding);
      case WAITING, SECRET, UNKNOWN -> Judge.verdict(finding, witnesses(patience));
    };
  }

  private static final Finding ANSWERED =
      new Finding(
          Finding.Doing.WORKING,
          Finding.Grade.SOFT,
          List.of(Evidence.Underway.QUERY),
          Duration.ZERO);

  private Duration again = Duration.ZERO;

  /** How long until the last look could have another result by itself; zero when never. */
  Duration again() {
    return again;
  }

  private Judge.Witnesses witnesses(Duration patience) {
    var screen = terminal.screen();
    var prompt = prompt(screen);
    return new Judge.Witnesses(
        // Where nobody can see that what was typed has been read, the prompt must be a new one.
        far().map(FarPty::seesTheFarSide).orElse(true)
            ? marks.atPrompt()
            : marks.atPromptAfter(typedAt),
        marks.continuation(),
        screen.alternate(),
        SecretPrompt.matches(prompt) && !pty.modes().canonical(),
        screen.cursor().column(),
        prompt,
        lastOutput >= lastInput,
        Duration.ofNanos(System.nanoTime() - lastActivity()),
        patience);
  }

  /** The text left of the cursor on its line. */
  private static String prompt(Screen screen) {
    var cursor = screen.cursor();
    var row = screen.row(cursor.row());
    var text = new StringBuilder();
    for (var column = 0; column < cursor.column(); column++) {
      var cell = row.text(column);
      text.append(cell.isEmpty() && row.width(column) > 0 ? " " : cell);
    }
    return text.toString();
  }

  private Verdict lastKnown() {
    var ended = ending;
    if (ended != null && pty.lost()) {
      return new Verdict(
          new SessionState.Lost(), Confidence.HIGH, List.of(Evidence.Over.CONNECTION_LOST));
    }
    if (ended != null && lost) {
      return new Verdict(
          new SessionState.Lost(),
          Confidence.HIGH,
          List.of(Evidence.Over.NO_ENDING, Evidence.Over.GONE));
    }
    if (ended != null) {
      return new Verdict(
          new SessionState.Exited(ended.exit()), Confidence.HIGH, List.of(Evidence.Over.EXIT));
    }
    return new Verdict(
        new SessionState.Working(), Confidence.LOW, List.of(Evidence.Underway.NOT_ASKED));
  }

  /** The session's own thread: parses while nobody waits, so that queries are answered. */
  private void follow() {
    for (; ; ) {
      var count = bell.count();
      catchUpAll();
      if (ending != null || removed) {
        bell.ring();
        return;
      }
      if (bell.count() == count) {
        LockSupport.park(bell);
      }
    }
  }

  // --- the end --------------------------------------------------------------------------------

  /** Ends the child and everything it started, and says how many processes that were. */
  public Pty.Ended end(Duration grace, String by) {
    if (childExit == null) {
      endedBy = by;
    }
    var ended = pty.end(grace);
    bell.ring();
    return ended;
  }

  /** Ends the child at once; what it printed stays readable until the session is removed. */
  @Override
  public void close() {
    end(Duration.ofMillis(200), "close");
  }

  /** What would be lost with this process, or was damaged in an earlier one; mostly nothing. */
  public Optional<String> warning() {
    return folder.flatMap(SessionFolder::warning);
  }

  /** What was printed, with its times and sizes, as far as they are kept. */
  public Recording recording() {
    return new Recording(
        launch,
        startedAt,
        folder.map(kept -> kept.index().entries()).orElse(List.of()),
        firstOffset(),
        lastOffset(),
        this::bytes);
  }

  /** How many bytes its output takes, on disk or in memory. */
  long keptBytes() {
    return journal.size();
  }

  /** How much disk the session takes. */
  public long diskBytes() {
    return folder.map(SessionFolder::size).orElse(0L);
  }

  /** Writes to disk what only the page cache has; slow. */
  void force() {
    folder.ifPresent(
        kept -> {
          kept.force(journal);
          checkpoint().ifPresent(kept::save);
        });
  }

  /** The screen to begin from, when there has been much output since the last. */
  private Optional<Checkpoint> checkpoint() {
    lock.lock();
    try {
      if (removed || parsed - checkpointAt < Checkpoint.APART) {
        return Optional.empty();
      }
      checkpointAt = parsed;
      return Optional.of(Checkpoint.of(terminal, marks.save(), parsed));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes down how the session ended and lets go of its terminal. What the child has left running
   * goes on. No disk is waited for: many sessions may end at once, and each has a terminal until
   * then.
   *
   * @return whether there was something to do
   */
  boolean settle() {
    if (ending == null || settled) {
      return false;
    }
    settled = true;
    saveEnding(false);
    pty.release();
    return true;
  }

  private void saveEnding(boolean atOnce) {
    var how = ending;
    // How a child ended that we lost sight of nobody knows; the next process finds no ending too.
    if (folder.isPresent()
        && how != null
        && folder.get().meta().ending().isEmpty()
        && !pty.lost()) {
      folder.get().save(folder.get().meta().ended(how), atOnce);
    }
  }

  /** Ends the child and lets go of everything, the journal included. */
  void remove() {
    if (!over()) {
      close();
    }
    pty.close();
    letGo(false);
    folder.ifPresent(SessionFolder::delete);
  }

  /** Lets go of the journal; what is on disk stays there, for another process. */
  void letGo() {
    letGo(true);
  }

  private void letGo(boolean kept) {
    lock.lock();
    try {
      catchUp(true);
      if (!removed) {
        removed = true;
        if (kept) {
          saveEnding(true);
          force();
        }
        journal.close();
        folder.ifPresent(SessionFolder::close);
      }
    } finally {
      lock.unlock();
    }
    bell.ring();
  }
}
