package dev.parley.terminal;

import java.util.EnumMap;
import java.util.Map;

/** Writes a style as the numbers of SGR. */
final class SgrCodes {
  private static final Map<Underline, String> UNDERLINES =
      new EnumMap<>(
          Map.of(
              Underline.NONE, "",
              Underline.SINGLE, ";4",
              Underline.DOUBLE, ";4:2",
              Underline.CURLY, ";4:3",
              Underline.DOTTED, ";4:4",
              Underline.DASHED, ";4:5"));

  private SgrCodes() {}

  /** The numbers that make a plain pen this one, each with a semicolon before it. */
  static String codes(Style style) {
    return (style.bold() ? ";1" : "")
        + (style.faint() ? ";2" : "")
        + (style.italic() ? ";3" : "")
        + UNDERLINES.get(style.underline())
        + (style.blink() ? ";5" : "")
        + (style.inverse() ? ";7" : "")
        + (style.invisible() ? ";8" : "")
        + (style.struck() ? ";9" : "")
        + (style.overline() ? ";53" : "")
        + color(style.foreground(), 30)
        + color(style.background(), 40)
        + color(style.underlineColor(), 50);
  }

  /** {@code base} is 30 for text, 40 for what is behind it, 50 for the line below. */
  private static String color(Color color, int base) {
    return switch (color) {
      case Color.Default _ -> "";
      case Color.Indexed(int index) when index < 8 && base < 50 -> ";" + (base + index);
      case Color.Indexed(int index) when index < 16 && base < 50 -> ";" + (base + 52 + index);
      case Color.Indexed(int index) -> ";" + (base + 8) + ":5:" + index;
      case Color.Rgb rgb ->
          ";" + (base + 8) + ":2::" + rgb.red() + ":" + rgb.green() + ":" + rgb.blue();
    };
  }
}
