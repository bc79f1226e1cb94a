package dev.parley.terminal.picture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes pixels as a PNG file: with a palette where 256 colours will do, else in true colour. */
final class PngFile {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int TRUE_COLOR = 2;
  private static final int PALETTE = 3;
  private static final int MOST_COLORS = 256;

  private PngFile() {}

  static byte[] of(int[] pixels, int width, int height) {
    Map<Integer, Integer> palette = palette(pixels);
    boolean indexed = palette.size() <= MOST_COLORS;
    var file = new ByteArrayOutputStream();
    file.writeBytes(SIGNATURE);
    chunk(
        file,
        "IHDR",
        ByteBuffer.allocate(13)
            .putInt(width)
            .putInt(height)
            .put((byte) 8)
            .put((byte) (indexed ? PALETTE : TRUE_COLOR))
            .array());
    if (indexed) {
      byte[] colors = new byte[3 * palette.size()];
      palette.forEach((color, index) -> put(colors, 3 * index, color));
      chunk(file, "PLTE", colors);
    }
    chunk(file, "IDAT", packed(indexed ? indexes(pixels, width, palette) : colors(pixels, width)));
    chunk(file, "IEND", new byte[0]);
    return file.toByteArray();
  }

  /** The colours in use and their numbers, given up once there are too many. */
  private static Map<Integer, Integer> palette(int[] pixels) {
    var palette = new HashMap<Integer, Integer>();
    int last = -1;
    for (int pixel : pixels) {
      if (pixel != last) {
        palette.putIfAbsent(pixel, palette.size());
        last = pixel;
        if (palette.size() > MOST_COLORS) {
          break;
        }
      }
    }
    return palette;
  }

  /** Each row begins with the number of its filter, and ours is none. */
  private static byte[] indexes(int[] pixels, int width, Map<Integer, Integer> palette) {
    int height = pixels.length / width;
    byte[] rows = new byte[height * (width + 1)];
    int last = -1;
    byte index = 0;
    for (int at = 0; at < pixels.length; at++) {
      if (pixels[at] != last) {
        last = pixels[at];
        index = palette.getOrDefault(last, 0).byteValue();
      }
      rows[at + at / width + 1] = index;
    }
    return rows;
  }

  private static byte[] colors(int[] pixels, int width) {
    int height = pixels.length / width;
    byte[] rows = new byte[height * (3 * width + 1)];
    for (int at = 0; at < pixels.length; at++) {
      put(rows, 3 * at + at / width + 1, pixels[at]);
    }
    return rows;
  }

  private static void put(byte[] bytes, int at, int color) {
    bytes[at] = (byte) (color >> 16);
    bytes[at + 1] = (byte) (color >> 8);
    bytes[at + 2] = (byte) color;
  }

  private static byte[] packed(byte[] rows) {
    var packed = new ByteArrayOutputStream(rows.length / 16);
    var deflater = new Deflater();
    try {
      deflater.setInput(rows);
      deflater.finish();
      byte[] part = new byte[1 << 16];
      while (!deflater.finished()) {
        packed.write(part, 0, deflater.deflate(part));
      }
    } finally {
      deflater.end();
    }
    return packed.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream file, String kind, byte[] content) {
    byte[] named =
        ByteBuffer.allocate(4 + content.length)
            .put(kind.getBytes(StandardCharsets.US_ASCII))
            .put(content)
            .array();
    var crc = new CRC32();
    crc.update(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
    file.writeBytes(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
