package dev.parley.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The share of the processors that a holder gives its daemon, for this process and all of its
 * terminal's session, until closed. Without it a delay would be that of readers who do not get a
 * turn beside the daemon, and watchers are mostly on other machines. Without the privilege the
 * daemon has no such share either.
 */
final class LargeShare implements AutoCloseable {
  private static final Path SHARE = Path.of("/proc/self/autogroup");
  private static final String LARGE = "-10";

  private String before = "0";

  LargeShare() {
    try {
      before = Files.readString(SHARE).replaceAll(".*nice ", "").strip();
      Files.writeString(SHARE, LARGE);
    } catch (IOException notAllowed) {
      System.err.println("Readers have an ordinary share of the processors: " + notAllowed);
    }
  }

  @Override
  public void close() {
    try {
      Files.writeString(SHARE, before);
    } catch (IOException notAllowed) {
      // then it was not given either
    }
  }
}
