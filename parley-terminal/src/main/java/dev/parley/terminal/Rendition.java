package dev.parley.terminal;

/** Writes colours and attributes as the numbers of SGR. */
final class Rendition {
  private Rendition() {}

  /**
   * A colour with a semicolon before it, or nothing; {@code base} is 30, 40, or 50 for underlines.
   */
  static String color(int packed, int base) {
    if (packed == 0) {
      return "";
    }
    if (packed >= Styles.RGB) {
      return ";%d:2::%d:%d:%d"
          .formatted(base + 8, packed >> 16 & 0xff, packed >> 8 & 0xff, packed & 0xff);
    }
    int index = packed & 0xff;
    if (base != 50 && index < 16) {
      return ";" + (index < 8 ? base + index : base + 60 + index - 8);
    }
    return ";" + (base + 8) + ":5:" + index;
  }
}
