package dev.parley.junit;

import dev.parley.terminal.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Screens as they were when somebody last looked at them, as text files beside the tests. */
final class KeptScreens {
  private static final String SETTING = "parley.screens";
  private static final String FOLDER_SETTING = "parley.screens.folder";

  private final Path folder;

  KeptScreens(Class<?> test) {
    this.folder =
        Path.of(System.getProperty(FOLDER_SETTING, "src/test/screens")).resolve(test.getName());
  }

  void compare(String name, Screen screen) {
    if (!name.matches("\\w[\\w. -]{0,99}")) {
      throw new IllegalArgumentException(
          "A kept screen's name is letters, digits, spaces, dots and dashes, and '%s' is not"
              .formatted(name));
    }
    var file = folder.resolve(name + ".txt");
    var shown = text(screen);
    try {
      if (System.getProperty(SETTING, "").equals("keep")) {
        keep(file, shown);
      } else if (!Files.exists(file)) {
        keep(file, shown);
        throw new AssertionError(
            "There was no screen “%s” yet. It is kept in %s now; look at it, and run the test again.\n%s"
                .formatted(name, file, framed(screen)));
      } else if (!Files.readString(file).equals(shown)) {
        throw new AssertionError(
            "The screen is not the one kept in %s (-D%s=keep keeps it).\nKept:\n%s\nIs:\n%s"
                .formatted(
                    file,
                    SETTING,
                    framed(Files.readString(file), screen.columns()),
                    framed(screen)));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void keep(Path file, String text) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(file, text);
  }

  /** The lines without what is blank at their ends and below. */
  static String text(Screen screen) {
    var lines = screen.lines().stream().map(String::stripTrailing);
    return lines.collect(Collectors.joining("\n")).stripTrailing() + "\n";
  }

  static String framed(Screen screen) {
    return framed(text(screen), screen.columns());
  }

  private static String framed(String text, int columns) {
    var edge = "─".repeat(columns);
    return text.lines()
        .map(line -> "│" + line)
        .collect(Collectors.joining("\n", "┌" + edge + "\n", "\n└" + edge));
  }
}
