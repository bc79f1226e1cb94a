package dev.parley.session;

import dev.parley.session.Attention.Kind;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.Event;
import java.time.Duration;
import java.util.Optional;

/**
 * What a program has told the person in front of its screen: by messages, the bell and progress in
 * its output, or by {@code parley notify}. The newest of each counts. Who parses writes it; who
 * judges reads it, without a lock.
 */
final class ProgramNotices {
  /** A bell that rings sooner after somebody typed or looked is heard by them anyway. */
  private static final Duration HEARD = Duration.ofSeconds(10);

  private static final long NEVER = Long.MIN_VALUE / 2;

  /**
   * One thing a program has said.
   *
   * @param kind what it needs somebody for
   * @param nanos when it said so
   */
  record Notice(Kind kind, String text, long nanos) {
    private static final Notice NONE = new Notice(Kind.NONE, "", NEVER);
  }

  /** A bar that a program shows (OSC 9;4). */
  private record Progress(int state, long nanos) {
    private static final Progress NONE = new Progress(0, NEVER);
    private static final int FAILED = 2;
    private static final int PAUSED = 4;

    boolean isMoving() {
      return state == 1 || state == 3;
    }
  }

  private final TimeSource time;
  private volatile Notice message = Notice.NONE;
  private volatile Notice told = Notice.NONE;
  private volatile Progress progress = Progress.NONE;
  private volatile long rang = NEVER;

  ProgramNotices(TimeSource time) {
    this.time = time;
  }

  /** Takes note of what was found in the output. */
  void accept(Event event) {
    switch (event) {
      case Event.Notification notice ->
          message = new Notice(Kind.QUESTION, notice.text().strip(), time.nanos());
      case Event.Bell _ -> rang = time.nanos();
      case Event.Progress bar -> progress = new Progress(bar.state(), time.nanos());
      case Event.Mark mark -> {
        if (mark.kind() == 'D') {
          progress = Progress.NONE; // of a command that has ended, and may have left its bar
        }
      }
      case Event.Directory _, Event.Clipboard _, Event.Title _ -> {}
    }
  }

  /** Somebody says in the program's name what it needs; NONE takes back what was said before. */
  void tell(Kind kind, String text) {
    told = new Notice(kind, text.strip(), time.nanos());
  }

  /** What was said in the program's name since a moment. */
  Optional<Notice> toldSince(long nanos) {
    var last = told;
    return Optional.of(last).filter(one -> one.kind != Kind.NONE && one.nanos - nanos > 0);
  }

  /** Whether it shows a bar that moves. */
  boolean isBusy() {
    return progress.isMoving();
  }

  /** What its output has said since somebody last looked or typed. */
  Optional<Notice> since(long lookedAt) {
    var said = message;
    var bar = progress;
    var news = said.nanos - lookedAt > 0 && !said.text.isEmpty();
    if (bar.nanos - lookedAt > 0 && bar.state == Progress.FAILED) {
      return Optional.of(
          new Notice(Kind.FAILED, news ? said.text : "its progress bar says it failed", bar.nanos));
    }
    if (news) {
      return Optional.of(said);
    }
    if (bar.nanos - lookedAt > 0 && bar.state == Progress.PAUSED) {
      return Optional.of(
          new Notice(Kind.QUESTION, "its progress bar says it is paused", bar.nanos));
    }
    return rang - lookedAt > HEARD.toNanos()
        ? Optional.of(new Notice(Kind.QUESTION, "it rang the bell", rang))
        : Optional.empty();
  }
}
