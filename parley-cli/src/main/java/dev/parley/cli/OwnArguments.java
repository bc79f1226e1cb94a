package dev.parley.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of this process as they were typed. A JVM in a locale that is not of UTF-8 makes
 * U+FFFD of what it does not know; the kernel still has the bytes.
 */
final class OwnArguments {
  private static final String UNKNOWN = "\ufffd";

  private OwnArguments() {}

  static String[] asTyped(String... arguments) {
    if (Arrays.stream(arguments).noneMatch(argument -> argument.contains(UNKNOWN))) {
      return arguments;
    }
    try {
      return last(Files.readAllBytes(Path.of("/proc/self/cmdline")), arguments);
    } catch (IOException elsewhere) {
      return arguments;
    }
  }

  /** The last words of a command line, each ended by a NUL: as many as there are arguments. */
  static String[] last(byte[] commandLine, String... arguments) {
    var words = List.of(new String(commandLine, StandardCharsets.UTF_8).split("\0", -1));
    var end = words.size() - 1; // behind the last NUL
    return end < arguments.length
        ? arguments
        : words.subList(end - arguments.length, end).toArray(String[]::new);
  }
}
