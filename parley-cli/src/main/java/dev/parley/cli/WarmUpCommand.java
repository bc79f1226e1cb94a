package dev.parley.cli;

import picocli.CommandLine.Command;

/**
 * Touches the classes that ordinary commands need, once, while the JVM records them for its
 * start-up cache. {@code ./parley} runs it after a build.
 */
@Command(name = "warm-up", hidden = true, description = "Used by the build.")
final class WarmUpCommand implements Runnable {
  @Override
  public void run() {}
}
