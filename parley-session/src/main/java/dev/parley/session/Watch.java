package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import dev.parley.session.storage.Journal;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A live view of a session's output from an offset on. The journal is its queue: a watcher that is
 * too slow loses the oldest bytes and is told how many, and the child never waits for it.
 */
public final class Watch implements AutoCloseable {
  private static final int MOST = 64 << 10;

  private final Journal journal;
  private final Intake intake;
  private final End end;
  private final Bell bell;
  private final Activity activity;
  private final TimeSource time;
  private long offset;
  private volatile boolean woken;
  private volatile @Nullable Thread reader;

  Watch(
      Journal journal,
      Intake intake,
      End end,
      Bell bell,
      Activity activity,
      TimeSource time,
      long from) {
    this.journal = journal;
    this.intake = intake;
    this.end = end;
    this.bell = bell;
    this.activity = activity;
    this.time = time;
    this.offset = Math.max(0, from);
  }

  /**
   * Bytes that follow the ones before.
   *
   * @param from the offset of the first
   * @param missed how many bytes before them are gone unread
   */
  @SuppressWarnings("ArrayRecordComponent") // read once and never compared
  public record Piece(long from, byte[] bytes, long missed) {}

  /**
   * The next piece; empty when the time is up, when somebody called {@link #wake}, or when the
   * session is over and all was read.
   */
  public Optional<Piece> next(Duration timeout) {
    var deadline = time.nanos() + timeout.toNanos();
    var self = Thread.currentThread();
    reader = self;
    bell.listen(self);
    activity.userCame();
    try {
      for (; ; ) {
        var count = bell.count();
        intake.catchUpAll();
        var start = Math.max(offset, journal.start());
        var available = intake.parsed() - start;
        if (available > 0) {
          return Optional.of(take(start, (int) Math.min(MOST, available)));
        }
        var left = deadline - time.nanos();
        if (left <= 0 || end.over() || woken) {
          woken = false;
          return Optional.empty();
        }
        if (Thread.interrupted()) {
          throw new WaitCancelledException();
        }
        if (bell.count() == count) {
          time.park(this, left);
        }
      }
    } finally {
      activity.userLeft();
      intake.leave(self);
    }
  }

  private Piece take(long start, int count) {
    for (var from = start; ; from = journal.start()) {
      try {
        var bytes = journal.slice(from, from + count);
        var missed = from - offset;
        offset = from + bytes.length;
        return new Piece(from, bytes, missed);
      } catch (Refusal evictedMeanwhile) {
        // The oldest kept has moved on; take from there.
      }
    }
  }

  /** Makes the present or the next {@link #next} return; for news of another kind. */
  public void wake() {
    woken = true;
    LockSupport.unpark(reader);
  }

  /** Does nothing until somebody calls {@link #wake} or the time is up. */
  public void pause(Duration longest) {
    reader = Thread.currentThread();
    if (!woken) {
      time.park(this, longest.toNanos());
    }
    woken = false;
  }

  /** How many bytes there are that have not been read. */
  public long behind() {
    return intake.parsed() - offset;
  }

  /** Goes on from another offset. */
  public void skipTo(long other) {
    offset = other;
  }

  /** Whether the session is over and everything has been read. */
  public boolean over() {
    return end.over() && offset >= intake.parsed();
  }

  @Override
  public void close() {}
}
