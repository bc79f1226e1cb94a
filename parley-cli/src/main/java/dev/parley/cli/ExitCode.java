package dev.parley.cli;

/** What a command's exit code says. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int NO_SUCH_SESSION = 3;
  static final int TIMED_OUT = 4;

  private ExitCode() {}
}
