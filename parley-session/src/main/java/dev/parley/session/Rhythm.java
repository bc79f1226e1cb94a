package dev.parley.session;

import dev.parley.session.time.TimeSource;
import java.time.Duration;

/**
 * How a program paints its screen by itself. A coding agent, an installer or a test runner shows a
 * spinner, a clock or a growing text while it is at work, beside an input box or not. The kernel
 * finds such a program waiting between two pictures. So what it shows decides: as long as pictures
 * follow one another it works; when they have stopped for several times as long as they were apart,
 * it is through, whatever its threads and timers do.
 *
 * <p>Who parses writes it; who judges reads it, without a lock.
 */
final class Rhythm {
  /** Pieces of one picture come closer together than this. */
  private static final Duration ONE_PICTURE = Duration.ofMillis(15);

  /** Pictures further apart are none of a row: a clock that shows the minute, or a late word. */
  private static final Duration FAR_APART = Duration.ofMillis(1200);

  /** So many pictures in a row are no accident; an answer is printed in fewer. */
  private static final int A_ROW = 5;

  /** The row must have lasted this long: an answer comes in pieces too, but at once. */
  private static final Duration LASTING = Duration.ofMillis(400);

  /** The shortest silence in which a row is over. */
  private static final Duration SHORTEST_REST = Duration.ofMillis(600);

  /** The longest that is needed: somebody waits for the news. */
  private static final Duration LONGEST_REST = Duration.ofMillis(2500);

  /** A row is over after as many of its usual distances. */
  private static final int DISTANCES = 4;

  /** The last distance counts for one of so many in what is usual. */
  private static final int USUAL = 8;

  /** Longer pauses say nothing about the next. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final TimeSource time;
  private volatile Row row;

  /**
   * Pictures that followed one another.
   *
   * @param from when the first was painted
   * @param last when the last was
   * @param pictures how many there were; zero: nothing was painted since somebody typed
   * @param apart how far they are usually apart, the last few counting most
   * @param pause the longest pause since somebody typed after which it went on by itself; a text
   *     that is written line by line has many beside the quick pictures of a spinner
   * @param lasted whether a row since the last typing was long enough to mean something
   * @param known whether any row of this program was
   */
  private record Row(
      long from, long last, int pictures, long apart, long pause, boolean lasted, boolean known) {}

  Rhythm(TimeSource time) {
    this.time = time;
    this.row = new Row(time.nanos(), time.nanos(), 0, 0, 0, false, false);
  }

  /** The screen has changed just now. */
  void painted() {
    var now = time.nanos();
    var before = row;
    var gap = now - before.last;
    if (before.pictures > 0 && gap < ONE_PICTURE.toNanos()) {
      row =
          new Row(
              before.from,
              now,
              before.pictures,
              before.apart,
              before.pause,
              before.lasted,
              before.known);
    } else if (before.pictures == 0 || gap > FAR_APART.toNanos()) {
      row = new Row(now, now, 1, 0, pause(before, gap), before.lasted, before.known);
    } else {
      var pictures = before.pictures + 1;
      var lasting = pictures >= A_ROW && now - before.from >= LASTING.toNanos();
      row =
          new Row(
              before.from,
              now,
              pictures,
              before.apart == 0 ? gap : (before.apart * (USUAL - 1) + gap) / USUAL,
              pause(before, gap),
              before.lasted || lasting,
              before.known || lasting);
    }
  }

  /** Somebody has typed: what is painted from now on is the answer. */
  void typed() {
    var now = time.nanos();
    row = new Row(now, now, 0, 0, 0, false, row.known);
  }

  /**
   * Whether pictures follow one another. Of a program that is known for it, also while the first of
   * them must be awaited after a line was entered.
   */
  boolean isMoving(boolean entered) {
    var now = row;
    var lasting = now.pictures >= A_ROW && now.last - now.from >= LASTING.toNanos();
    return (lasting || (entered && now.known)) && time.nanos() - now.last < rest(now);
  }

  /** Whether they did since somebody typed. */
  boolean hasMoved() {
    return row.lasted;
  }

  /** Whether they did since somebody typed, and do no longer. */
  boolean hasStopped() {
    var now = row;
    return now.lasted && time.nanos() - now.last >= rest(now);
  }

  /** When the screen last changed, or somebody typed. */
  long last() {
    return row.last;
  }

  /** How long ago that was. */
  Duration still() {
    return time.since(row.last);
  }

  private static long pause(Row before, long gap) {
    return before.pictures == 0 || gap > LONGEST_PAUSE.toNanos()
        ? before.pause
        : Math.max(before.pause, gap);
  }

  private static long rest(Row row) {
    return Math.clamp(
        Math.max(row.apart * DISTANCES, row.pause * 3 / 2),
        SHORTEST_REST.toNanos(),
        LONGEST_REST.toNanos());
  }
}
