package dev.parley.server.http;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * How much may be on its way to one watcher. A ping follows what was sent, and its answer says that
 * the watcher has read so far, through whatever the network keeps in between. While answers come at
 * once the window grows step by step; when they take longer than they need to it shrinks by half,
 * so that a watcher who cannot keep up sees what is new rather than what was.
 */
final class Window {
  private static final long SMALLEST = 8 << 10;

  /** The most that is ever under way. */
  static final long LARGEST = 256 << 10;

  static final long FIRST = 64 << 10;

  private static final long PROMPT = Duration.ofMillis(4).toNanos();
  private static final long LATE = Duration.ofMillis(12).toNanos();

  /** A watcher that reads nothing for so long is let go. */
  private static final long STUCK = Duration.ofSeconds(30).toNanos();

  /** A connection that died without a word is noticed by pings this far apart. */
  private static final long SIGN_OF_LIFE = Duration.ofSeconds(20).toNanos();

  private long size = FIRST;
  private long sent;
  private long pinged;
  private long pingedAt = System.nanoTime();
  private long answered;
  private long quickest = Long.MAX_VALUE;
  private long lastTrip;

  synchronized void sent(int bytes) {
    sent += bytes;
  }

  /** Whether it is time to ask how far the watcher has read, or whether it is there at all. */
  synchronized boolean pingDue(long now) {
    return pinged == answered && (sent - pinged >= size / 2 || now - pingedAt > SIGN_OF_LIFE);
  }

  /** Notes that a ping is sent now; its answer is to bring this number back. */
  synchronized long ping(long now) {
    pinged = sent;
    pingedAt = now;
    return pinged;
  }

  /** The watcher has read so far. */
  synchronized void answered(long number, long now) {
    if (number != pinged || number == answered) {
      return; // an answer to nothing we asked, or a mere sign of life
    }
    answered = number;
    lastTrip = now - pingedAt;
    quickest = Math.min(quickest, lastTrip);
    if (lastTrip > quickest + LATE) {
      size = Math.max(SMALLEST, size / 2);
    } else if (lastTrip < quickest + PROMPT) {
      size = Math.min(LARGEST, size + SMALLEST);
    }
  }

  /**
   * Whether something more may be sent.
   *
   * @throws TimeoutException when the watcher has read nothing for too long
   */
  synchronized boolean open(long now) throws TimeoutException {
    if (sent - answered < size) {
      return true;
    }
    if (now - pingedAt > STUCK) {
      throw new TimeoutException("The watcher does not read");
    }
    return false;
  }

  /** How long the last answer took. */
  synchronized Duration lastTrip() {
    return Duration.ofNanos(lastTrip);
  }
}
