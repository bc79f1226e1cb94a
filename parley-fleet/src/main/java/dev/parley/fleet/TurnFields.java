package dev.parley.fleet;

import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.json.Json;
import dev.parley.session.CommandResult;
import dev.parley.session.Excerpt;
import dev.parley.session.Explanation;
import dev.parley.session.Floor;
import dev.parley.session.Match;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.SessionId;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns as one node tells them to another: there and back without a loss. */
final class TurnFields {
  private TurnFields() {}

  static ObjectNode of(TurnReply reply) {
    var turn = reply.turn();
    var fields =
        Json.object()
            .put("session", turn.session().value())
            .put("why", turn.why().name())
            .put("fullscreen", turn.fullscreen())
            .put("floor", turn.floor().name())
            .put("elapsed_ns", turn.elapsed().toNanos())
            .put("view", reply.view().name())
            .put("output", reply.output())
            .put("started", reply.started());
    turn.name().ifPresent(name -> fields.put("name", name));
    fields.set("verdict", StateFields.of(turn.verdict()));
    turn.foreground().ifPresent(one -> fields.set("foreground", StateFields.of(one)));
    turn.command().ifPresent(one -> fields.set("command", of(one)));
    fields.set("excerpt", of(turn.excerpt(), reply.output()));
    turn.match().ifPresent(one -> fields.set("match", of(one)));
    fields.set("screen", of(turn.screen()));
    turn.hint().ifPresent(advice -> fields.set("turn_hint", StateFields.of(advice)));
    turn.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    reply.hint().ifPresent(advice -> fields.set("hint", StateFields.of(advice)));
    var others = fields.putArray("others");
    for (var other : reply.others()) {
      var entry = others.addObject().put("session", other.session().value());
      other.name().ifPresent(name -> entry.put("name", name));
      entry.set("state", StateFields.of(other.state()));
    }
    reply.explanation().ifPresent(why -> fields.set("explanation", of(why)));
    return fields;
  }

  /** A turn of another node, whose sessions are named by it. */
  static TurnReply read(String node, JsonNode fields) {
    var output = fields.path("output").asString("");
    var turn =
        new Turn(
            id(node, fields),
            fields.path("name").asStringOpt(),
            Why.valueOf(fields.path("why").asString()),
            StateFields.verdict(fields.path("verdict")),
            fields.path("fullscreen").asBoolean(),
            StateFields.foreground(fields.path("foreground")),
            command(fields.path("command")),
            excerpt(fields.path("excerpt"), output),
            match(fields.path("match")),
            screen(fields.path("screen")),
            Floor.Party.valueOf(fields.path("floor").asString()),
            Duration.ofNanos(fields.path("elapsed_ns").asLong()),
            StateFields.advice(fields.path("turn_hint")),
            fields.path("ended_by").asStringOpt());
    var others = new ArrayList<TurnReply.Other>();
    for (var other : fields.path("others")) {
      others.add(
          new TurnReply.Other(
              id(node, other),
              other.path("name").asStringOpt(),
              StateFields.state(other.path("state"))));
    }
    return new TurnReply(
        turn,
        View.Kind.valueOf(fields.path("view").asString()),
        output,
        StateFields.advice(fields.path("hint")),
        others,
        explanation(fields.path("explanation")),
        fields.path("started").asLong());
  }

  /** A session of another node as it is known here. */
  static SessionId id(String node, JsonNode fields) {
    return new SessionId(node + "/" + fields.path("session").asString());
  }

  // --- the parts of a turn --------------------------------------------------------------------

  /** What is shown is mostly all there is, and need not be said twice. */
  private static ObjectNode of(Excerpt excerpt, String output) {
    var fields = Json.object().put("from", excerpt.from()).put("to", excerpt.to());
    if (!excerpt.text().equals(output)) {
      fields.put("text", excerpt.text());
    }
    excerpt
        .omitted()
        .ifPresent(
            omitted ->
                fields
                    .putObject("omitted")
                    .put("bytes", omitted.bytes())
                    .put("lines", omitted.lines())
                    .put("from", omitted.from())
                    .put("to", omitted.to()));
    return fields;
  }

  private static Excerpt excerpt(JsonNode fields, String output) {
    var omitted = fields.path("omitted");
    return new Excerpt(
        fields.path("text").asString(output),
        fields.path("from").asLong(),
        fields.path("to").asLong(),
        omitted.isObject()
            ? Optional.of(
                new Excerpt.Omitted(
                    omitted.path("bytes").asLong(),
                    omitted.path("lines").asLong(),
                    omitted.path("from").asLong(),
                    omitted.path("to").asLong()))
            : Optional.empty());
  }

