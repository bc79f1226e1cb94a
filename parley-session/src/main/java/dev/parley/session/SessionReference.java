package dev.parley.session;

import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what a caller means by an id, the beginning of one, or a name. */
final class SessionReference {
  private static final int LONGEST_SHOWN = 80;

  private SessionReference() {}

  /**
   * The one session that is meant; a living one before one that has ended.
   *
   * @throws Refusal when there is none, or more than one
   */
  static Session find(String reference, Map<SessionId, Session> sessions) {
    if (reference.indexOf('/') >= 0) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "'%s' is named as a session of another node, and this can be done there only"
              .formatted(shown(reference)),
          "Do it on that node");
    }
    var exact = sessions.get(new SessionId(reference));
    if (exact != null) {
      return exact;
    }
    var named =
        sessions.values().stream()
            .filter(session -> session.name().equals(Optional.of(reference)))
            .max(
                Comparator.comparing((Session session) -> !session.over())
                    .thenComparing(Session::startedAt));
    if (named.isPresent()) {
      return named.get();
    }
    var beginning =
        reference.isEmpty()
            ? List.<Session>of()
            : sessions.values().stream()
                .filter(session -> session.id().value().startsWith(reference))
                .toList();
    if (beginning.size() == 1) {
      return beginning.getFirst();
    }
    throw new Refusal(
        Refusal.Code.NOT_FOUND,
        beginning.isEmpty()
            ? "There is no session '%s'".formatted(shown(reference))
            : "'%s' is the beginning of %d sessions' ids"
                .formatted(shown(reference), beginning.size()),
        Advice.Step.LIST_SESSIONS);
  }

  private static String shown(String reference) {
    var safe = reference.replaceAll("\\p{Cntrl}", "?");
    return safe.length() <= LONGEST_SHOWN ? safe : safe.substring(0, LONGEST_SHOWN) + "…";
  }
}
