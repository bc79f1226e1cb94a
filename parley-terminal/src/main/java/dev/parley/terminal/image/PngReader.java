package dev.parley.terminal.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads PNG files with up to eight bits a channel, not interlaced: what programs send to terminals.
 * Checksums are not looked at; what came broken is shown broken.
 */
final class PngReader {
  private static final long SIGNATURE = 0x89504e470d0a1a0aL;
  private static final int GREY = 0;
  private static final int TRUE = 2;
  private static final int INDEXED = 3;
  private static final int GREY_ALPHA = 4;
  private static final int TRUE_ALPHA = 6;

  private int width;
  private int height;
  private int depth;
  private int kind;
  private byte[] palette = {};
  private byte[] alpha = {};
  private final Inflater inflater = new Inflater();
  private byte[] scan = {};
  private int filled;

  private PngReader() {}

  /** The picture; empty for what is none, or of a kind that is not read. */
  static Optional<Image> read(byte[] file) {
    var reader = new PngReader();
    try {
      return reader.chunks(ByteBuffer.wrap(file)) ? Optional.of(reader.image()) : Optional.empty();
    } catch (DataFormatException | RuntimeException broken) {
      return Optional.empty();
    } finally {
      reader.inflater.end();
    }
  }

  private boolean chunks(ByteBuffer file) throws DataFormatException {
    if (file.remaining() < 8 || file.getLong() != SIGNATURE) {
      return false;
    }
    while (file.remaining() >= 12) {
      int length = file.getInt();
      var name = new byte[4];
      file.get(name);
      if (length < 0 || length > file.remaining()) {
        return false;
      }
      var bytes = new byte[length];
      file.get(bytes);
      file.position(Math.min(file.limit(), file.position() + 4)); // the checksum
      switch (new String(name, StandardCharsets.US_ASCII)) {
        case "IHDR" -> {
          if (!header(ByteBuffer.wrap(bytes))) {
            return false;
          }
        }
        case "PLTE" -> palette = bytes;
        case "tRNS" -> alpha = bytes;
        case "IDAT" -> inflate(bytes);
        case "IEND" -> {
          return scan.length > 0;
        }
        default -> {}
      }
    }
    return scan.length > 0;
  }

  private boolean header(ByteBuffer head) {
    width = head.getInt();
    height = head.getInt();
    depth = head.get();
    kind = head.get();
    head.getShort(); // how it is packed and filtered: there is one way of each
    boolean whole = depth == 8;
    boolean parts = depth == 1 || depth == 2 || depth == 4;
    boolean known =
        switch (kind) {
          case GREY, INDEXED -> whole || parts;
          case TRUE, GREY_ALPHA, TRUE_ALPHA -> whole;
          default -> false;
        };
    if (!known || head.get() != 0 || !Image.fits(width, height)) {
      return false;
    }
    scan = new byte[height * (1 + stride())];
    return true;
  }

  private int channels() {
    return switch (kind) {
      case TRUE -> 3;
      case TRUE_ALPHA -> 4;
      case GREY_ALPHA -> 2;
      default -> 1;
    };
  }

  private int stride() {
    return (width * channels() * depth + 7) / 8;
  }

  private void inflate(byte[] bytes) throws DataFormatException {
    inflater.setInput(bytes);
    while (filled < scan.length && !inflater.needsInput() && !inflater.finished()) {
      int more = inflater.inflate(scan, filled, scan.length - filled);
      if (more == 0) {
        return;
      }
      filled += more;
    }
  }

  private Image image() {
    int stride = stride();
    int step = Math.max(1, channels() * depth / 8);
    var pixels = new int[width * height];
    var above = new byte[stride];
    for (int y = 0; y < height; y++) {
      int from = y * (stride + 1);
      byte[] line = Arrays.copyOfRange(scan, from + 1, from + 1 + stride);
      unfilter(scan[from], line, above, step);
      for (int x = 0; x < width; x++) {
        pixels[y * width + x] = pixel(line, x);
      }
      above = line;
    }
    return new Image(width, height, pixels);
  }

  /** Each byte stands for its difference from what was foretold of it. */
  private static void unfilter(int filter, byte[] line, byte[] above, int step) {
    for (int at = 0; at < line.length; at++) {
      int left = at >= step ? line[at - step] & 0xff : 0;
      int up = above[at] & 0xff;
      int corner = at >= step ? above[at - step] & 0xff : 0;
      line[at] +=
          (byte)
              switch (filter) {
                case 1 -> left;
                case 2 -> up;
                case 3 -> (left + up) / 2;
                case 4 -> nearest(left, up, corner);
                default -> 0;
              };
    }
  }

  private static int nearest(int left, int up, int corner) {
    int guess = left + up - corner;
    int byLeft = Math.abs(guess - left);
    int byUp = Math.abs(guess - up);
    int byCorner = Math.abs(guess - corner);
    if (byLeft <= byUp && byLeft <= byCorner) {
      return left;
    }
    return byUp <= byCorner ? up : corner;
  }

  private int pixel(byte[] line, int x) {
    return switch (kind) {
      case TRUE -> opaque(line[3 * x], line[3 * x + 1], line[3 * x + 2]);
      case TRUE_ALPHA ->
          seen(line[4 * x + 3], opaque(line[4 * x], line[4 * x + 1], line[4 * x + 2]));
      case GREY_ALPHA -> seen(line[2 * x + 1], opaque(line[2 * x], line[2 * x], line[2 * x]));
      case INDEXED -> entry(sample(line, x));
      default -> {
        int grey = sample(line, x) * 255 / ((1 << depth) - 1);
        yield opaque(grey, grey, grey);
      }
    };
  }

  private int sample(byte[] line, int x) {
    int bit = x * depth;
    return (line[bit / 8] >> (8 - depth - bit % 8)) & ((1 << depth) - 1);
  }

  private int entry(int index) {
    if (3 * index + 2 >= palette.length) {
      return 0;
    }
    return seen(
        index < alpha.length ? alpha[index] : 0xff,
        opaque(palette[3 * index], palette[3 * index + 1], palette[3 * index + 2]));
  }

  private static int opaque(int red, int green, int blue) {
    return seen(0xff, ((red & 0xff) << 16) | ((green & 0xff) << 8) | (blue & 0xff));
  }

  /** A colour that is seen so much, from 0 to 255. */
  private static int seen(int alpha, int color) {
    return (alpha << 24) | (color & 0xff_ffff);
  }
}
