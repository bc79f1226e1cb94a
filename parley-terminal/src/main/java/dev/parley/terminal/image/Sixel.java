package dev.parley.terminal.image;

import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a picture of sixels: each character is a column of six pixels, drawn in the colour chosen
 * last. It is gone through twice, the first time to see how large it is.
 */
public final class Sixel {
  private static final int LARGEST_SIDE = 16_384;
  private static final int COLORS = 1024;
  private static final int OPAQUE = 0xff00_0000;

  private static final int[] FIRST_COLORS = {
    0x000000, 0x3333cc, 0xcc2424, 0x33cc33, 0xcc33cc, 0x33cccc, 0xcccc33, 0x878787,
    0x424242, 0x545499, 0x994242, 0x549954, 0x995499, 0x549999, 0x999954, 0xcccccc
  };

  private final byte[] bytes;
  private final int length;
  private final int[] colors = new int[COLORS];
  private final int[] numbers = new int[5];
  private int count;
  private int at;
  private int width;
  private int height;
  private int[] pixels = {};

  private Sixel(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /** Whether the control string holds sixels: numbers and then a {@code q}. */
  public static boolean is(byte[] bytes, int length) {
    int at = 0;
    while (at < length && at < 32 && (bytes[at] == ';' || isDigit(bytes[at]))) {
      at++;
    }
    return at < length && bytes[at] == 'q';
  }

  /** The picture; empty when there is none, or it is larger than any screen. */
  public static Optional<Image> read(byte[] bytes, int length) {
    return new Sixel(bytes, length).read();
  }

  private Optional<Image> read() {
    draw();
    if (!Image.fits(width, height)) {
      return Optional.empty();
    }
    pixels = new int[width * height];
    draw();
    return Optional.of(new Image(width, height, pixels));
  }

  private void draw() {
    Arrays.fill(colors, OPAQUE);
    for (int index = 0; index < FIRST_COLORS.length; index++) {
      colors[index] = OPAQUE | FIRST_COLORS[index];
    }
    at = 0;
    while (bytes[at] != 'q') {
      at++;
    }
    at++;
    int color = colors[0];
    int x = 0;
    int y = 0;
    while (at < length && y < LARGEST_SIDE) {
      int next = bytes[at++];
      switch (next) {
        case '"' -> {
          numbers();
          if (count >= 4 && numbers[2] <= LARGEST_SIDE && numbers[3] <= LARGEST_SIDE) {
            grow(numbers[2], numbers[3]);
          }
        }
        case '#' -> {
          numbers();
          int index = numbers[0] % COLORS;
          if (count >= 5) {
            colors[index] = OPAQUE | defined();
          }
          color = colors[index];
        }
        case '!' -> {
          numbers();
          if (at < length) {
            int times = Math.max(1, Math.min(numbers[0], LARGEST_SIDE));
            x = column(x, y, times, bytes[at++], color);
          }
        }
        case '$' -> x = 0;
        case '-' -> {
          x = 0;
          y += 6;
        }
        default -> x = column(x, y, 1, next, color);
      }
    }
  }

  /** Draws a column some times side by side, and returns where the next one goes. */
  private int column(int x, int y, int times, int sixel, int color) {
    if (sixel < '?' || sixel > '~' || x + times > LARGEST_SIDE) {
      return x;
    }
    int bits = sixel - '?';
    if (bits != 0) {
      grow(x + times, y + 32 - Integer.numberOfLeadingZeros(bits));
    }
    if (pixels.length > 0) {
      for (int bit = 0; bit < 6; bit++) {
        if (((bits >> bit) & 1) != 0) {
          int from = (y + bit) * width + x;
          Arrays.fill(pixels, from, from + times, color);
        }
      }
    }
    return x + times;
  }

  private void grow(int toWidth, int toHeight) {
    width = Math.max(width, toWidth);
    height = Math.max(height, toHeight);
  }

  private void numbers() {
    Arrays.fill(numbers, 0);
    count = 1;
    while (at < length && (bytes[at] == ';' || isDigit(bytes[at]))) {
      if (bytes[at] == ';') {
        count++;
      } else if (count <= numbers.length && numbers[count - 1] < 100_000) {
        numbers[count - 1] = numbers[count - 1] * 10 + bytes[at] - '0';
      }
      at++;
    }
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  /** A colour as hue, lightness and saturation (1), or as red, green and blue (2), in percent. */
  private int defined() {
    return numbers[1] == 1
        ? hue(numbers[2], numbers[3], numbers[4])
        : (percent(numbers[2]) << 16) | (percent(numbers[3]) << 8) | percent(numbers[4]);
  }

  private static int percent(double part) {
    return (int) Math.round(Math.min(100, part) * 255 / 100);
  }

  /** Blue is at 0 degrees, red at 120 and green at 240. */
  private static int hue(int degrees, int lightness, int saturation) {
    double light = Math.min(100, lightness) / 100.0;
    double reach = Math.min(100, saturation) / 100.0 * (1 - Math.abs(2 * light - 1));
    int color = 0;
    for (int turned : new int[] {240, 120, 0}) {
      double place = Math.floorMod(degrees + turned, 360) / 60.0;
      double share = Math.clamp(Math.abs(place - 3) - 1, 0, 1);
      color = (color << 8) | percent(100 * (light + reach * (share - 0.5)));
    }
    return color;
  }
}
