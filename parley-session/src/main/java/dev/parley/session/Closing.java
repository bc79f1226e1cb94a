package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.storage.Journal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a session, and lets go of what it holds once it is over. */
final class Closing {
  private final Pty pty;
  private final Intake intake;
  private final Journal journal;
  private final Notes notes;
  private final End end;
  private final Bell bell;
  private final ReentrantLock lock;
  private boolean settled; // only the keeper's

  Closing(Intake intake, Journal journal, Notes notes, End end, Bell bell, ReentrantLock lock) {
    this.pty = intake.pty();
    this.intake = intake;
    this.journal = journal;
    this.notes = notes;
    this.end = end;
    this.bell = bell;
    this.lock = lock;
  }

  /** Ends the child and everything it started, and says how many processes that were. */
  Pty.Ended end(Duration grace, String reason) {
    end.endedBy(reason);
    var ended = pty.end(grace);
    bell.ring();
    return ended;
  }

  /**
   * Lets go of the terminal of a session that is over. What the child has left running goes on. No
   * disk is waited for: many sessions may end at once, and each has a terminal until then.
   *
   * @return whether there was something to do
   */
  boolean settle() {
    if (!end.over() || settled) {
      return false;
    }
    settled = true;
    journal.finish();
    pty.release();
    return true;
  }

  /** Writes to disk what only the page cache has; slow. */
  void force() {
    notes.force(journal, intake::checkpoint);
  }

  /** Ends the child at once. */
  void close() {
    end(Duration.ofMillis(200), SessionEnding.closedBy("close"));
  }

  /** Runs something, which must return at once, when the session is over. */
  void whenOver(Runnable task) {
    end.whenOver(task);
  }

  /** Ends the child and lets go of everything, the journal included. */
  void remove() {
    if (!end.over()) {
      close();
    }
    pty.close();
    letGo(false);
    notes.delete();
  }

  /** Lets go of the journal; what is on disk stays there, for another process. */
  void letGo() {
    letGo(true);
  }

  private void letGo(boolean kept) {
    lock.lock();
    try {
      if (intake.close()) {
        if (kept) {
          force();
        }
        journal.close();
        notes.close();
      }
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /** How many bytes the output takes, on disk or in memory. */
  long keptBytes() {
    return journal.size();
  }

  /** How much disk the session takes. */
  long diskBytes() {
    return notes.diskBytes();
  }
}
