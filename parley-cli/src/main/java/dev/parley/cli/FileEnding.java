package dev.parley.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the name of a file says about what is to be in it. */
final class FileEnding {
  private static final Map<String, String> HISTORIES =
      Map.of(
          "cast", "asciicast",
          "txt", "text",
          "text", "text",
          "log", "text",
          "raw", "raw",
          "bin", "raw",
          "html", "html",
          "htm", "html",
          "svg", "svg",
          "png", "png");

  private FileEnding() {}

  /** The ending without its dot, in small letters; nothing where the name has none. */
  static Optional<String> of(Path file) {
    var name = file.getFileName() == null ? "" : file.getFileName().toString();
    var dot = name.lastIndexOf('.');
    return dot < 0 || dot == name.length() - 1
        ? Optional.empty()
        : Optional.of(name.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  /** The format of a whole history for an ending; nothing where it names none. */
  static Optional<String> history(String ending) {
    return Optional.ofNullable(HISTORIES.get(ending));
  }
}
