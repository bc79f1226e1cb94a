package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Sink;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.storage.Checkpoint;
import dev.parley.session.storage.Journal;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.Event;
import dev.parley.terminal.Terminal;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * What comes in from the child: the Loop fills the {@link Journal} and rings the {@link Bell}, and
 * whoever wakes first parses it, under the session's lock, from {@link #parsed} on. While somebody
 * waits that is the waiting caller itself, which saves a turn of the scheduler on every answer;
 * while nobody does it is the session's own virtual thread.
 *
 * <p>What lies before {@code parsed} is what the world may read; secrets have been masked there.
 */
final class Intake {
  /**
   * A parser this far behind pauses the reading of the child; the kernel then holds it back. More
   * would gain nothing, and whoever watches a flood would see it that much later.
   */
  private static final long FAR_BEHIND = 1L << 20;

  private static final int CHUNK = 64 << 10;

  /** What is parsed at a time where no secret is looked for, which may be long. */
  private static final int STEP = 16 << 10;

  /** What is parsed in a turn while there is always more, unless somebody else wants the lock. */
  private static final int PIECE = 64 << 10;

  private static final byte[] NO_CHUNK = {};

  /** A few that are used again; made anew for each piece, a flood would fill the heap with them. */
  private static final Queue<byte[]> CHUNKS = new ArrayBlockingQueue<>(8);

  private final Journal journal;
  private final long farBehind;
  private final Replay replay;
  private final Terminal terminal;
  private final ShellMarks marks;
  private final Secrets secrets;
  private final Notes notes;
  private final Activity activity;
  private final End end;
  private final Bell bell;
  private final ReentrantLock lock;
  private final TimeSource time;
  private final Pty pty;

  private volatile long parsed; // written under the lock
  private volatile boolean paused;
  private volatile Optional<CommandResult> lastCommand = Optional.empty(); // as parsed
  private volatile boolean closed; // as parsed
  private long checkpointAt; // guarded by the lock
  private long answers; // guarded by the lock
  private volatile long words; // written by the Loop alone

  /** Taken up, but not begun: what the child prints waits in the kernel. */
  private volatile boolean resting;

  Intake(
      Origin origin,
      Terminal terminal,
      ShellMarks marks,
      Secrets secrets,
      Notes notes,
      Activity activity,
      End end,
      Bell bell,
      ReentrantLock lock,
      TimeSource time,
      Function<Sink, Pty> start) {
    this.journal = origin.journal();
    // Half of what is kept at most, or the oldest would be dropped before it was parsed.
    this.farBehind = Math.min(FAR_BEHIND, journal.bound() / 2);
    this.replay = origin.replay();
    this.terminal = terminal;
    this.marks = marks;
    this.secrets = secrets;
    this.notes = notes;
    this.activity = activity;
    this.end = end;
    this.bell = bell;
    this.lock = lock;
    this.time = time;
    this.parsed = replay.from();
    this.resting = replay.takesUp();
    journal.whenRoom(this::roomAgain);
    this.pty = start.apply(new Inlet());
    notes.started(pty);
    pty.resume(); // there may have been room again before there was a terminal to resume
  }

  /** A file for what the child prints has been made. */
  @SuppressWarnings("UnnecessaryNullCheck") // it may come before the constructor is done
  private void roomAgain() {
    if (pty != null) {
      pty.resume();
    }
    bell.ring();
  }

  /** Takes what the child writes; called by the Loop, so it only notes and rings. */
  private final class Inlet implements Sink {
    @Override
    public MemorySegment space() {
      if (resting || journal.end() - parsed > farBehind) {
        paused = true;
        return MemorySegment.NULL;
      }
      return journal.space();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // calls never overlap; others only look
    public void filled(int count) {
      if (count == 0) {
        words = words + 1;
        bell.ring();
        return;
      }
      journal.filled(count);
      SessionFigures.printed(count);
      notes.printed(journal.end());
      bell.ring();
    }

    @Override
    public void ended(Exit exit) {
      end.exited(exit);
      bell.ring();
    }
  }

  /** The terminal that the child was started on. */
  Pty pty() {
    return pty;
  }

  /** Whether an earlier process had the session, and nothing has been read since. */
  boolean resting() {
    return resting;
  }

  /** Begins to read what the child prints, on a thread of the session's own. */
  void begin(String name) {
    if (!end.over()) {
      resting = false;
      bell.keeper(Thread.ofVirtual().name(name).start(this::follow));
    }
  }

  /** Parses while nobody waits, so that the child's queries are answered. */
  @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not interrupted for each other
  private void follow() {
    for (; ; ) {
      var count = bell.count();
      while (follows()) {
        Thread.yield(); // in a flood there is always more, and others want a turn too
      }
      if (end.over() || closed) {
        bell.ring();
        return;
      }
      if (bell.count() == count) {
        LockSupport.park(bell);
      }
    }
  }

  /** Parses a piece; returns whether another follows. */
  private boolean follows() {
    lock.lock();
    try {
      var from = parsed;
      catchUpSome();
      return parsed > from && parsed < journal.end();
    } finally {
      lock.unlock();
    }
  }

  /** Stops listening to the bell; what came too late for the listener is left to the keeper. */
  void leave(Thread listener) {
    bell.leave(listener);
    if (journal.end() > parsed || end.unfinished()) {
      bell.wakeKeeper();
    }
  }

  /** How often something was said of the child that is no output of its own. */
  long words() {
    return words;
  }

  /** The offset after the last byte that was parsed. */
  long parsed() {
    return parsed;
  }

  /** The offset after the last byte that was printed, parsed or not. */
  long printed() {
    return journal.end();
  }

