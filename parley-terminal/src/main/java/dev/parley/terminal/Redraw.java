package dev.parley.terminal;

/** Writes a Screen as the escape sequences that draw it. */
final class Redraw {
  private Redraw() {}

  static byte[] of(Screen screen) {
    return new byte[0];
  }
}
