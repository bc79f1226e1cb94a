package dev.parley.session;

import dev.parley.pty.Foreground;
import dev.parley.pty.Pty;
import dev.parley.pty.Signal;
import dev.parley.pty.Sink;
import dev.parley.session.launch.EndReason;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.recording.Recording;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.storage.Journal;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One conversation with one child: it is typed into, read, waited for, and says what the child is
 * doing. The work is done by its parts: {@link Intake} (what comes in), {@link Reading} (what can
 * be read of it), {@link Keyboard} (what is typed), {@link StateReader} (what is concluded), {@link
 * End} and {@link Closing} (how it ends). This class puts them together and is what callers see.
 *
 * <p>Which lock guards what stands at the package.
 */
public final class Session implements AutoCloseable {
  private final SessionId id;
  private volatile Launch launch; // only its name changes
  private final Since start;
  private final Journal journal;
  private final Notes notes;
  private final End end;
  private final Bell bell = new Bell();
  private final ReentrantLock lock = new ReentrantLock();
  private final TimeSource time;
  private final Activity activity;
  private final Intake intake;
  private final Reading reading;
  private final StateReader states;
  private final Floor floor;
  private final Asks asks;
  private final Wait.On on;
  private final Keyboard keyboard;
  private final SuppliedSecrets suppliedSecrets;
  private final ShellRun shell;
  private final Standings standings;
  private final StateWatch stateWatch;
  private final Closing closing;

  Session(Origin origin, TimeSource time, Function<Sink, Pty> starting) {
    this.id = origin.id();
    this.launch = origin.launch();
    this.start = Since.of(origin.startedAt(), time);
    this.time = time;
    this.journal = origin.journal();
    var terminal = origin.replay().terminal();
    var marks = origin.replay().marks(origin.nonce(), time);
    var secrets = new Secrets();
    this.notes = new Notes(origin.folder(), time);
    this.activity = new Activity(time);
    this.end = new End(id, origin.ending(), origin.lost(), time);
    this.intake =
        new Intake(
            origin, terminal, marks, secrets, notes, activity, end, bell, lock, time, starting);
    this.reading = new Reading(journal, terminal, intake, notes, lock);
    this.states = new StateReader(id, terminal, marks, intake, activity, end, bell, lock, time);
    this.floor = new Floor(() -> asks().floorChanged(), time);
    var needs = new Needs(activity, end, time, origin.replay().takesUp());
    this.asks = new Asks(floor, intake, states, end, bell, lock, time);
    this.on =
        new Wait.On(
            id,
            this::name,
            terminal,
            marks,
            activity,
            intake,
            reading,
            states,
            needs,
            floor,
            end,
            bell,
            lock,
            time);
    var typist = new Typist(intake.pty(), terminal, marks, secrets, activity);
    this.keyboard = new Keyboard(typist, asks, on);
    this.suppliedSecrets = new SuppliedSecrets(keyboard, secrets, asks, states, end);
    this.shell = new ShellRun(this, marks, journal, intake, reading, end, lock, time);
    this.standings = new Standings(on, asks);
    this.stateWatch = new StateWatch("state-" + id, standings::now, bell, time);
    this.closing = new Closing(intake, journal, notes, end, bell, lock);
    end.limit(exit -> LimitReached.of(exit, launch.limits(), intake.pty()));
    if (!intake.resting()) {
      begin();
    }
  }

  /** Sees again what an earlier process has seen of it. */
  void seeAgain() {
    intake.catchUpAll();
  }

  /** Begins to read what the child prints; for one that was taken up, once all of them were. */
  void begin() {
    intake.begin("session-" + id);
  }

  public SessionId id() {
    return id;
  }

  /** What holds its sandbox, and what keeps each of its limits. */
  public Keepers keepers() {
    return Keepers.of(launch.limits(), notes.keptBy(intake.pty()));
  }

  public Launch launch() {
    return launch;
  }

  public Optional<String> name() {
    return launch.name();
  }

  /** Gives it another name, which is written down; {@link Sessions#rename} checks it. */
  void rename(String name) {
    launch = launch.named(name);
    notes.rename(name);
  }

  public Instant startedAt() {
    return start.date();
  }

  public long pid() {
    return intake.pty().pid();
  }

  public Floor floor() {
    return floor;
  }

  /** How long ago it was started. */
  public Duration age() {
    return start.elapsed();
  }

  /** How long ago it ended; empty while it lives. */
  public Optional<Duration> overFor() {
    return end.overFor();
  }

  /** How long nobody has typed, read, waited or watched; what is printed does not count. */
  public Duration idle() {
    return activity.unused();
  }

  /** When somebody last did; only to be compared with what this returned before. */
  public long lastUse() {
    return activity.lastUse();
  }

  /** How the session ended; empty while it lives. */
  public Optional<SessionEnding> ending() {
    intake.catchUpAll();
    return end.ending();
  }

  /** Whether the child has ended and all it wrote has been parsed, as far as is known now. */
  public boolean over() {
    return end.over();
  }

  /** The program in front of the terminal now. */
  public Optional<Foreground> foreground() {
    return states.foreground();
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
    return keyboard.type(input, expectation, view, guard).first();
  }

  /** Types what a pipe brings; waits while the program reads none of it. See {@link Pty#feed}. */
  public void feed(byte[] bytes) {
    keyboard.feed(bytes);
  }

