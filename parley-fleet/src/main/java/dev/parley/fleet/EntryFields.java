package dev.parley.fleet;

import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.Asks;
import dev.parley.session.Attention;
import dev.parley.session.Floor;
import dev.parley.session.Glimpse;
import dev.parley.session.QuickAnswer;
import dev.parley.session.SecretReader;
import dev.parley.session.SessionState;
import dev.parley.session.Standing;
import dev.parley.session.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sessions of a list as one node tells them to another: there and back without a loss. */
final class EntryFields {
  private EntryFields() {}

  static ObjectNode of(SessionEntry entry) {
    var fields =
        Json.object()
            .put("session", entry.id().value())
            .put("command", entry.command())
            .put("started_at", entry.startedAt().toString())
            .put("age_ms", entry.age().toMillis())
            .put("idle_ms", entry.idle().toMillis());
    text(fields, "name", entry.name());
    text(fields, "ended_by", entry.endedBy());
    text(fields, "ended_at", entry.endedAt().map(Instant::toString));
    text(fields, "owner", entry.owner());
    text(fields, "sandbox", entry.sandbox());
    text(fields, "sandboxed_by", entry.sandboxedBy());
    text(fields, "warning", entry.warning());
    var limits = fields.putObject("limits");
    entry.limits().forEach(limits::put);
    fields.set("standing", of(entry.standing()));
    return fields;
  }

  private static void text(ObjectNode fields, String name, Optional<String> value) {
    value.ifPresent(text -> fields.put(name, text));
  }

  static SessionEntry read(String node, JsonNode fields) {
    var limits = new LinkedHashMap<String, String>();
    for (var limit : fields.path("limits").properties()) {
      limits.put(limit.getKey(), limit.getValue().asString(""));
    }
    return new SessionEntry(
        TurnFields.id(node, fields),
        fields.path("name").asStringOpt(),
        standing(fields.path("standing")),
        fields.path("command").asString(""),
        Instant.parse(fields.path("started_at").asString()),
        Duration.ofMillis(fields.path("age_ms").asLong()),
        Duration.ofMillis(fields.path("idle_ms").asLong()),
        fields.path("ended_by").asStringOpt(),
        fields.path("ended_at").asStringOpt().map(Instant::parse),
        fields.path("owner").asStringOpt(),
        fields.path("sandbox").asStringOpt(),
        fields.path("sandboxed_by").asStringOpt(),
        limits,
        fields.path("warning").asStringOpt(),
        Optional.of(node));
  }

  /** What was last known of a session whose node does not answer. */
  static SessionEntry unreachable(SessionEntry last) {
    return in(new SessionState.Unreachable(), last);
  }

  /** What was last known of a session whose node has not come back. */
  static SessionEntry lost(SessionEntry last) {
    return in(new SessionState.Lost(), last);
  }

  private static SessionEntry in(SessionState state, SessionEntry last) {
    if (last.state().over()) {
      return last;
    }
    var verdict = last.standing().verdict();
    return last.at(
        last.standing()
            .with(new Verdict(state, verdict.confidence(), verdict.evidence(), verdict.rule())));
  }

  private static ObjectNode of(Standing standing) {
    var fields =
        Json.object()
            .put("fullscreen", standing.fullscreen())
            .put("title", standing.title())
            .put("columns", standing.columns())
            .put("rows", standing.rows());
    fields.set("verdict", StateFields.of(standing.verdict()));
    standing.foreground().ifPresent(one -> fields.set("foreground", StateFields.of(one)));
    standing
        .floor()
        .ifPresent(
            held ->
                fields
                    .putObject("floor")
                    .put("who", held.who())
                    .put("since", held.since().toString()));
    var asks = fields.putArray("asks");
    standing.asks().forEach(ask -> asks.add(of(ask)));
    var attention = standing.attention();
    fields
        .putObject("attention")
        .put("kind", attention.kind().name())
        .put("reason", attention.reason())
        .put("since", attention.since().toString())
        .put("unseen_since", attention.unseenSince());
    fields.set("glimpse", of(standing.glimpse()));
    return fields;
  }

  private static Standing standing(JsonNode fields) {
    var floor = fields.path("floor");
    var attention = fields.path("attention");
    List<Asks.Ask> asks = new ArrayList<>();
    fields.path("asks").forEach(ask -> asks.add(ask(ask)));
    return new Standing(
        StateFields.verdict(fields.path("verdict")),
        StateFields.foreground(fields.path("foreground")),
        fields.path("fullscreen").asBoolean(),
        fields.path("title").asString(""),
        fields.path("columns").asInt(),
        fields.path("rows").asInt(),
        floor.isObject()
            ? Optional.of(
                new Floor.Holding(floor.path("who").asString(), time(floor.path("since"))))
            : Optional.empty(),
        asks,
        new Attention(
            Attention.Kind.valueOf(attention.path("kind").asString()),
            attention.path("reason").asString(""),
            time(attention.path("since")),
            attention.path("unseen_since").asLong()),
        glimpse(fields.path("glimpse")));
  }

  private static ObjectNode of(Glimpse glimpse) {
    var fields = Json.object().put("offset", glimpse.offset());
    var lines = fields.putArray("lines");
    glimpse.lines().forEach(lines::add);
    var answers = fields.putArray("answers");
    for (var answer : glimpse.answers()) {
      answers
          .addObject()
          .put("label", answer.label())
          .put("text", answer.text())
          .put("enter", answer.enter());
    }
    return fields;
  }

  private static QuickAnswer answer(JsonNode fields) {
    return new QuickAnswer(
        fields.path("label").asString(""),
        fields.path("text").asString(""),
        fields.path("enter").asBoolean());
  }

  private static Glimpse glimpse(JsonNode fields) {
    List<String> lines = new ArrayList<>();
    fields.path("lines").forEach(line -> lines.add(line.asString("")));
    List<QuickAnswer> answers = new ArrayList<>();
    fields.path("answers").forEach(one -> answers.add(answer(one)));
    return new Glimpse(lines, answers, fields.path("offset").asLong());
  }

  private static Instant time(JsonNode text) {
    return Instant.parse(text.asString());
  }

  private static ObjectNode of(Asks.Ask ask) {
    var fields =
        Json.object()
            .put("id", ask.id())
            .put("kind", ask.kind().name())
            .put("message", ask.message())
            .put("since", ask.since().toString());
    fields
        .putObject("reader")
        .put("pid", ask.reader().pid())
        .put("started", ask.reader().started())
        .put("name", ask.reader().name())
        .put("executable", ask.reader().executable())
        .put("prompt", ask.reader().prompt());
    return fields;
  }

  private static Asks.Ask ask(JsonNode fields) {
    var reader = fields.path("reader");
    return new Asks.Ask(
        fields.path("id").asString(),
        Asks.Kind.valueOf(fields.path("kind").asString()),
        fields.path("message").asString(""),
        time(fields.path("since")),
        new SecretReader(
            reader.path("pid").asLong(),
            reader.path("started").asLong(),
            reader.path("name").asString(""),
            reader.path("executable").asString(""),
            reader.path("prompt").asString("")));
  }
}
