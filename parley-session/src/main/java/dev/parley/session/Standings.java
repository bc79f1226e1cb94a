package dev.parley.session;

import dev.parley.pty.finding.Evidence;
import dev.parley.session.refusal.Refusal;
import java.util.concurrent.locks.ReentrantLock;

/** Where one session stands, all of it at one moment. */
final class Standings {
  private final StateReader states;
  private final Reading reading;
  private final Floor floor;
  private final Asks asks;
  private final Needs needs;
  private final Activity activity;
  private final End end;
  private final Bell bell;
  private final ReentrantLock lock;
  private Seen seen = new Seen(-1, new SessionState.Lost(), false, false);
  private Glimpse last = Glimpse.NOTHING;

  /** What the last glimpse was taken of; while it is the same, so is the glimpse. */
  private record Seen(long offset, SessionState state, boolean needed, boolean wholeLines) {}

  Standings(Wait.On on, Asks asks) {
    this.states = on.states();
    this.reading = on.reading();
    this.floor = on.floor();
    this.asks = asks;
    this.needs = on.needs();
    this.activity = on.activity();
    this.end = on.end();
    this.bell = on.bell();
    this.lock = on.lock();
  }

  Standing now() {
    lock.lock();
    try {
      var verdict = states.now();
      var pending = asks.pending();
      var sight = reading.sightAsParsed(0);
      var failure = states.failureShown();
      var attention = needs.now(verdict, pending, new Needs.Box(states.isBoxAgain(), failure));
      return Standing.of(
          failure.isPresent() ? verdict.and(Evidence.Shown.ERROR) : verdict,
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

  /**
   * Somebody says in the program's name what it needs: a question, that it is done or has failed;
   * NONE takes that back.
   *
   * @throws Refusal when that cannot be said by others, or the session has ended
   */
  void tell(Attention.Kind kind, String text) {
    end.checkAlive();
    if (kind == Attention.Kind.ASKED || kind == Attention.Kind.SECRET) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "Only the session itself can tell '%s'".formatted(kind.wire()),
          "Use question, done, failed or none");
    }
    lock.lock();
    try {
      needs.tell(kind, text, states.now().state());
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /** Somebody looks; whoever listens for what the session needs is told at once. */
  void looked() {
    activity.used();
    if (needs.isNeeded()) {
      bell.nudge();
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
