package dev.parley.terminal;

import dev.parley.terminal.parser.Offsets;
import java.util.ArrayList;
import java.util.List;

/** The events of a Terminal that nobody has taken yet, with the places of their sequences. */
final class Events {
  /** More is not kept for a reader that never comes; the newest count. */
  private static final int MOST = 10_000;

  private final Offsets offsets;
  private List<Event> pending = List.of();

  Events(Offsets offsets) {
    this.offsets = offsets;
  }

  /** Where the sequence begins that is being acted upon. */
  long from() {
    return offsets.from();
  }

  /** Where it ends. */
  long to() {
    return offsets.to();
  }

  void bell() {
    add(new Event.Bell(from(), to()));
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
