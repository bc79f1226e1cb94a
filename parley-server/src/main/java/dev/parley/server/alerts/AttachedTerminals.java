package dev.parley.server.alerts;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The terminals of people that are attached to a session at the moment. */
public final class AttachedTerminals {
  private final List<Predicate<String>> terminals = new CopyOnWriteArrayList<>();

  /** One that is attached, until closed. */
  public interface Attached extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Adds a terminal.
   *
   * @param ring shows a line and rings the bell; false where nobody sees that any more
   */
  public Attached add(Predicate<String> ring) {
    terminals.add(ring);
    return () -> terminals.remove(ring);
  }

  /** Rings all of them; how many that were. */
  int ring(String line) {
    return (int) terminals.stream().filter(terminal -> terminal.test(line)).count();
  }
}
