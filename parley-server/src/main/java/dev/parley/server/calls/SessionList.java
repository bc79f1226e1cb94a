package dev.parley.server.calls;

import java.util.ArrayList;
import java.util.List;

/**
 * Sessions of one node or of a fleet.
 *
 * @param silent the nodes that did not answer; what is said of their sessions is what was last
 *     known
 */
public record SessionList(List<SessionEntry> entries, List<String> silent) {
  public SessionList {
    entries = List.copyOf(entries);
    silent = List.copyOf(silent);
  }

  /** The sessions of this node. */
  static SessionList of(List<SessionEntry> entries) {
    return new SessionList(entries, List.of());
  }

  SessionList and(SessionList more) {
    var all = new ArrayList<>(entries);
    all.addAll(more.entries);
    var quiet = new ArrayList<>(silent);
    quiet.addAll(more.silent);
    return new SessionList(all, quiet);
  }
}
