package dev.parley.server.wire;

import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.Glimpse;
import tools.jackson.databind.node.ObjectNode;

/** A session of a list as it travels: in short for agents, whole for people and programs. */
public final class EntryFields {
  private EntryFields() {}

  /** What {@code session_list} says of it. */
  static ObjectNode brief(SessionEntry entry) {
    var fields = begun(entry);
    ReplyFields.state(fields, entry.state());
    entry.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    fields.put("command", entry.command());
    foreground(fields, entry);
    ages(fields, entry).put("floor", floor(entry));
    entry.sandbox().ifPresent(profile -> fields.put("sandbox", profile));
    var asked = entry.standing().asks();
    if (!asked.isEmpty()) {
      var list = fields.putArray("asks");
      asked.forEach(ask -> list.add(ask.kind().wire()));
    }
    if (entry.standing().attention().isNeeded()) {
      fields.put("attention", entry.standing().attention().kind().wire());
    }
    return fields;
  }

  /** The same and more. */
  public static ObjectNode whole(SessionEntry entry) {
    var standing = entry.standing();
    var fields = begun(entry);
    ReplyFields.state(fields, standing.state());
    entry.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    fields
        .put("confidence", standing.verdict().confidence().wire())
        .put("prompt", standing.state().prompt())
        .put("command", entry.command());
    var evidence = fields.putArray("evidence");
    standing.verdict().evidence().forEach(each -> evidence.add(each.wire()));
    foreground(fields, entry);
    ages(fields, entry)
        .put("fullscreen", standing.fullscreen())
        .put("title", standing.title())
        .put("cols", standing.columns())
        .put("rows", standing.rows())
        .put("started_at", Json.time(entry.startedAt()))
        .put("floor", floor(entry));
    standing
        .floor()
        .ifPresent(
            held ->
                fields.put("floor_who", held.who()).put("floor_since", Json.time(held.since())));
    var asks = fields.putArray("asks");
    for (var ask : standing.asks()) {
      asks.addObject()
          .put("id", ask.id())
          .put("kind", ask.kind().wire())
          .put("message", ask.message())
          .put("since", Json.time(ask.since()))
          .put("reader", ask.reader().shown())
          .put("prompt", ask.reader().prompt());
    }
    var attention = standing.attention();
    fields.put("attention", attention.kind().wire());
    if (attention.isNeeded()) {
      fields
          .put("attention_reason", attention.reason())
          .put("attention_since", Json.time(attention.since()));
      var lines = fields.putArray("last_lines");
      standing.glimpse().lines().forEach(lines::add);
    }
    answers(fields, standing.glimpse());
    entry.endedAt().ifPresent(at -> fields.put("ended_at", Json.time(at)));
    entry.owner().ifPresent(owner -> fields.put("owner", owner));
    entry.sandbox().ifPresent(profile -> fields.put("sandbox", profile));
    entry.sandboxedBy().ifPresent(engine -> fields.put("sandbox_by", engine));
    if (!entry.limits().isEmpty()) {
      var limits = fields.putObject("limits");
      entry.limits().forEach(limits::put);
    }
    entry.warning().ifPresent(warning -> fields.put("warning", warning));
    return fields;
  }

  private static void answers(ObjectNode fields, Glimpse glimpse) {
    if (!glimpse.answers().isEmpty()) {
      var answers = fields.putArray("answers");
      for (var answer : glimpse.answers()) {
        answers
            .addObject()
            .put("label", answer.label())
            .put("text", answer.text())
            .put("enter", answer.enter());
      }
      fields.put("answers_offset", glimpse.offset());
    }
  }

  private static ObjectNode begun(SessionEntry entry) {
    var fields = Json.object().put("session", entry.id().value());
    entry.node().ifPresent(node -> fields.put("node", node));
    entry.name().ifPresent(name -> fields.put("name", name));
    return fields;
  }

  private static void foreground(ObjectNode fields, SessionEntry entry) {
    entry
        .standing()
        .foreground()
        .ifPresent(program -> fields.set("foreground", ReplyFields.foreground(program)));
  }

  private static String floor(SessionEntry entry) {
    return entry.standing().floor().isPresent() ? "human" : "agent";
  }

  private static ObjectNode ages(ObjectNode fields, SessionEntry entry) {
    return fields.put("age_s", entry.age().toSeconds()).put("idle_s", entry.idle().toSeconds());
  }
}
