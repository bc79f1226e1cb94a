package dev.parley.server.alerts;

import dev.parley.session.Attention;
import dev.parley.session.launch.SessionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which calls are due. One kind of need calls once: not again until somebody has looked at the
 * session or typed, whatever the program does meanwhile. It knows no clock and no session, and
 * belongs to one thread.
 */
final class Due {
  /**
   * What is known of a session at the moment.
   *
   * @param lastUse when somebody last looked or typed
   */
  record Observed(Attention.Kind kind, long lastUse) {}

  /** A rule that wants to call about a session. */
  record Wanted(Alert alert, SessionId session) {}

  private static final class Need {
    private Attention.Kind kind = Attention.Kind.NONE;
    private long began;
    private long lastUse = Long.MIN_VALUE / 2;
    private final Set<String> called = new HashSet<>();
  }

  private final Map<SessionId, Need> needs = new HashMap<>();

  /** What is due now; each is told once. */
  List<Wanted> at(long now, Collection<Alert> alerts, Map<SessionId, Observed> sessions) {
    needs.keySet().retainAll(sessions.keySet());
    var due = new ArrayList<Wanted>();
    sessions.forEach(
        (session, observed) -> {
          var need = needs.computeIfAbsent(session, _ -> new Need());
          if (observed.lastUse - need.lastUse > 0) {
            need.lastUse = observed.lastUse;
            need.called.clear();
          }
          if (need.kind != observed.kind) {
            need.kind = observed.kind;
            need.began = now;
          }
          for (var alert : alerts) {
            if (alert.when().contains(need.kind)
                && now - need.began >= alert.after().toNanos()
                && need.called.add(key(alert, need))) {
              due.add(new Wanted(alert, session));
            }
          }
        });
    return due;
  }

  /** A call was not made after all, since the session needs nobody at the moment. */
  void takeBack(Wanted wanted) {
    var need = needs.get(wanted.session);
    if (need != null) {
      need.called.remove(key(wanted.alert, need));
    }
  }

  /** When the next call will be due if nothing changes. */
  OptionalLong next(Collection<Alert> alerts) {
    return needs.values().stream()
        .flatMapToLong(
            need ->
                alerts.stream()
                    .filter(alert -> alert.when().contains(need.kind))
                    .filter(alert -> !need.called.contains(key(alert, need)))
                    .mapToLong(alert -> need.began + alert.after().toNanos()))
        .reduce((one, other) -> one - other < 0 ? one : other);
  }

  private static String key(Alert alert, Need need) {
    return alert.id() + " " + need.kind;
  }
}
