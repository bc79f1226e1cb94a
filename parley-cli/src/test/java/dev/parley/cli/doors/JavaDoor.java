package dev.parley.cli.doors;

import dev.parley.pty.Exit;
import dev.parley.pty.Signal;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.Turn;
import dev.parley.session.Until;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.terminal.picture.Picture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The library, as a program uses it that has the engine in its own process. */
final class JavaDoor implements Door {
  private final Sessions sessions = Sessions.inProcess();
  private final Map<String, Long> readTo = new HashMap<>();

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    try {
      return switch (what) {
        case "session_start" -> start(arguments);
        case "session_send" -> send(arguments);
        case "session_read" -> read(arguments);
        case "session_list" -> list(arguments);
        case "session_close" -> close(arguments);
        case "resize" -> resize(arguments);
        case "signal" -> signal(arguments);
        case "screen" -> text(Picture.text(session(arguments).screen()));
        case "export" -> text(session(arguments).read(0, View.everything()).text());
        default -> throw new IllegalArgumentException(what);
      };
    } catch (Refusal refused) {
      return Door.refused(refused.code().wire());
    }
  }

  private Session session(JsonNode arguments) {
    return sessions.get(arguments.path("session").asString());
  }

  private JsonNode start(ObjectNode arguments) {
    var session = sessions.start(launch(arguments));
    return fields(session.await(expectation(arguments), view(arguments), 0), arguments);
  }

  private static Launch launch(ObjectNode arguments) {
    var command = arguments.path("command");
    var launch =
        command.isMissingNode()
            ? Launch.shell("/bin/bash")
            : command.isArray()
                ? Launch.of(command.valueStream().map(JsonNode::asString).toList())
                : Launch.line("/bin/bash", command.asString());
    if (arguments.has("cwd")) {
      launch = launch.in(Path.of(arguments.path("cwd").asString()));
    }
    if (arguments.has("name")) {
      launch = launch.named(arguments.path("name").asString());
    }
    Map<String, String> environment =
        arguments
            .path("env")
            .propertyStream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().asString()));
    return launch
        .with(environment)
        .sized(arguments.path("cols").asInt(120), arguments.path("rows").asInt(40));
  }

  private JsonNode send(ObjectNode arguments) {
    var session = session(arguments);
    var state = arguments.path("if_state").asString("");
    var offset = arguments.path("if_offset").asLong(-1);
    var guard =
        new Guard(
            state.isEmpty() ? Optional.empty() : Optional.of(state),
            offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset));
    return fields(
        session.send(input(arguments), expectation(arguments), view(arguments), guard), arguments);
  }

  private static Input input(ObjectNode arguments) {
    if (arguments.has("text")) {
      var text = arguments.path("text").asString();
      return arguments.path("enter").asBoolean(true) ? Input.line(text) : Input.text(text);
    } else if (arguments.has("keys")) {
      return Input.keys(arguments.path("keys").valueStream().map(JsonNode::asString).toList());
    }
    return Input.paste(arguments.path("paste").asString());
  }

  private JsonNode read(ObjectNode arguments) {
    if (arguments.has("sessions")) {
      var many =
          arguments
              .path("sessions")
              .valueStream()
              .map(one -> sessions.get(one.asString()))
              .toList();
      return fields(
          sessions.awaitAny(many, expectation(arguments), view(arguments), Session::answeredTo),
          arguments);
    }
    var session = session(arguments);
    var asked = arguments.path("from");
    var from =
        asked.isMissingNode()
            ? readTo.getOrDefault(session.id().value(), 0L)
            : asked.asLong() < 0 ? session.lastLines((int) -asked.asLong()) : asked.asLong();
    return fields(session.await(expectation(arguments), view(arguments), from), arguments);
  }

  private JsonNode list(ObjectNode arguments) {
    var answer = JSON.createObjectNode();
    var list = answer.putArray("sessions");
    for (var session : sessions.list()) {
      var state = session.state();
      if (arguments.path("include_exited").asBoolean(false) || !state.over()) {
        var entry = list.addObject().put("session", session.id().value());
        session.name().ifPresent(name -> entry.put("name", name));
        state(entry, state);
        entry.put("floor", session.floor().holder().wire());
      }
    }
    return answer;
  }

  private JsonNode close(ObjectNode arguments) {
    var session = session(arguments);
    session.end(
        arguments.path("force").asBoolean(false) ? Duration.ZERO : Duration.ofSeconds(2), "test");
    var answer = JSON.createObjectNode();
    state(answer, session.await(Expectation.exit()).state());
    return answer;
  }

  private JsonNode resize(ObjectNode arguments) {
    session(arguments).resize(arguments.path("cols").asInt(), arguments.path("rows").asInt());
    return JSON.createObjectNode();
  }

  private JsonNode signal(ObjectNode arguments) {
    var signal =
        Signal.named(arguments.path("signal").asString())
            .orElseThrow(() -> new Refusal(Refusal.Code.BAD_INPUT, "no such signal"));
    session(arguments).signal(signal, Signal.To.FOREGROUND);
    return JSON.createObjectNode();
  }

  private static JsonNode text(String text) {
    return JSON.createObjectNode().put("text", text);
  }

  private static Expectation expectation(ObjectNode arguments) {
    var expectation =
        Expectation.turn()
            .within(Duration.ofMillis(arguments.path("timeout_ms").asLong(15_000)))
            .quietFor(Duration.ofMillis(arguments.path("quiet_ms").asLong(1500)));
    if (arguments.has("until")) {
      List<Until> until =
          arguments
              .path("until")
              .valueStream()
              .map(word -> Until.named(word.asString()))
              .map(
                  found ->
                      found.orElseThrow(() -> new Refusal(Refusal.Code.BAD_INPUT, "no such end")))
              .toList();
      expectation = expectation.only(until.toArray(Until[]::new));
    }
    return arguments.has("pattern")
        ? expectation.matching(arguments.path("pattern").asString())
        : expectation;
  }

  private static View view(ObjectNode arguments) {
    return new View(
        View.Kind.named(arguments.path("view").asString("text"))
            .orElseThrow(() -> new Refusal(Refusal.Code.BAD_INPUT, "no such view")),
        arguments.path("max_tokens").asInt(View.DEFAULT_TOKENS));
  }

  private JsonNode fields(Turn turn, ObjectNode arguments) {
    readTo.put(turn.session().value(), turn.excerpt().to());
    var fields =
        JSON.createObjectNode()
            .put("session", turn.session().value())
            .put("why", turn.why().wire())
            .put("prompt", turn.state().prompt())
            .put("fullscreen", turn.fullscreen())
            .put("output", turn.output())
            .put("from", turn.excerpt().from())
            .put("to", turn.excerpt().to())
            .put("floor", turn.floor().wire());
    turn.name().ifPresent(name -> fields.put("name", name));
    state(fields, turn.state());
    turn.excerpt()
        .omitted()
        .ifPresent(omitted -> fields.putObject("omitted").put("bytes", omitted.bytes()));
    turn.match()
        .ifPresent(
            match -> {
              var found = fields.putObject("match").put("text", match.text());
              var groups = found.putArray("groups");
              match.groups().forEach(groups::add);
            });
    turn.command()
        .ifPresent(
            command ->
                fields
                    .putObject("command")
                    .put("text", command.command())
                    .put("exit_code", command.exitCode().orElse(-1)));
    if (turn.fullscreen() || arguments.path("view").asString("").equals("screen")) {
      var screen = fields.putObject("screen");
      screen.put("cols", turn.screen().columns()).put("rows", turn.screen().rows());
    }
    return fields;
  }

  private static void state(ObjectNode fields, SessionState state) {
    fields.put("state", state.wire());
    if (state instanceof SessionState.Exited exited) {
      fields.put("exit_code", exited.exit().shellCode());
      if (exited.exit() instanceof Exit.Killed killed) {
        fields.put("signal", killed.name());
      }
    }
  }

  @Override
  public void close() {
    sessions.close();
  }
}
