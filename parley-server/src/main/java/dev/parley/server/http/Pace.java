package dev.parley.server.http;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How fast one caller is served. Requests that come faster wait, so that a caller who asks again as
 * soon as it is answered, or turned away, is slowed down and the others are not. An administrator
 * is never slowed down; all whom we do not know share one pace, because they look alike.
 */
final class Pace {
  /** Longer than so nobody is kept waiting; the connection is closed instead. */
  static final Duration LONGEST = Duration.ofSeconds(20);

  /** Names of callers are kept for so long; who was not seen meanwhile has all its burst again. */
  private static final int MOST_CALLERS = 2000;

  /** Requests a second that go on for ever, and how many may come at once before that counts. */
  private record Rate(int perSecond, int burst) {
    private static final int FACTOR = Integer.getInteger("parley.http_pace", 1);

    long apart() {
      return Duration.ofSeconds(1).toNanos() / ((long) perSecond * FACTOR);
    }
  }

  private static final Rate CALLER = new Rate(50, 100);

  /** The console's own files, and logging in. */
  private static final Rate OPEN = new Rate(100, 200);

  /** Who comes with a wrong key, or to a place that is not theirs. */
  private static final Rate TURNED_AWAY = new Rate(20, 40);

  private final LongSupplier nanos;

  /** When the next request of each is due, least recently seen first. */
  private final Map<String, Long> due = new LinkedHashMap<>(16, 0.75f, true);

  Pace(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** How long a request of somebody we know has to wait. */
  Duration of(Caller caller) {
    return caller.role() == Role.ADMIN && !caller.ownOnly()
        ? Duration.ZERO
        : next("caller " + caller.key() + caller.who(), CALLER);
  }

  /** How long a request that needs no key has to wait. */
  Duration ofAnybody() {
    return next("open", OPEN);
  }

  /** How long somebody who is turned away has to wait for being told so. */
  Duration ofTurnedAway() {
    return next("turned away", TURNED_AWAY);
  }

  private synchronized Duration next(String who, Rate rate) {
    var now = nanos.getAsLong();
    var apart = rate.apart();
    var earliest = now - rate.burst() * apart;
    var at = Math.max(due.getOrDefault(who, earliest), earliest);
    var wait = Duration.ofNanos(Math.max(0, at - now));
    if (wait.compareTo(LONGEST) <= 0) { // who is not served does not make others wait
      due.put(who, at + apart);
      if (due.size() > MOST_CALLERS) {
        due.remove(due.keySet().iterator().next());
      }
    }
    return wait;
  }
}
