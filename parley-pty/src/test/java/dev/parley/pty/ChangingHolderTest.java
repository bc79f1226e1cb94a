package dev.parley.pty;

/** A holder in a JVM that becomes the program, as when a version with it comes over one without. */
final class ChangingHolderTest extends NativeHolderTest {
  @Override
  String program() {
    return "";
  }

  @Override
  String next() {
    return compiledHolder();
  }

  @Override
  long mostKilobytes() {
    return 60 * 1024;
  }
}
