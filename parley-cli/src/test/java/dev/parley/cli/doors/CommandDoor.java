package dev.parley.cli.doors;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands people and scripts use. */
final class CommandDoor implements Door {
  private final Command parley;

  CommandDoor(Command parley) {
    this.parley = parley;
  }

  @Override
  public JsonNode call(String what, ObjectNode arguments) {
    var words = new ArrayList<String>();
    switch (what) {
      case "session_start" -> start(words, arguments);
      case "session_send" -> send(words, arguments);
      case "session_read" -> read(words, arguments);
      case "session_list" -> {
        words.addAll(List.of("list", "--json"));
        flag(words, arguments, "include_exited", "--all");
        flag(words, arguments, "fleet", "--fleet");
      }
      case "session_close" -> {
        words.addAll(List.of("close", "--json", session(arguments)));
        flag(words, arguments, "force", "--force");
      }
      case "resize" ->
          words.addAll(
              List.of(
                  "resize",
                  "--json",
                  session(arguments),
                  arguments.path("cols").asString(),
                  arguments.path("rows").asString()));
      case "signal" ->
          words.addAll(
              List.of("signal", "--json", session(arguments), arguments.path("signal").asString()));
      case "screen" -> {
        return printed("screenshot", session(arguments));
      }
      case "export" -> {
        return printed("export", session(arguments), "--format", "text");
      }
      default -> throw new IllegalArgumentException(what);
    }
    return answer(parley.run(words));
  }

  private JsonNode printed(String... words) {
    var ran = parley.run(List.of(words));
    return ran.code() == 0 ? JSON.createObjectNode().put("text", ran.out()) : answer(ran);
  }

  private static JsonNode answer(Command.Ran ran) {
    var answer = ran.out().isBlank() ? ran.err() : ran.out();
    try {
      var json = JSON.readTree(answer);
      // One command closes many.
      return json.path("closed").path(0).isObject() ? json.path("closed").path(0) : json;
    } catch (RuntimeException noJson) {
      throw new AssertionError("%d: %s%s".formatted(ran.code(), ran.out(), ran.err()), noJson);
    }
  }

  private static String session(ObjectNode arguments) {
    return arguments.path("session").asString();
  }

  private static void start(List<String> words, ObjectNode arguments) {
    words.addAll(List.of("start", "--wait", "--json"));
    waiting(words, arguments);
    option(words, arguments, "target", "--target");
    option(words, arguments, "cwd", "--cwd");
    option(words, arguments, "name", "--name");
    option(words, arguments, "cols", "--cols");
    option(words, arguments, "rows", "--rows");
    arguments
        .path("env")
        .forEachEntry((name, value) -> words.add("--env=%s=%s".formatted(name, value.asString())));
    var command = arguments.path("command");
    if (!command.isMissingNode()) {
      words.add("--");
      if (command.isArray()) {
        command.forEach(word -> words.add(word.asString()));
      } else {
        words.add(command.asString());
      }
    }
  }

  private static void send(List<String> words, ObjectNode arguments) {
    words.addAll(List.of("send", "--json"));
    waiting(words, arguments);
    option(words, arguments, "if_state", "--if-state");
    option(words, arguments, "if_offset", "--if-offset");
    arguments.path("keys").forEach(key -> words.add("--key=" + key.asString()));
    if (arguments.has("paste")) {
      words.add("--paste");
    }
    if (!arguments.path("enter").asBoolean(true)) {
      words.add("--no-enter");
    }
    words.add("--");
    words.add(session(arguments));
    arguments.path("text").asStringOpt().ifPresent(words::add);
    arguments.path("paste").asStringOpt().ifPresent(words::add);
  }

  private static void read(List<String> words, ObjectNode arguments) {
    if (arguments.has("sessions")) {
      words.addAll(List.of("wait", "--json"));
      waiting(words, arguments);
      arguments.path("sessions").forEach(one -> words.add(one.asString()));
      return;
    }
    words.addAll(List.of("read", "--json", session(arguments)));
    waiting(words, arguments);
    if (!arguments.has("timeout_ms")) {
      words.add("--timeout=15s");
    }
    option(words, arguments, "grep", "--grep");
    var from = arguments.path("from").asLong(0);
    words.add(from < 0 ? "--last=" + -from : "--from=" + from);
  }

  private static void waiting(List<String> words, ObjectNode arguments) {
    arguments.path("until").forEach(until -> words.add("--until=" + until.asString()));
    option(words, arguments, "pattern", "--pattern");
    option(words, arguments, "view", "--view");
    option(words, arguments, "max_tokens", "--max-tokens");
    if (arguments.has("timeout_ms")) {
      words.add("--timeout=%sms".formatted(arguments.path("timeout_ms").asString()));
    }
    if (arguments.has("quiet_ms")) {
      words.add("--quiet=%sms".formatted(arguments.path("quiet_ms").asString()));
    }
  }

  private static void option(
      List<String> words, ObjectNode arguments, String field, String option) {
    arguments.path(field).asStringOpt().ifPresent(value -> words.add(option + "=" + value));
  }

  private static void flag(List<String> words, ObjectNode arguments, String field, String option) {
    if (arguments.path(field).asBoolean(false)) {
      words.add(option);
    }
  }

  @Override
  public void close() {}
}
