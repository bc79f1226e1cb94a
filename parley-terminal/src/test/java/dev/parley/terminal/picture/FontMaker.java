package dev.parley.terminal.picture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.terminal.parser.Widths;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Makes the two fonts that pictures are drawn with; run by hand when a font changes, on a machine
 * with Debian's {@code fonts-dejavu-core}, {@code unifont} and {@code fonts-unifont}. The argument
 * is the folder to write to, {@code src/main/resources/dev/parley/terminal/picture/font}.
 *
 * <p>{@code smooth.bin} has DejaVu Sans Mono, regular and bold, 16 shades of grey for each pixel of
 * a cell. {@code coarse.bin} has GNU Unifont, one bit a pixel, for all that is not in the first.
 */
final class FontMaker {
  private static final Path TRUETYPE = Path.of("/usr/share/fonts/truetype/dejavu");
  private static final Path HEX = Path.of("/usr/share/unifont/unifont.hex");
  private static final Path UPPER = Path.of("/usr/share/fonts/opentype/unifont/unifont_upper.otf");

  /** The size at which a character is as wide as a cell, and where its baseline is then. */
  private static final float SIZE = 16.61f;

  private static final int BASELINE = 15;

  private FontMaker() {}

  public static void main(String... folder) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Path target = Path.of(folder[0]);
    write(target.resolve("smooth.bin"), smooth());
    write(target.resolve("coarse.bin"), coarse());
  }

  private static byte[] smooth() throws Exception {
    Font regular = font(TRUETYPE.resolve("DejaVuSansMono.ttf"), SIZE);
    Font bold = font(TRUETYPE.resolve("DejaVuSansMono-Bold.ttf"), SIZE);
    var codePoints = new TreeMap<Integer, byte[]>();
    for (int codePoint = '!'; codePoint < 0x1_0000; codePoint++) {
      boolean drawn = codePoint >= 0x2500 && codePoint < 0x25a0;
      boolean dotted = codePoint >= 0x2800 && codePoint < 0x2900;
      int type = Character.getType(codePoint);
      if (regular.canDisplay(codePoint)
          && !drawn
          && !dotted
          && type != Character.PRIVATE_USE
          && type != Character.CONTROL
          && type != Character.FORMAT
          && Widths.of(codePoint) < 2) {
        var glyph = new ByteArrayOutputStream();
        glyph.writeBytes(shades(regular, codePoint));
        glyph.writeBytes(shades(bold.canDisplay(codePoint) ? bold : regular, codePoint));
        codePoints.put(codePoint, glyph.toByteArray());
      }
    }
    return table(codePoints);
  }

  private static byte[] coarse() throws Exception {
    var glyphs = new TreeMap<Integer, byte[]>();
    for (String line : Files.readAllLines(HEX, US_ASCII)) {
      int colon = line.indexOf(':');
      int codePoint = Integer.parseInt(line, 0, colon, 16);
      if (Character.isDefined(codePoint)
          && Character.getType(codePoint) != Character.PRIVATE_USE
          && codePoint > 0x7f) {
        glyphs.put(codePoint, HexFormat.of().parseHex(line, colon + 1, line.length()));
      }
    }
    Font upper = font(UPPER, 16);
    for (int[] range : new int[][] {{0x1d400, 0x1d7ff}, {0x1f000, 0x1faff}}) {
      for (int codePoint = range[0]; codePoint <= range[1]; codePoint++) {
        if (upper.canDisplay(codePoint) && Character.isDefined(codePoint)) {
          glyphs.put(codePoint, bits(upper, codePoint));
        }
      }
    }
    return table(glyphs);
  }

  /** Count, then all code points, then the length of each glyph, then the glyphs. */
  private static byte[] table(SortedMap<Integer, byte[]> glyphs) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(glyphs.size());
    for (int codePoint : glyphs.keySet()) {
      out.writeInt(codePoint);
    }
    for (byte[] glyph : glyphs.values()) {
      out.writeByte(glyph.length);
    }
    for (byte[] glyph : glyphs.values()) {
      out.write(glyph);
    }
    return bytes.toByteArray();
  }

  private static byte[] shades(Font font, int codePoint) {
    int width = PixelFont.CELL_WIDTH;
    int height = PixelFont.CELL_HEIGHT;
    boolean mark = Widths.of(codePoint) == 0;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    draw(image, font, (mark ? " " : "") + Character.toString(codePoint), BASELINE, true);
    byte[] glyph = new byte[width * height / 2];
    for (int at = 0; at < width * height; at++) {
      int shade = (image.getRaster().getSample(at % width, at / width, 0) * 15 + 127) / 255;
      glyph[at / 2] |= (byte) (at % 2 == 0 ? shade << 4 : shade);
    }
    return glyph;
  }

  private static byte[] bits(Font font, int codePoint) {
    BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
    draw(image, font, Character.toString(codePoint), 14, false);
    byte[] glyph = new byte[32];
    for (int at = 0; at < 256; at++) {
      if (image.getRaster().getSample(at % 16, at / 16, 0) > 127) {
        glyph[at / 8] |= (byte) (0x80 >> at % 8);
      }
    }
    return glyph;
  }

  private static void draw(
      BufferedImage image, Font font, String text, int baseline, boolean smooth) {
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING,
        smooth ? RenderingHints.VALUE_TEXT_ANTIALIAS_ON : RenderingHints.VALUE_TEXT_ANTIALIAS_OFF);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setColor(Color.WHITE);
    graphics.setFont(font);
    graphics.drawString(text, 0, baseline);
    graphics.dispose();
  }

  private static Font font(Path file, float size) throws Exception {
    return Font.createFont(Font.TRUETYPE_FONT, file.toFile()).deriveFont(size);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out =
        new DeflaterOutputStream(
            Files.newOutputStream(file), new Deflater(Deflater.BEST_COMPRESSION))) {
      out.write(bytes);
    }
    System.out.printf("%s %,d bytes, %,d packed%n", file, bytes.length, Files.size(file));
  }
}
