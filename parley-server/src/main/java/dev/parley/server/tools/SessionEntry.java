package dev.parley.server.tools;

import dev.parley.server.json.Json;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Standing;
import tools.jackson.databind.node.ObjectNode;

/** A session as a list shows it: in short for agents, whole for people and programs. */
public final class SessionEntry {
  private SessionEntry() {}

  /** What {@code session_list} says of it. */
  static ObjectNode brief(Session session) {
    var fields = begun(session);
    TurnAnswer.state(fields, session.state());
    fields.put("command", TurnAnswer.shown(session.launch()));
    session
        .foreground()
        .ifPresent(program -> fields.set("foreground", TurnAnswer.foreground(program)));
    ages(fields, session).put("floor", session.floor().holder().wire());
    var asked = session.asks().pending();
    if (!asked.isEmpty()) {
      var list = fields.putArray("asks");
      asked.forEach(ask -> list.add(ask.kind().wire()));
    }
    return fields;
  }

  /** The same and more, of a moment that has been seen already: this asks nothing of the kernel. */
  public static ObjectNode whole(Session session, Standing standing) {
    var fields = begun(session);
    TurnAnswer.state(fields, standing.state());
    fields
        .put("confidence", standing.verdict().confidence().wire())
        .put("prompt", standing.state().prompt())
        .put("command", TurnAnswer.shown(session.launch()));
    var evidence = fields.putArray("evidence");
    standing.verdict().evidence().forEach(each -> evidence.add(each.wire()));
    standing
        .foreground()
        .ifPresent(program -> fields.set("foreground", TurnAnswer.foreground(program)));
    ages(fields, session)
        .put("fullscreen", standing.fullscreen())
        .put("title", standing.title())
        .put("cols", standing.columns())
        .put("rows", standing.rows())
        .put("started_at", session.startedAt().toString())
        .put("floor", standing.floor().isPresent() ? "human" : "agent");
    standing
        .floor()
        .ifPresent(
            held ->
                fields.put("floor_who", held.who()).put("floor_since", held.since().toString()));
    var asks = fields.putArray("asks");
    for (var ask : standing.asks()) {
      asks.addObject()
          .put("id", ask.id())
          .put("kind", ask.kind().wire())
          .put("message", ask.message())
          .put("since", ask.since().toString());
    }
    session.warning().ifPresent(warning -> fields.put("warning", warning));
    return fields;
  }

  /** Adds the state, and how it ended if it did. */
  public static ObjectNode state(ObjectNode fields, SessionState state) {
    TurnAnswer.state(fields, state);
    return fields;
  }

  private static ObjectNode begun(Session session) {
    var fields = Json.object().put("session", session.id().value());
    session.name().ifPresent(name -> fields.put("name", name));
    return fields;
  }

  private static ObjectNode ages(ObjectNode fields, Session session) {
    return fields.put("age_s", session.age().toSeconds()).put("idle_s", session.idle().toSeconds());
  }
}
