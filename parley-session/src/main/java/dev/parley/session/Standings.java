package dev.parley.session;

import java.util.concurrent.locks.ReentrantLock;

/** Where one session stands, all of it at one moment. */
final class Standings {
  private final StateReader states;
  private final Reading reading;
  private final Floor floor;
  private final Asks asks;
  private final Needs needs;
  private final ReentrantLock lock;
  private Seen seen = new Seen(-1, new SessionState.Lost(), false, false);
  private Glimpse last = Glimpse.NOTHING;

  /** What the last glimpse was taken of; while it is the same, so is the glimpse. */
  private record Seen(long offset, SessionState state, boolean needed, boolean wholeLines) {}

  Standings(
      StateReader states,
      Reading reading,
      Floor floor,
      Asks asks,
      Needs needs,
      ReentrantLock lock) {
    this.states = states;
    this.reading = reading;
    this.floor = floor;
    this.asks = asks;
    this.needs = needs;
    this.lock = lock;
  }

  Standing now() {
    lock.lock();
    try {
      var verdict = states.now();
      var pending = asks.pending();
      var sight = reading.sight(0);
      var attention = needs.now(verdict.state(), pending);
      return Standing.of(
          verdict,
          states.foreground(),
          states.fullscreen(),
          sight.screen(),
          floor.holding(),
          pending,
          attention,
          glimpse(sight, verdict.state(), attention));
    } finally {
      lock.unlock();
    }
  }

  /** Somebody says in the program's name what it needs. */
  void tell(Attention.Kind kind, String text) {
    lock.lock();
    try {
      needs.tell(kind, text, states.now().state());
    } finally {
      lock.unlock();
    }
  }

  private Glimpse glimpse(Sight sight, SessionState state, Attention attention) {
    var of = new Seen(sight.offset(), state, attention.isNeeded(), states.handsOverLines());
    if (!of.equals(seen)) {
      seen = of;
      last = Glimpse.of(sight.screen(), of.offset, state, of.needed, of.wholeLines);
    }
    return last;
  }
}
