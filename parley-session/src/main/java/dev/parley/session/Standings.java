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
      return Standing.of(
          verdict,
          states.foreground(),
          states.fullscreen(),
          reading.screen(),
          floor.holding(),
          pending,
          needs.now(verdict.state(), pending));
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
}
