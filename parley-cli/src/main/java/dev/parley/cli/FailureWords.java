package dev.parley.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** What went wrong, in words for people. An exception's own are often a name, or nothing. */
final class FailureWords {
  private FailureWords() {}

  static String of(Throwable failed) {
    return known(failed)
        .or(() -> Optional.ofNullable(failed.getMessage()).filter(words -> !words.isBlank()))
        .orElseGet(
            () ->
                "Something is wrong with Parley itself (%s)"
                    .formatted(failed.getClass().getSimpleName()));
  }

  /** Whether the words say all: where it happened inside would help nobody. */
  static boolean sayAll(Throwable failed) {
    return known(failed).isPresent();
  }

  private static Optional<String> known(Throwable failed) {
    return switch (failed) {
      case UncheckedIOException wrapped when wrapped.getCause() != null ->
          Optional.of(of(wrapped.getCause()));
      case NoSuchFileException none ->
          Optional.of("There is no file or folder '%s'".formatted(none.getFile()));
      case AccessDeniedException denied ->
          Optional.of("This user may not use '%s'".formatted(denied.getFile()));
      case FileAlreadyExistsException there ->
          Optional.of("'%s' is there already".formatted(there.getFile()));
      case NotDirectoryException file ->
          Optional.of("'%s' is not a folder".formatted(file.getFile()));
      case FileSystemException other ->
          Optional.of(
              "'%s' cannot be used: %s"
                  .formatted(
                      other.getFile(),
                      Optional.ofNullable(other.getReason()).orElse("no reason given")));
      case InvalidPathException path ->
          Optional.of("No file can be called '%s'".formatted(path.getInput()));
      case InterruptedException _ -> Optional.of("It was interrupted");
      case IOException words when words.getMessage() != null -> Optional.of(words.getMessage());
      default -> Optional.empty();
    };
  }
}
