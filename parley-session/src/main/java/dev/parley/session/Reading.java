package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import dev.parley.session.storage.Journal;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * Reads what a session has printed: as text, as it came, or as a person would see it. Reading
 * consumes nothing.
 */
final class Reading {
  private static final int CHUNK = 64 << 10;

  private final Journal journal;
  private final Terminal terminal;
  private final Intake intake;
  private final Notes notes;
  private final ReentrantLock lock;
  private volatile long answeredTo;

  Reading(Journal journal, Terminal terminal, Intake intake, Notes notes, ReentrantLock lock) {
    this.journal = journal;
    this.terminal = terminal;
    this.intake = intake;
    this.notes = notes;
    this.lock = lock;
    this.answeredTo = notes.answered();
  }

  /** The oldest offset still kept. */
  long first() {
    return journal.start();
  }

  /** Where the last answer of this session ended. */
  long answeredTo() {
    return answeredTo;
  }

  void answered(long to) {
    answeredTo = to;
    notes.answered(to);
  }

  /** What a person would see now. */
  Screen screen() {
    lock.lock();
    try {
      intake.catchUp(false);
      return terminal.screen();
    } finally {
      lock.unlock();
    }
  }

  /** What a person would see now, where to read on from there, and so many lines above. */
  Sight sight(int linesAbove) {
    lock.lock();
    try {
      intake.catchUp(false);
      return sightAsParsed(linesAbove);
    } finally {
      lock.unlock();
    }
  }

  /** The screen as far as it has been parsed; of a flood that is not all. */
  Sight sightAsParsed(int linesAbove) {
    lock.lock();
    try {
      var above = terminal.scrollback().ansi(linesAbove);
      return new Sight(terminal.screen(), intake.parsed(), above);
    } finally {
      lock.unlock();
    }
  }

  /** What the program has asked of the keyboard and the mouse. */
  InputModes inputModes() {
    lock.lock();
    try {
      return terminal.inputModes();
    } finally {
      lock.unlock();
    }
  }

  /** Text between two offsets, at most so much. */
  Excerpt read(long from, long to, View view) {
    var end = Math.min(to, intake.parsedNow());
    var start = Math.min(Math.max(0, from), end);
    return switch (view.kind()) {
      case TEXT -> transcript().excerpt(start, end, view.characters());
      case RAW -> raw(start, end, view);
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

  Excerpt raw(long from, long to, View view) {
    return Transcript.raw(journal).excerpt(from, to, view.characters());
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
      return reading.apply(Math.min(to, Math.max(from, intake.safe())));
    }
  }

  /** The first bytes of a stretch, enough for what a shell sends before a command runs. */
  byte[] head(long from, long to) {
    return journal.slice(from, Math.min(to, from + 512));
  }

  /** The bytes between two offsets, as they came. */
  byte[] bytes(long from, long to) {
    return journal.slice(from, Math.min(to, intake.parsedNow()));
  }

  /** The offset after the last place where these bytes stand; the beginning when they do not. */
  long after(byte[] wanted, long from, long to) {
    return journal.after(wanted, from, to);
  }

  /** The offset where the last {@code lines} lines begin, as far as they are kept. */
  long lastLines(int lines) {
    var end = intake.parsedNow();
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
}
