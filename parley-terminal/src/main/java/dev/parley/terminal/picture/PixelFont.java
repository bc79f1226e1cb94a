package dev.parley.terminal.picture;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of characters as pixels, so that a picture needs no installed font.
 *
 * <p>Most scripts that are written in single cells come smooth, from DejaVu Sans Mono; the rest,
 * Chinese, Japanese, Korean and emoji among it, comes coarse, from GNU Unifont. The files beside
 * the fonts say who made them and on what terms.
 */
final class PixelFont {
  static final int CELL_WIDTH = 10;
  static final int CELL_HEIGHT = 20;

  /** How much of a pixel a character covers, at most. */
  static final int FULL = 15;

  private static final int COARSE_HEIGHT = 16;
  private static final int SMOOTH_BYTES = CELL_WIDTH * CELL_HEIGHT / 2;

  /** Some megabytes that are quick to read again, so they may go when memory is short. */
  private static volatile SoftReference<PixelFont> loaded = new SoftReference<>(null);

  private final Glyphs smooth = Glyphs.read("font/smooth.bin");
  private final Glyphs coarse = Glyphs.read("font/coarse.bin");

  private PixelFont() {}

  static PixelFont load() {
    PixelFont font = loaded.get();
    if (font == null) {
      font = new PixelFont();
      loaded = new SoftReference<>(font);
    }
    return font;
  }

  boolean has(int codePoint) {
    return smooth.find(codePoint) >= 0 || coarse.find(codePoint) >= 0;
  }

  /**
   * How much the character covers of each pixel, row by row, in a picture {@code cells} wide; null
   * when no font knows it.
   */
  byte @Nullable [] pixels(int codePoint, int cells, boolean bold) {
    int glyph = smooth.find(codePoint);
    if (glyph >= 0 && cells == 1) {
      return smoothPixels(smooth.start(glyph) + (bold ? SMOOTH_BYTES : 0));
    }
    glyph = coarse.find(codePoint);
    return glyph >= 0 ? coarsePixels(glyph, cells, bold) : null;
  }

  private byte[] smoothPixels(int start) {
    byte[] pixels = new byte[CELL_WIDTH * CELL_HEIGHT];
    for (int at = 0; at < pixels.length; at++) {
      int pair = smooth.bytes[start + at / 2];
      pixels[at] = (byte) (at % 2 == 0 ? pair >> 4 & FULL : pair & FULL);
    }
    return pixels;
  }

  /** Puts the bits in the middle of the cells; a wide shape in a single cell is made narrow. */
  private byte[] coarsePixels(int glyph, int cells, boolean bold) {
    int columns = cells * CELL_WIDTH;
    int bits = coarse.length(glyph) * 8 / COARSE_HEIGHT;
    boolean narrow = bits > columns;
    int width = narrow ? bits / 2 : bits;
    int left = (columns - width) / 2;
    int top = (CELL_HEIGHT - COARSE_HEIGHT) / 2;
    byte[] pixels = new byte[columns * CELL_HEIGHT];
    for (int y = 0; y < COARSE_HEIGHT; y++) {
      for (int x = 0; x < bits; x++) {
        int bit = y * bits + x;
        if ((coarse.bytes[coarse.start(glyph) + bit / 8] & 0x80 >> bit % 8) != 0) {
          int at = (top + y) * columns + left + (narrow ? x / 2 : x);
          pixels[at] = (byte) Math.min(FULL, pixels[at] + (narrow ? (FULL + 1) / 2 : FULL));
          if (bold && (left + x + 1) < columns && !narrow) {
            pixels[at + 1] = FULL;
          }
        }
      }
    }
    return pixels;
  }

  /** The glyphs of one file, in the order of their code points. */
  private static final class Glyphs {
    private final int[] codePoints;
    private final int[] starts;
    private final byte[] bytes;

    private Glyphs(int[] codePoints, int[] starts, byte[] bytes) {
      this.codePoints = codePoints;
      this.starts = starts;
      this.bytes = bytes;
    }

    static Glyphs read(String name) {
      try (InputStream file = PixelFont.class.getResourceAsStream(name);
          var in =
              new DataInputStream(new InflaterInputStream(Objects.requireNonNull(file, name)))) {
        int count = in.readInt();
        byte[] packed = in.readNBytes(count * 5);
        int[] codePoints = new int[count];
        int[] starts = new int[count + 1];
        for (int at = 0; at < count; at++) {
          codePoints[at] =
              (packed[4 * at + 1] & 0xff) << 16
                  | (packed[4 * at + 2] & 0xff) << 8
                  | (packed[4 * at + 3] & 0xff);
          starts[at + 1] = starts[at] + (packed[4 * count + at] & 0xff);
        }
        return new Glyphs(codePoints, starts, in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException("The font " + name + " is damaged", e);
      }
    }

    int find(int codePoint) {
      return Arrays.binarySearch(codePoints, codePoint);
    }

    int start(int glyph) {
      return starts[glyph];
    }

    int length(int glyph) {
      return starts[glyph + 1] - starts[glyph];
    }
  }
}
