package dev.parley.server.tools;

import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.launch.EndReason;
import java.time.Duration;
import java.util.Optional;

/** Whose list a session is in: a tool's, for one client, with which the session ends. */
public final class Owners {
  private static final String OF = " of ";
  private static final String KEPT = " kept";
  private static final Duration GRACE = Duration.ofSeconds(2);

  private Owners() {}

  static String name(String list, String client, boolean keep) {
    return list + OF + client + (keep ? KEPT : "");
  }

  /** The client with which a session ends; empty when it ends with none. */
  public static Optional<String> client(Session session) {
    return session
        .launch()
        .owner()
        .filter(owner -> owner.contains(OF) && !owner.endsWith(KEPT))
        .map(owner -> owner.substring(owner.indexOf(OF) + OF.length()));
  }

  /** Ends what a client has left behind. */
  public static void end(Sessions sessions, String client) {
    sessions.list().stream()
        .filter(session -> !session.over() && client(session).equals(Optional.of(client)))
        .forEach(session -> session.end(GRACE, EndReason.CLIENT_GONE));
  }
}
