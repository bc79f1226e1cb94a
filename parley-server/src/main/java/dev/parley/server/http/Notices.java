package dev.parley.server.http;

import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.SessionState;
import dev.parley.session.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What of a session's standing a person should be told about, compared with an earlier one. */
record Notices(SessionEntry session) {

  private Standing standing() {
    return session.standing();
  }

  /** What is news since then; all of it when the session is new. */
  List<ObjectNode> since(@Nullable Notices before) {
    var news = new ArrayList<ObjectNode>();
    for (var ask : standing().asks()) {
      if (before == null || !before.standing().asks().contains(ask)) {
        news.add(notice(ask.kind().wire() + "_asked", ask.message()));
      }
    }
    if (standing().asks().isEmpty()
        && asksForSecret()
        && (before == null || !before.asksForSecret())) {
      news.add(notice("waiting_for_person", "It asks: " + standing().state().prompt().strip()));
    }
    if (endedBadly() && before != null && !before.endedBadly()) {
      news.add(notice("ended_badly", ending()));
    }
    return news;
  }

  /** That its sandbox keeps it from a host. */
  ObjectNode refusedHost(String host) {
    return notice("host_refused", "Its sandbox does not let it reach " + host);
  }

  private boolean asksForSecret() {
    return standing().state() instanceof SessionState.Secret;
  }

  private boolean endedBadly() {
    return switch (standing().state()) {
      case SessionState.Exited(var exit) -> exit.shellCode() != 0 && session.endedBy().isEmpty();
      case SessionState.Lost _ -> true;
      case SessionState.Working _,
          SessionState.Waiting _,
          SessionState.Secret _,
          SessionState.Ready _,
          SessionState.Unreachable _ ->
          false;
    };
  }

  private String ending() {
    return standing().state() instanceof SessionState.Exited(var exit)
        ? "It ended with " + exit
        : "It ended, and nobody saw how";
  }

  private ObjectNode notice(String kind, String message) {
    return Json.object()
        .put("session", session.id().value())
        .put("name", session.name().orElse(""))
        .put("kind", kind)
        .put("message", message);
  }
}
