package dev.parley.cli;

import java.io.IOException;

/**
 * The daemon's main class. It names nothing of the command line's parser, which takes a while to
 * load and which the JVM's start-up cache cannot keep.
 */
final class DaemonProcess {
  private DaemonProcess() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    DaemonCommandLine.run();
  }
}
