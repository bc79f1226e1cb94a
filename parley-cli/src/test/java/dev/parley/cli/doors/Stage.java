package dev.parley.cli.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where one conversation is held through one door; the session started last is spoken to. */
final class Stage {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Door door;
  private final List<String> sessions = new ArrayList<>();

  Stage(Door door) {
    this.door = door;
  }

  /** What came back, said in one line: only what every door must say alike. */
  record Seen(JsonNode answer) {
    /** Checks the whole line. */
    Seen says(String line) {
      assertThat(line()).isEqualTo(line);
      return this;
    }

    String line() {
      if (answer.has("error")) {
        return "refused " + answer.path("error").path("code").asString();
      }
      var words = new ArrayList<String>();
      words.add(text("why"));
      words.add(text("state"));
      words.add(answer.has("signal") ? text("signal") : text("exit_code"));
      words.add(answer.path("fullscreen").asBoolean(false) ? "fullscreen" : "");
      words.add(quoted("‹", text("prompt"), "›"));
      words.add(quoted("«", text("output"), "»"));
      if (answer.has("match")) {
        words.add("match " + answer.path("match").path("text").asString());
        answer.path("match").path("groups").forEach(group -> words.add(group.asString()));
      }
      return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
    }

    private static String quoted(String open, String text, String close) {
      return text.isEmpty() ? "" : open + text.replace("\n", "⏎") + close;
    }

    String text(String field) {
      return answer.path(field).asString("");
    }

    long number(String field) {
      return answer.path(field).asLong();
    }

    JsonNode field(String name) {
      return answer.path(name);
    }
  }

  // --- calls ----------------------------------------------------------------------------------

  /** Starts a line in the shell. */
  Seen start(String line, Object... more) {
    return started(object(more).put("command", line));
  }

  /** Starts a program as it is. */
  Seen program(String... words) {
    var arguments = object();
    var command = arguments.putArray("command");
    List.of(words).forEach(command::add);
    return started(arguments);
  }

  /** Starts an interactive shell with a short prompt, whatever the machine's start-up files say. */
  Seen shell() {
    started(object());
    return say("PS1='$ '").says("command ready ‹$ ›");
  }

  private Seen started(ObjectNode arguments) {
    var seen = new Seen(door.call("session_start", arguments));
    if (seen.answer().has("session")) {
      sessions.add(seen.text("session"));
    }
    return seen;
  }

  Seen say(String text, Object... more) {
    return send("text", text, more);
  }

  Seen send(String kind, Object value, Object... more) {
    var arguments = object(more).put("session", session());
    arguments.set(kind, Door.JSON.valueToTree(value));
    return new Seen(door.call("session_send", arguments));
  }

  Seen keys(String... keys) {
    return send("keys", List.of(keys));
  }

  Seen read(Object... more) {
    return new Seen(door.call("session_read", object(more).put("session", session())));
  }

  /** Any call, about the session unless it names another. */
  Seen call(String what, Object... more) {
    var arguments = object(more);
    if (!arguments.has("session") && !arguments.has("sessions") && !what.equals("session_list")) {
      arguments.put("session", session());
    }
    return new Seen(door.call(what, arguments));
  }

  /** This session's entry in the list; missing when it is not there. */
  Seen listed(boolean endedToo) {
    var list = door.call("session_list", object("include_exited", endedToo)).path("sessions");
    for (var entry : list) {
      if (entry.path("session").asString().equals(session())) {
        return new Seen(entry);
      }
    }
    return new Seen(Door.JSON.missingNode());
  }

  String session() {
    return sessions.getLast();
  }

  List<String> sessions() {
    return sessions;
  }

  /** A name nobody else has. */
  static String newName() {
    return "door" + NAMES.incrementAndGet();
  }

  static ObjectNode object(Object... namesAndValues) {
    var object = Door.JSON.createObjectNode();
    for (var index = 0; index < namesAndValues.length; index += 2) {
      object.set((String) namesAndValues[index], Door.JSON.valueToTree(namesAndValues[index + 1]));
    }
    return object;
  }

  void clear() {
    for (var session : sessions) {
      door.call("session_close", object("session", session, "force", true));
    }
  }
}
