package dev.parley.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Sessions that have ended and are more than is to be kept. */
record Surplus(List<Session> sessions) {

  Surplus {
    sessions = List.copyOf(sessions);
  }

  static Surplus of(Collection<Session> all, Retention retention) {
    var living = 0L;
    var ended = new ArrayList<Retention.Ended<Session>>();
    for (var session : all) {
      var ago = session.overFor();
      if (ago.isPresent()) {
        ended.add(new Retention.Ended<>(session, ago.get(), session.closing().keptBytes()));
      } else {
        living += session.closing().keptBytes();
      }
    }
    ended.sort(Comparator.comparing(Retention.Ended<Session>::ago).reversed());
    return new Surplus(retention.surplus(ended, living));
  }

  /** How many they are, and what they take on disk. */
  Sessions.Pruned counted() {
    return new Sessions.Pruned(
        sessions.size(),
        sessions.stream().mapToLong(session -> session.closing().diskBytes()).sum());
  }
}
