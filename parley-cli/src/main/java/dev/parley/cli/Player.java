package dev.parley.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays a recording on a person's terminal, who may stop it, step, go back and forth, and change
 * its speed.
 */
final class Player {
  /** What a person can ask for. */
  enum Wish {
    PAUSE,
    STEP,
    BACK,
    AHEAD,
    FASTER,
    SLOWER,
    QUIT
  }

  static final String KEYS = "space pauses, . steps, arrows seek and set the speed, q quits";

  private static final double SEEK = 5;
  private static final double SLOWEST = 1 / 16.0;
  private static final double FASTEST = 64;

  /** How long a notice stays while the recording goes on. */
  private static final long NOTICED = Duration.ofMillis(1500).toNanos();

  private final CastFile cast;
  private final Drawing drawing;
  private final double longestPause;
  private final BlockingQueue<Wish> wishes;
  private final LongSupplier nanos;
  private double speed;
  private boolean paused;
  private int next;
  private double now;
  private long noticedAt;

  /**
   * A player at the beginning.
   *
   * @param longestPause how long nothing may happen
   * @param wishes what the person asks for, as it comes
   * @param nanos a clock
   */
  Player(
      CastFile cast,
      Drawing drawing,
      double speed,
      Duration longestPause,
      BlockingQueue<Wish> wishes,
      LongSupplier nanos) {
    this.cast = cast;
    this.drawing = drawing;
    this.speed = speed;
    this.longestPause = longestPause.toMillis() / 1000.0;
    this.wishes = wishes;
    this.nanos = nanos;
  }

  /** Plays to the end, or until the person has had enough. */
  void play() throws IOException, InterruptedException {
    var left = untilNext();
    while (next < cast.events().size() || paused) {
      var began = nanos.getAsLong();
      var wish = await(left);
      left = Math.max(0, left - (nanos.getAsLong() - began) / 1e9 * speed);
      if (wish == Wish.QUIT) {
        return;
      }
      if (wish != null) {
        left = heed(wish, left);
      } else if (!paused) {
        showNext();
        left = untilNext();
      }
    }
  }

  /** What the person asks for; nothing when so many seconds of the recording have gone by. */
  private @Nullable Wish await(double seconds) throws InterruptedException {
    return paused
        ? wishes.take()
        : wishes.poll((long) (seconds / speed * 1e9), TimeUnit.NANOSECONDS);
  }

  /** Does what was asked for; how many seconds are left then to the next event. */
  private double heed(Wish wish, double left) throws IOException {
    switch (wish) {
      case PAUSE -> paused = !paused;
      case STEP -> {
        paused = true;
        step();
      }
      case BACK -> seek(now - SEEK);
      case AHEAD -> seek(now + SEEK);
      case FASTER -> speed = Math.min(FASTEST, speed * 2);
      case SLOWER -> speed = Math.max(SLOWEST, speed / 2);
      case QUIT -> {}
    }
    tell();
    return switch (wish) {
      case STEP, BACK, AHEAD -> untilNext();
      default -> left;
    };
  }

  /** A person who steps wants to see something: a change of size alone is no step. */
  private void step() throws IOException {
    while (next < cast.events().size()) {
      var prints = cast.events().get(next) instanceof CastFile.Event.Output;
      showNext();
      if (prints) {
        return;
      }
    }
  }

  private double untilNext() {
    return next < cast.events().size()
        ? Math.min(Math.max(0, cast.events().get(next).time() - now), longestPause)
        : 0;
  }

  private void showNext() throws IOException {
    if (!paused && noticedAt != 0 && nanos.getAsLong() - noticedAt > NOTICED) {
      noticedAt = 0;
      drawing.dismiss();
    }
    var event = cast.events().get(next++);
    now = event.time();
    take(event);
    drawing.show(new byte[0]);
  }

  private void take(CastFile.Event event) {
    switch (event) {
      case CastFile.Event.Output output -> drawing.take(output.bytes());
      case CastFile.Event.Size(_, var columns, var rows) -> drawing.resizeSession(columns, rows);
    }
  }

  /** Shows the recording as it was at another moment. */
  private void seek(double to) {
    var moment = Math.clamp(to, 0, cast.duration());
    if (moment < now) {
      drawing.begin(cast.columns(), cast.rows());
      next = 0;
    }
    while (next < cast.events().size() && cast.events().get(next).time() <= moment) {
      take(cast.events().get(next++));
    }
    now = moment;
  }

  /** Says where the recording is. */
  void tell() throws IOException {
    noticedAt = nanos.getAsLong();
    drawing.notice(
        "%s%s of %s, speed %s; %s"
            .formatted(
                paused ? "paused at " : "", clock(now), clock(cast.duration()), factor(), KEYS));
  }

  private String factor() {
    return speed == Math.rint(speed)
        ? String.valueOf((long) speed)
        : String.format(Locale.ROOT, "%.3g", speed);
  }

  private static String clock(double seconds) {
    return "%d:%02d".formatted((long) seconds / 60, (long) seconds % 60);
  }
}
