package dev.parley.terminal;

import java.util.ArrayList;
import java.util.List;

/** The events of a Terminal that nobody has taken yet, with the places of their sequences. */
final class Events {
  /** More is not kept for a reader that never comes; the newest count. */
  private static final int MOST = 10_000;

  private long from;
  private long to;
  private List<Event> pending = List.of();

  /** The parser says where the sequence it is about to hand over stands. */
  void at(long from, long to) {
    this.from = from;
    this.to = to;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  void bell() {
    add(new Event.Bell(from, to));
  }

  void add(Event event) {
    if (pending.isEmpty()) {
      pending = new ArrayList<>();
    } else if (pending.size() == MOST) {
      pending = new ArrayList<>(pending.subList(MOST / 2, MOST));
    }
    pending.add(event);
  }

  List<Event> take() {
    List<Event> taken = pending;
    pending = List.of();
    return taken;
  }
}
