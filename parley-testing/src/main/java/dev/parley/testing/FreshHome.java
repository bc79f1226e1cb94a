package dev.parley.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A home folder of a test's own. */
public final class FreshHome {
  private FreshHome() {}

  /** A folder as home, in which fish does not begin by reading all manual pages for a minute. */
  public static Path in(Path folder) {
    try {
      Files.createDirectories(folder.resolve(".local/share/fish/generated_completions"));
      return folder;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