  long parsedNow() {
    catchUpAll();
    return parsed;
  }

  /** What lies behind this is kept as long as the parser stands still: the reading pauses soon. */
  long safe() {
    return parsed + farBehind - journal.leastKept();
  }

  /** Whether a line ends between two offsets. */
  boolean breaksLine(long from, long to) {
    var start = Math.max(from, journal.start());
    if (start < to) {
      for (var each : journal.slice(start, to)) {
        if (each == '\n') {
          return true;
        }
      }
    }
    return false;
  }

  /** The last command that a shell with marks has finished. */
  Optional<CommandResult> lastCommand() {
    return lastCommand;
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
    return catchUp(settle, true);
  }

  /**
   * Parses some of what there is, so that a look at a flood is not one at all that it has printed;
   * the lock is held.
   *
   * @return as {@link #catchUp(boolean)}
   */
  boolean catchUpSome() {
    return catchUp(false, false);
  }

  private boolean catchUp(boolean settle, boolean all) {
    if (closed) {
      return false;
    }
    var answered = false;
    var exit = end.childExit(); // read before the end: nothing is written after it
    var stop = journal.end();
    var from = parsed;
    var chunk = parsed < stop ? takeChunk() : NO_CHUNK;
    while (parsed < stop && (all || isStillOurTurn(from))) {
      var step = secrets.isEmpty() ? STEP : CHUNK;
      var wanted = (int) Math.min(step, replay.limit(parsed, stop) - parsed);
      var length = journal.read(parsed, chunk, 0, wanted);
      if (!secrets.noneIn(chunk, length, parsed)) {
        var last = parsed + length == stop;
        if (!last || (!settle && exit == null)) {
          length -= secrets.unsettled(chunk, length, parsed);
        }
        if (length == 0) {
          break;
        }
        secrets.mask(chunk, length, parsed, journal);
      }
      var paints = terminal.paints();
      var answer = terminal.feed(chunk, 0, length);
      var reached = parsed + length;
      parsed = reached; // only under the lock
      activity.printed(chunk, length);
      if (terminal.paints() != paints) {
        activity.rhythm().painted();
      }
      if (!replay.answered(reached)) {
        answered |= answer(answer);
      }
      replay.reached(reached, terminal);
      note(terminal.takeEvents());
      if (!replay.answered(reached)) {
        notes.parsed(reached);
      }
    }
    giveBack(chunk);
    if (paused && journal.end() - parsed < farBehind / 2) {
      paused = false;
      pty.resume();
    }
    if (exit != null && !end.over() && parsed == journal.end()) {
      secrets.forget();
      end.complete(exit, this::noteEnding);
    }
    return answered;
  }

  /** Whoever wants the lock has waited for a step already. */
  private boolean isStillOurTurn(long from) {
    return parsed == from || (parsed - from < PIECE && !lock.hasQueuedThreads());
  }

  private static byte[] takeChunk() {
    var kept = CHUNKS.poll();
    return kept == null ? new byte[CHUNK] : kept;
  }

  /** After a failure it is simply not given back. */
  private static void giveBack(byte[] chunk) {
    if (chunk != NO_CHUNK) {
      var unused = CHUNKS.offer(chunk);
    }
  }

  private void noteEnding(SessionEnding how) {
    // How a child ended that we lost sight of nobody knows; the next process finds no ending too.
    if (!pty.lost()) {
      notes.ending(how);
    }
  }

  /** How many queries of the child were answered; the lock is held. */
  long answers() {
    return answers;
  }

  private boolean answer(byte[] answer) {
    if (answer.length == 0) {
      return false;
    }
    try {
      answers++;
      activity.answeredQuery();
      pty.type(answer);
      return true;
    } catch (PtyException gone) {
      return false; // it asked and ended, or takes no input any more; nobody waits for the answer
    }
  }

  private void note(List<Event> events) {
    for (var event : events) {
      var before = marks.commands();
      marks.accept(event, time.nanos());
      if (!replay.answered(parsed)) {
        activity.notices().accept(event);
      }
      if (marks.commands() != before) {
        lastCommand = marks.last().map(this::result);
        if (!replay.answered(parsed)) {
          marks.last().ifPresent(notes::command);
        }
      } else if (event instanceof Event.Directory && !marks.running()) {
        // A shell says that a command ended first, and then where that has left it.
        lastCommand = lastCommand.map(command -> command.leavingTheShellIn(marks.directory()));
      }
    }
  }

  private CommandResult result(ShellMarks.Finished finished) {
    return new CommandResult(
        activity.takeLine(),
        "",
        OptionalInt.of(finished.exitCode()),
        marks.directory(),
        Duration.ofNanos(finished.nanos()),
        finished.from(),
        finished.to());
  }

  /** Gives the terminal another size; what was printed before is parsed at the old one. */
  void resize(int columns, int rows) {
    lock.lock();
    try {
      end.checkAlive();
      catchUp(false);
      terminal.resize(columns, rows);
      notes.size(parsed, columns, rows);
      pty.resize(columns, rows);
    } catch (PtyException refused) {
      throw Keyboard.refusal(refused);
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /** The screen to begin from, when there has been much output since the last. */
  Optional<Checkpoint> checkpoint() {
    lock.lock();
    try {
      if (closed || parsed - checkpointAt < Checkpoint.APART) {
        return Optional.empty();
      }
      checkpointAt = parsed;
      return Optional.of(Checkpoint.of(terminal, marks.save(), parsed));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Parses for the last time, before the journal is closed; the lock is held.
   *
   * @return false when this was done before
   */
  boolean close() {
    catchUp(true);
    var first = !closed;
    closed = true;
    return first;
  }
}