  private static ObjectNode of(CommandResult command) {
    var fields =
        Json.object()
            .put("command", command.command())
            .put("output", command.output())
            .put("directory", command.directory())
            .put("duration_ns", command.duration().toNanos())
            .put("from", command.from())
            .put("to", command.to());
    command.exitCode().ifPresent(code -> fields.put("exit_code", code));
    return fields;
  }

  private static Optional<CommandResult> command(JsonNode fields) {
    var code = fields.path("exit_code");
    return fields.isObject()
        ? Optional.of(
            new CommandResult(
                fields.path("command").asString(),
                fields.path("output").asString(),
                code.isNumber() ? OptionalInt.of(code.asInt()) : OptionalInt.empty(),
                fields.path("directory").asString(),
                Duration.ofNanos(fields.path("duration_ns").asLong()),
                fields.path("from").asLong(),
                fields.path("to").asLong()))
        : Optional.empty();
  }

  private static ObjectNode of(Match match) {
    var fields =
        Json.object()
            .put("text", match.text())
            .put("before", match.before())
            .put("from", match.from())
            .put("to", match.to());
    fields.set("groups", StateFields.texts(match.groups()));
    return fields;
  }

  private static Optional<Match> match(JsonNode fields) {
    return fields.isObject()
        ? Optional.of(
            new Match(
                fields.path("text").asString(),
                StateFields.texts(fields.path("groups")),
                fields.path("before").asString(),
                fields.path("from").asLong(),
                fields.path("to").asLong()))
        : Optional.empty();
  }

  /** A screen is drawn anew from the bytes that draw it. */
  private static ObjectNode of(Screen screen) {
    return Json.object()
        .put("columns", screen.columns())
        .put("rows", screen.rows())
        .put("revision", screen.revision())
        .put("bytes", Base64.getEncoder().encodeToString(screen.toBytes()));
  }

  private static Screen screen(JsonNode fields) {
    var terminal = new Terminal(fields.path("columns").asInt(), fields.path("rows").asInt());
    var unused = terminal.feed(Base64.getDecoder().decode(fields.path("bytes").asString()));
    return terminal.screen().withRevision(fields.path("revision").asLong());
  }

  // --- explanations ---------------------------------------------------------------------------

  private static ObjectNode of(Explanation why) {
    var finding = why.account().finding();
    var fields = Json.object();
    fields.set("verdict", StateFields.of(why.verdict()));
    fields.set("witnesses", StateFields.texts(why.witnesses()));
    fields.put("doing", finding.doing().name()).put("grade", finding.grade().name());
    fields.set("evidence", StateFields.texts(Evidence.wire(finding.evidence())));
    var processes = fields.putArray("processes");
    for (var looked : why.account().processes()) {
      var process =
          processes
              .addObject()
              .put("pid", looked.pid())
              .put("name", looked.name())
              .put("other_session", looked.otherSession())
              .put("processor_ms", looked.processorMillis());
      var threads = process.putArray("threads");
      looked
          .threads()
          .forEach(task -> threads.addObject().put("tid", task.tid()).put("doing", task.doing()));
    }
    return fields;
  }

  private static Optional<Explanation> explanation(JsonNode fields) {
    if (!fields.isObject()) {
      return Optional.empty();
    }
    var processes = new ArrayList<Account.Looked>();
    for (var process : fields.path("processes")) {
      var tasks = new ArrayList<Account.Task>();
      for (var thread : process.path("threads")) {
        tasks.add(new Account.Task(thread.path("tid").asLong(), thread.path("doing").asString()));
      }
      processes.add(
          new Account.Looked(
              process.path("pid").asLong(),
              process.path("name").asString(),
              process.path("other_session").asBoolean(),
              process.path("processor_ms").asLong(),
              tasks));
    }
    var finding =
        new Finding(
            Finding.Doing.valueOf(fields.path("doing").asString()),
            Finding.Grade.valueOf(fields.path("grade").asString()),
            StateFields.texts(fields.path("evidence")).stream().map(Evidence::parse).toList(),
            Duration.ZERO);
    return Optional.of(
        new Explanation(
            StateFields.verdict(fields.path("verdict")),
            new Account(finding, processes),
            StateFields.texts(fields.path("witnesses"))));
  }
}
