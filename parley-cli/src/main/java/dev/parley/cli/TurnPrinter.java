package dev.parley.cli;

import java.time.Duration;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** Prints a turn: what the program said on stdout, and where things stand on stderr. */
final class TurnPrinter {
  private TurnPrinter() {}

  /**
   * Prints a turn.
   *
   * @return the exit code: a wait that ran out says so, unless nobody wanted to wait
   */
  static int print(JsonNode turn, Answering answering, Duration timeout) {
    if (answering.json) {
      answering.out.println(turn);
    } else {
      answering.out.print(text(turn));
      answering.out.flush();
      answering.remark(standing(turn));
    }
    return switch (turn.path("why").asString("")) {
      case "timeout" -> timeout.isZero() ? ExitCode.DONE : ExitCode.TIMED_OUT;
      case "guard" -> ExitCode.FAILED;
      default -> ExitCode.DONE;
    };
  }

  private static String text(JsonNode turn) {
    var text = new StringBuilder();
    if (turn.has("screen")) {
      turn.path("screen").path("lines").forEach(line -> text.append(line.asString()).append('\n'));
      return text.toString();
    }
    text.append(turn.path("output").asString(""));
    var prompt = turn.path("prompt").asString("");
    // The prompt is no part of the output, but a person looks for it.
    if (!prompt.isEmpty() && !text.toString().endsWith(prompt)) {
      text.append(prompt);
    }
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    return text.toString();
  }

  /** The state in a few words: {@code waiting · python3 · session k3f9}. */
  static String standing(JsonNode turn) {
    var words = new ArrayList<String>();
    words.add(state(turn));
    switch (turn.path("why").asString("")) {
      case "timeout" -> words.add("the wait ran out");
      case "guard" -> words.add("the guard did not hold, nothing was typed");
      case "match" -> words.add("matched " + turn.path("match").path("text").asString(""));
      default -> {}
    }
    if (turn.path("foreground").has("command")) {
      words.add(turn.path("foreground").path("command").asString());
    }
    if (turn.path("why").asString("").equals("command") && turn.path("command").has("exit_code")) {
      words.add("last command exited with " + turn.path("command").path("exit_code").asInt());
    }
    words.add("session " + named(turn));
    words.add("offset " + turn.path("to").asLong());
    return String.join(" · ", words);
  }

  static String state(JsonNode fields) {
    var state = fields.path("state").asString("");
    if (fields.has("signal")) {
      return state + " by " + fields.path("signal").asString();
    }
    return fields.has("exit_code") ? state + " " + fields.path("exit_code").asInt() : state;
  }

  /** The name where there is one, and else the id: what a person would type next. */
  static String named(JsonNode fields) {
    return fields.path("name").asString(fields.path("session").asString(""));
  }
}