  /** Types what a person at a keyboard types, who must have taken the floor. */
  public void typeByHand(String who, byte[] bytes) {
    keyboard.byHand(who, bytes);
  }

  /** What agents have asked of people here. */
  public Asks asks() {
    return asks;
  }

  /** Secrets that people supply. */
  public SuppliedSecrets secrets() {
    return suppliedSecrets;
  }

  /** Sends a signal to the program in front, or to everything in the session. */
  public boolean signal(Signal signal, Signal.To to) {
    end.checkAlive();
    return intake.pty().signal(signal, to);
  }

  public void resize(int columns, int rows) {
    Launch.checkSize(columns, rows);
    intake.resize(columns, rows);
  }

  /** Runs a command in a shell and returns exactly what it printed and how it ended. */
  public CommandResult run(String command, Duration timeout) {
    return shell.run(command, timeout);
  }

  // --- waiting and reading --------------------------------------------------------------------

  /** Waits, and reads what is printed meanwhile. */
  public Turn await(Expectation expectation) {
    return await(expectation, View.text());
  }

  public Turn await(Expectation expectation, View view) {
    return wait(expectation, view, intake.parsedNow()).first();
  }

  /** Waits, and reads from an offset on. */
  public Turn await(Expectation expectation, View view, long from) {
    return wait(expectation, view, from).first();
  }

  /** The same where this was typed at the offset, whose echo is no output. */
  public Turn await(Expectation expectation, View view, long from, Input typed) {
    var wait = wait(expectation, view, from);
    wait.typed(Typist.echoOf(typed));
    return wait.first();
  }

  /** A wait that has begun now and reads from an offset on. */
  Wait wait(Expectation expectation, View view, long from) {
    return new Wait(on, expectation, view, Math.max(0, from));
  }

  /** Waits for text that matches a regular expression (RE2 syntax). */
  public Outcome expect(String expression, Duration timeout) {
    var expectation = Expectation.pattern(expression).within(timeout);
    return Outcome.of(await(expectation, View.everything(), answeredTo()));
  }

  /** Text from an offset to the end, at most so much; reading consumes nothing. */
  public Excerpt read(long from, View view) {
    standings.looked();
    return reading.read(from, intake.parsedNow(), view);
  }

  /** Text between two offsets, at most so much. */
  public Excerpt read(long from, long to, View view) {
    standings.looked();
    return reading.read(from, to, view);
  }

  /** The bytes between two offsets, as they came. */
  public byte[] bytes(long from, long to) {
    standings.looked();
    return reading.bytes(from, to);
  }

  /** The offset where the last {@code lines} lines begin, as far as they are kept. */
  public long lastLines(int lines) {
    return reading.lastLines(lines);
  }

  /** The oldest offset still kept. */
  public long firstOffset() {
    return reading.first();
  }

  /** The offset after the last byte that can be read. */
  public long lastOffset() {
    return intake.parsedNow();
  }

  /** Where the last answer of this session ended. */
  public long answeredTo() {
    return reading.answeredTo();
  }

  /** Up to where each reader has read. */
  public Bookmarks bookmarks() {
    return new Bookmarks(notes);
  }

  /** What a person would see now. */
  public Screen screen() {
    standings.looked();
    return reading.screen();
  }

  /** What the program has asked of the keyboard and the mouse. */
  public InputModes inputModes() {
    return reading.inputModes();
  }

  /** What a person would see now, where to read on from there, and so many lines above it. */
  public Sight sight(int linesAbove) {
    return reading.sight(linesAbove);
  }

  /** What the session is doing now, with the evidence. */
  public Verdict verdict() {
    return states.now();
  }

  /** Why the session is said to be in its state, thread by thread. */
  public Explanation explain() {
    return states.explain();
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
    return standings.now();
  }

  /** Says in the program's name what it needs somebody for, as hooks of coding agents do. */
  public void tell(Attention.Kind kind, String text) {
    standings.tell(kind, text);
  }

  /** The last command that a shell with marks has finished. */
  public Optional<CommandResult> lastCommand() {
    return intake.lastCommand();
  }

  /** A live view from an offset on; a slow watcher skips, the child never waits. */
  public Watch watch(long from) {
    standings.looked();
    return new Watch(journal, intake, end, bell, activity, time, from);
  }

  /** Ends the child and everything it started, and says how many processes that were. */
  public Pty.Ended end(Duration grace, String by) {
    return closing.end(grace, SessionEnding.closedBy(by));
  }

  /** Asks everything in it to end, with SIGTERM; what does so was closed. False if nobody heard. */
  public boolean terminate(String by) {
    end.endedBy(SessionEnding.closedBy(by));
    return signal(Signal.TERM, Signal.To.SESSION);
  }

  /** The same, for a reason that is nobody's wish. */
  public Pty.Ended end(Duration grace, EndReason reason) {
    return closing.end(grace, reason.wire());
  }

  /** Ends the child at once; what it printed stays readable until the session is removed. */
  @Override
  public void close() {
    closing.close();
  }

  /** What would be lost with this process, or was damaged in an earlier one; mostly nothing. */
  public Optional<String> warning() {
    return notes.warning();
  }

  /** What was printed, with its times and sizes, as far as they are kept. */
  public Recording recording() {
    return new Recording(
        launch, startedAt(), notes.index(), firstOffset(), lastOffset(), this::bytes);
  }

  /** How it is ended and what it leaves behind, for who keeps the sessions. */
  Closing closing() {
    return closing;
  }
}
