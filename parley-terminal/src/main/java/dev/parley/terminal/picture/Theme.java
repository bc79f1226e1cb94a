package dev.parley.terminal.picture;

import dev.parley.terminal.Color;
import dev.parley.terminal.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The colours a picture is drawn in, each {@code 0xRRGGBB}: those a program leaves to its terminal.
 *
 * @param palette its first 16 entries, the other 240 being the same everywhere, or all of them
 */
public record Theme(int foreground, int background, int cursor, List<Integer> palette) {
  private static final int[] CUBE = {0, 95, 135, 175, 215, 255};

  public static final Theme DARK =
      new Theme(
          0xd4d4d8,
          0x17171c,
          0xe4e4e7,
          List.of(
              0x2e2e36, 0xd13c52, 0x5fbf6e, 0xd7a94a, 0x2f5fd0, 0xb878e0, 0x38c8cf, 0xc8c8ce,
              0x75757f, 0xff7b8a, 0x84de91, 0xf2ca72, 0x86b3ff, 0xd39cf7, 0x6bdde4, 0xffffff));

  public static final Theme LIGHT =
      new Theme(
          0x27272a,
          0xffffff,
          0x27272a,
          List.of(
              0x27272a, 0xb4233a, 0x1c7c33, 0x8a5b00, 0x1d56c4, 0x8132b3, 0x0b7078, 0xb9b9c0,
              0x71717a, 0xd63a52, 0x2b9a46, 0xa97400, 0x3b74e6, 0xa04fd6, 0x168e97, 0xf0f0f2));

  public Theme {
    if (palette.size() != 16 && palette.size() != 256) {
      throw new IllegalArgumentException("A theme names 16 or 256 colours, not " + palette.size());
    }
    palette = List.copyOf(palette);
  }

  /** This theme with foreground and background changed over (DECSCNM). */
  Theme reversed() {
    return new Theme(background, foreground, background, palette);
  }

  /** This theme with the colours that a program has changed, as {@link Screen#colors} has them. */
  Theme with(Map<Integer, Integer> changed) {
    if (changed.isEmpty()) {
      return this;
    }
    var all = new ArrayList<Integer>(256);
    for (int index = 0; index < 256; index++) {
      all.add(changed.getOrDefault(index, indexed(index)));
    }
    return new Theme(
        changed.getOrDefault(256, foreground),
        changed.getOrDefault(257, background),
        changed.getOrDefault(258, cursor),
        all);
  }

  private int indexed(int index) {
    return index < palette.size() ? palette.get(index) : fixed(index);
  }

  int rgb(Color color, int otherwise) {
    return switch (color) {
      case Color.Default _ -> otherwise;
      case Color.Rgb(var value) -> value;
      case Color.Indexed(var index) -> indexed(index);
    };
  }

  /** The palette beyond the first 16: a cube of 6 by 6 by 6, then 24 greys (as in xterm). */
  private static int fixed(int index) {
    if (index >= 232) {
      int grey = 8 + 10 * (index - 232);
      return grey << 16 | grey << 8 | grey;
    }
    int place = index - 16;
    return CUBE[place / 36] << 16 | CUBE[place / 6 % 6] << 8 | CUBE[place % 6];
  }

  /** A colour between two, {@code part} of {@code whole} on the way to the second. */
  static int mix(int from, int to, int part, int whole) {
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = from >> shift & 0xff;
      int b = to >> shift & 0xff;
      mixed |= ((a * (whole - part) + b * part + whole / 2) / whole) << shift;
    }
    return mixed;
  }

  /** A colour as CSS writes it. */
  static String css(int rgb) {
    return "#%06x".formatted(rgb);
  }
}
