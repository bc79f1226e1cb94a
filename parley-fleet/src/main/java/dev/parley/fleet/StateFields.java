package dev.parley.fleet;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.pty.finding.Evidence;
import dev.parley.server.json.Json;
import dev.parley.session.Confidence;
import dev.parley.session.Rule;
import dev.parley.session.SessionState;
import dev.parley.session.Verdict;
import dev.parley.session.refusal.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a session is doing, as one node tells it to another: there and back without a loss. */
final class StateFields {
  private StateFields() {}

  static ObjectNode of(Verdict verdict) {
    var fields =
        Json.object()
            .put("confidence", verdict.confidence().name())
            .put("rule", verdict.rule().name());
    fields.set("state", of(verdict.state()));
    fields.set("evidence", texts(Evidence.wire(verdict.evidence())));
    return fields;
  }

  static Verdict verdict(JsonNode fields) {
    return new Verdict(
        state(fields.path("state")),
        Confidence.valueOf(fields.path("confidence").asString()),
        texts(fields.path("evidence")).stream().map(Evidence::parse).toList(),
        Rule.valueOf(fields.path("rule").asString()));
  }

  static ObjectNode of(SessionState state) {
    var fields = Json.object().put("is", state.wire());
    switch (state) {
      case SessionState.Waiting _, SessionState.Secret _, SessionState.Ready _ ->
          fields.put("prompt", state.prompt());
      case SessionState.Exited(Exit.Code(var code)) -> fields.put("code", code);
      case SessionState.Exited(Exit.Killed(var number, var name)) ->
          fields.put("signal", number).put("name", name);
      case SessionState.Working _, SessionState.Lost _, SessionState.Unreachable _ -> {}
    }
    return fields;
  }

  static SessionState state(JsonNode fields) {
    var prompt = fields.path("prompt").asString("");
    return switch (fields.path("is").asString("")) {
      case "waiting" -> new SessionState.Waiting(prompt);
      case "secret" -> new SessionState.Secret(prompt);
      case "ready" -> new SessionState.Ready(prompt);
      case "exited" ->
          new SessionState.Exited(
              fields.has("signal")
                  ? new Exit.Killed(fields.path("signal").asInt(), fields.path("name").asString())
                  : new Exit.Code(fields.path("code").asInt()));
      case "lost" -> new SessionState.Lost();
      case "unreachable" -> new SessionState.Unreachable();
      default -> new SessionState.Working();
    };
  }

  static ObjectNode of(Foreground program) {
    var fields =
        Json.object()
            .put("pid", program.pid())
            .put("name", program.name())
            .put("directory", program.directory());
    fields.set("command", texts(program.command()));
    return fields;
  }

  static Optional<Foreground> foreground(JsonNode fields) {
    return fields.isObject()
        ? Optional.of(
            new Foreground(
                fields.path("pid").asLong(),
                fields.path("name").asString(),
                texts(fields.path("command")),
                fields.path("directory").asString()))
        : Optional.empty();
  }

  static ObjectNode of(Advice advice) {
    return switch (advice) {
      case Advice.Step step -> Json.object().put("step", step.name());
      case Advice.ReadFrom(var offset) -> Json.object().put("read_from", offset);
      case Advice.AcceptHostKey(var target) -> Json.object().put("accept_host_key", target);
      case Advice.Plain(var text) -> Json.object().put("plain", text);
    };
  }

  static Optional<Advice> advice(JsonNode fields) {
    if (fields.has("step")) {
      return Optional.of(Advice.Step.valueOf(fields.path("step").asString()));
    }
    if (fields.has("read_from")) {
      return Optional.of(new Advice.ReadFrom(fields.path("read_from").asLong()));
    }
    if (fields.has("accept_host_key")) {
      return Optional.of(new Advice.AcceptHostKey(fields.path("accept_host_key").asString()));
    }
    return fields.path("plain").asStringOpt().map(Advice.Plain::new);
  }

  static ArrayNode texts(List<String> texts) {
    var list = Json.array();
    texts.forEach(list::add);
    return list;
  }

  static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(text -> texts.add(text.asString("")));
    return texts;
  }
}
