package dev.parley.terminal;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The colours a program sees when it asks, and may change: 256, and those of text and cursor. */
final class Palette {
  static final int FOREGROUND = 256;
  static final int BACKGROUND = 257;
  static final int CURSOR = 258;

  private static final int[] ANSI = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff
  };

  private final Map<Integer, Integer> changed = new HashMap<>(2);
  private Map<Integer, Integer> seen = Map.of();

  int get(int index) {
    Integer color = changed.get(index);
    return color == null ? original(index) : color;
  }

  /** Those that a program has changed, by their index; the same object while none changes. */
  Map<Integer, Integer> changed() {
    if (!seen.equals(changed)) {
      seen = Map.copyOf(changed);
    }
    return seen;
  }

  void set(int index, int color) {
    changed.put(index, color);
  }

  void reset(int index) {
    changed.remove(index);
  }

  void resetIndexed() {
    changed.keySet().removeIf(index -> index < FOREGROUND);
  }

  void reset() {
    changed.clear();
  }

  private static int original(int index) {
    if (index < 16) {
      return ANSI[index];
    }
    if (index >= FOREGROUND) {
      return index == BACKGROUND ? 0x000000 : 0xe5e5e5;
    }
    if (index >= 232) {
      int grey = 8 + (index - 232) * 10;
      return grey << 16 | grey << 8 | grey;
    }
    int cube = index - 16;
    return step(cube / 36) << 16 | step(cube / 6 % 6) << 8 | step(cube % 6);
  }

  private static int step(int level) {
    return level == 0 ? 0 : 55 + level * 40;
  }

  /** A colour as programs expect to read it. */
  String describe(int index) {
    int color = get(index);
    return "rgb:%1$02x%1$02x/%2$02x%2$02x/%3$02x%3$02x"
        .formatted(color >> 16, color >> 8 & 0xff, color & 0xff);
  }

  /** Reads {@code #rgb}, {@code #rrggbb} and {@code rgb:r/g/b} with one to four digits each. */
  static OptionalInt parse(String text) {
    if (text.matches("#[0-9a-fA-F]{6}")) {
      return OptionalInt.of(Integer.parseInt(text, 1, 7, 16));
    }
    if (text.matches("#[0-9a-fA-F]{3}")) {
      int value = Integer.parseInt(text, 1, 4, 16);
      return OptionalInt.of(
          (value >> 8) * 0x110000 | (value >> 4 & 0xf) * 0x1100 | (value & 0xf) * 0x11);
    }
    if (text.matches("rgb:[0-9a-fA-F]{1,4}/[0-9a-fA-F]{1,4}/[0-9a-fA-F]{1,4}")) {
      int color = 0;
      for (String part : text.substring(4).split("/")) {
        int most = (1 << (4 * part.length())) - 1;
        color = color << 8 | Integer.parseInt(part, 16) * 255 / most;
      }
      return OptionalInt.of(color);
    }
    return OptionalInt.empty();
  }
}
