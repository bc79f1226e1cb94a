package dev.parley.cli.doors;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteInput;
import dev.parley.client.RemoteLaunch;
import dev.parley.client.RemoteSession;
import dev.parley.client.RemoteSessions;
import dev.parley.client.RemoteWait;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The library, as a program uses it whose sessions are the daemon's. */
final class RemoteJavaDoor implements Door {
  private final RemoteSessions sessions;

  RemoteJavaDoor(Path home) {
    sessions = RemoteSessions.over(ParleyClient.to(new Home(home, home), "doors"));
  }

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    try {
      return switch (what) {
        case "session_start" -> sessions.start(launch(arguments)).await(wait(arguments), 0).json();
        case "session_send" -> send(arguments);
        case "session_read" -> read(arguments);
        case "session_list" -> list(arguments);
        case "session_close" -> close(arguments);
        case "resize" -> {
          session(arguments).resize(arguments.path("cols").asInt(), arguments.path("rows").asInt());
          yield JSON.createObjectNode();
        }
        case "signal" -> {
          session(arguments).signal(arguments.path("signal").asString());
          yield JSON.createObjectNode();
        }
        case "screen" -> text(session(arguments).screen());
        case "export" ->
            text(new String(session(arguments).export("text"), StandardCharsets.UTF_8));
        default -> throw new IllegalArgumentException(what);
      };
    } catch (ClientException refused) {
      return Door.refused(refused.wireCode());
    }
  }

  private RemoteSession session(ObjectNode arguments) {
    return sessions.find(arguments.path("session").asString());
  }

  private static RemoteLaunch launch(ObjectNode arguments) {
    var command = arguments.path("command");
    var launch =
        command.isMissingNode()
            ? RemoteLaunch.shell()
            : command.isArray()
                ? RemoteLaunch.of(
                    command.valueStream().map(JsonNode::asString).toArray(String[]::new))
                : RemoteLaunch.line(command.asString());
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
    var input = input(arguments);
    if (arguments.has("if_state")) {
      input = input.ifState(arguments.path("if_state").asString());
    }
    if (arguments.has("if_offset")) {
      input = input.ifOffset(arguments.path("if_offset").asLong());
    }
    return session(arguments).send(input, wait(arguments)).json();
  }

  private static RemoteInput input(ObjectNode arguments) {
    if (arguments.has("keys")) {
      return RemoteInput.keys(
          arguments.path("keys").valueStream().map(JsonNode::asString).toArray(String[]::new));
    } else if (arguments.has("paste")) {
      return RemoteInput.paste(arguments.path("paste").asString());
    }
    var text = arguments.path("text").asString();
    return arguments.path("enter").asBoolean(true)
        ? RemoteInput.line(text)
        : RemoteInput.text(text);
  }

  private JsonNode read(ObjectNode arguments) {
    if (arguments.has("sessions")) {
      var many =
          arguments
              .path("sessions")
              .valueStream()
              .map(one -> sessions.find(one.asString()))
              .toList();
      return sessions.awaitAny(many, wait(arguments)).json();
    }
    return arguments.has("from")
        ? session(arguments).await(wait(arguments), arguments.path("from").asLong()).json()
        : session(arguments).await(wait(arguments)).json();
  }

  private static RemoteWait wait(ObjectNode arguments) {
    var wait =
        arguments.has("until")
            ? RemoteWait.until(
                arguments
                    .path("until")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toArray(String[]::new))
            : RemoteWait.turn();
    if (arguments.has("pattern")) {
      wait = wait.matching(arguments.path("pattern").asString());
    }
    if (arguments.has("timeout_ms")) {
      wait = wait.within(Duration.ofMillis(arguments.path("timeout_ms").asLong()));
    }
    if (arguments.has("quiet_ms")) {
      wait = wait.quietFor(Duration.ofMillis(arguments.path("quiet_ms").asLong()));
    }
    if (arguments.has("max_tokens")) {
      wait = wait.tokens(arguments.path("max_tokens").asInt());
    }
    return arguments.has("view") ? wait.showing(arguments.path("view").asString()) : wait;
  }

  private JsonNode list(ObjectNode arguments) {
    var answer = JSON.createObjectNode();
    var list = answer.putArray("sessions");
    var all =
        arguments.path("include_exited").asBoolean(false) ? sessions.listAll() : sessions.list();
    all.forEach(session -> list.add(session.read(0).json()));
    return answer;
  }

  private JsonNode close(ObjectNode arguments) {
    var session = session(arguments);
    session.end(arguments.path("force").asBoolean(false) ? Duration.ZERO : Duration.ofSeconds(2));
    return session.await(RemoteWait.until("exit")).json();
  }

  private static JsonNode text(String text) {
    return JSON.createObjectNode().put("text", text);
  }

  @Override
  public void close() {
    sessions.close();
  }
}
