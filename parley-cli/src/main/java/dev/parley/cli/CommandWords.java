package dev.parley.cli;

import dev.parley.client.RemoteLaunch;
import java.util.List;

/** The words of a program to start, as they were given on the command line. */
final class CommandWords {
  private CommandWords() {}

  /** One word is a line for the shell, several are a program and its arguments, none is a shell. */
  static RemoteLaunch launch(List<String> words) {
    return switch (words.size()) {
      case 0 -> RemoteLaunch.shell();
      case 1 -> RemoteLaunch.line(words.getFirst());
      default -> RemoteLaunch.of(words);
    };
  }
}
