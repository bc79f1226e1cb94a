package dev.parley.cli;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The words of a program to start, as they were given on the command line. */
final class CommandWords {
  private CommandWords() {}

  /** One word is a line for the shell, several are a program and its arguments. */
  static void into(ObjectNode params, List<String> words) {
    if (words.size() == 1) {
      params.put("command", words.getFirst());
    } else if (!words.isEmpty()) {
      var array = params.putArray("command");
      words.forEach(array::add);
    }
  }
}
