package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.storage.Checkpoint;
import dev.parley.session.storage.Index;
import dev.parley.session.storage.Journal;
import dev.parley.session.storage.Live;
import dev.parley.session.storage.SessionFolder;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.Terminal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Output that an earlier process has parsed already and a new Terminal must see again: with the
 * sizes of that time, and without answering the child's queries a second time.
 */
final class Replay {
  /**
   * Only conformance suites ask what is in a cell; a program could read what others have printed.
   */
  private static final Terminal.Options OPTIONS =
      Terminal.Options.DEFAULT.withChecksums(Boolean.getBoolean("parley.terminal.checksums"));

  /**
   * More than any screen and much of its scrollback: a history no longer than this is seen again
   * from its beginning. Parsing more would keep callers waiting.
   */
  static final long MOST = 128 << 10;

  private final Deque<Index.Entry.Size> sizes = new ArrayDeque<>();
  private final long answeredUpTo;
  private final long from;
  private final boolean takesUp;
  private Optional<Checkpoint> checkpoint = Optional.empty();
  private int columns;
  private int rows;

  private Replay(boolean takesUp, long from, long answeredUpTo, int columns, int rows) {
    this.takesUp = takesUp;
    this.from = from;
    this.answeredUpTo = answeredUpTo;
    this.columns = columns;
    this.rows = rows;
  }

  /** Nothing to replay. */
  static Replay none(Launch launch) {
    return new Replay(false, 0, 0, launch.columns(), launch.rows());
  }

  static Replay of(SessionFolder folder, Journal journal) {
    var launch = folder.meta().launch();
    // A checkpoint knows less than a Terminal does: no tab stops, no screen behind a full screen.
    var whole = journal.start() == 0 && journal.end() <= MOST;
    var checkpoint =
        whole
            ? Optional.<Checkpoint>empty()
            : folder.checkpoint().filter(point -> point.offset() <= journal.end());
    var from =
        Math.max(
            checkpoint.map(Checkpoint::offset).orElse(0L),
            Math.max(journal.start(), journal.end() - MOST));
    var replay =
        new Replay(
            true,
            from,
            folder.live().map(Live::parsed).orElse(0L),
            launch.columns(),
            launch.rows());
    replay.checkpoint = checkpoint;
    for (var size : folder.index().sizes()) {
      if (size.offset() <= from) {
        replay.columns = size.columns();
        replay.rows = size.rows();
      } else {
        replay.sizes.add(size);
      }
    }
    return replay;
  }

  /** Whether an earlier process had the session. */
  boolean takesUp() {
    return takesUp;
  }

  /** Where parsing begins. */
  long from() {
    return from;
  }

  Terminal terminal() {
    var terminal = new Terminal(columns, rows, OPTIONS);
    checkpoint.ifPresent(
        point -> {
          terminal.resize(point.columns(), point.rows());
          terminal.feed(point.drawing());
          terminal.resize(columns, rows);
          terminal.takeEvents();
        });
    terminal.startAt(from);
    return terminal;
  }

  ShellMarks marks(String nonce, TimeSource time) {
    var marks = new ShellMarks(nonce);
    checkpoint.ifPresent(point -> marks.restore(point.marks(), time.nanos()));
    return marks;
  }

  /** How far to parse from an offset on before asking again. */
  long limit(long offset, long end) {
    var limit = end;
    if (offset < answeredUpTo) {
      limit = Math.min(limit, answeredUpTo);
    }
    if (!sizes.isEmpty()) {
      limit = Math.min(limit, Math.max(offset + 1, sizes.getFirst().offset()));
    }
    return limit;
  }

  /** Gives the terminal the size it had once parsing has come to an offset. */
  void reached(long offset, Terminal terminal) {
    while (!sizes.isEmpty() && sizes.getFirst().offset() <= offset) {
      var size = sizes.removeFirst();
      terminal.resize(size.columns(), size.rows());
    }
  }

  /** Whether the queries before an offset have been answered by an earlier process. */
  boolean answered(long offset) {
    return offset <= answeredUpTo;
  }
}
