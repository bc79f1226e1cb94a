package dev.parley.terminal.picture;

import dev.parley.terminal.Cursor;
import dev.parley.terminal.Row;
import dev.parley.terminal.Underline;
import dev.parley.terminal.image.ImageBand;
import dev.parley.terminal.picture.BoxGlyphs.Shape;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;

/** Paints a Screen pixel by pixel, with the fonts we carry; no desktop, no installed font. */
final class PngPainter {
  private static final int CELL_WIDTH = PixelFont.CELL_WIDTH;
  private static final int CELL_HEIGHT = PixelFont.CELL_HEIGHT;
  private static final int MARGIN = 8;
  private static final int UNDERLINE = 17;
  private static final int STRIKE = 10;

  /** Pixels are sampled so many times each way for a slanted edge. */
  private static final int SAMPLES = 4;

  private final Canvas canvas;
  private final PixelFont font = PixelFont.load();
  private final int width;
  private final int height;
  private final int[] pixels;

  private PngPainter(Canvas canvas) {
    this.canvas = canvas;
    this.width = canvas.columns() * CELL_WIDTH + 2 * MARGIN;
    this.height = canvas.rows() * CELL_HEIGHT + 2 * MARGIN;
    this.pixels = new int[Math.multiplyExact(width, height)];
  }

  static byte[] paint(Canvas canvas) {
    return new PngPainter(canvas).paint();
  }

  static byte[] paint(Canvas canvas, int mostWidth) {
    var painter = new PngPainter(canvas);
    painter.draw();
    return SmallPicture.of(painter.pixels, painter.width, painter.height, mostWidth);
  }

  private byte[] paint() {
    draw();
    return PngFile.of(pixels, width, height);
  }

  private void draw() {
    Arrays.fill(pixels, canvas.theme.background());
    for (int row = 0; row < canvas.rows(); row++) {
      Row cells = canvas.screen.row(row);
      for (int column = 0; column < canvas.columns(); column++) {
        int cellsWide = cells.width(column);
        if (cellsWide > 0) {
          cell(row, column, cellsWide, cells.text(column));
        }
      }
      for (var band : cells.images()) {
        image(row, band);
      }
    }
    cursor();
  }

  private void cell(int row, int column, int cellsWide, String text) {
    PaintStyle ink = canvas.ink(row, column);
    int left = MARGIN + column * CELL_WIDTH;
    int top = MARGIN + row * CELL_HEIGHT;
    int right = left + cellsWide * CELL_WIDTH;
    fill(left, top, right, top + CELL_HEIGHT, ink.background());
    if (ink.foreground() != ink.background() && !text.isBlank()) {
      BoxGlyphs.of(text)
          .ifPresentOrElse(
              shapes -> shapes(shapes, left, top, ink.foreground()),
              () -> letters(text, cellsWide, left, top, ink));
    }
    decorate(ink, left, right, top);
  }

  /** A line of a picture that the program has sent; text that came later is in front of it. */
  private void image(int row, ImageBand band) {
    int end = Math.min(canvas.columns(), band.column() + band.image().columns());
    for (int column = band.column(); column < end; column++) {
      if (canvas.screen.row(row).text(column).isBlank()) {
        for (int y = 0; y < CELL_HEIGHT; y++) {
          for (int x = 0; x < CELL_WIDTH; x++) {
            int pixel = band.pixel(column, x, y);
            int at = (MARGIN + row * CELL_HEIGHT + y) * width + MARGIN + column * CELL_WIDTH + x;
            pixels[at] = Theme.mix(pixels[at], pixel & 0xff_ffff, pixel >>> 24, 255);
          }
        }
      }
    }
  }

  /** A character and the marks on it, each a shape of its own where no font has them as one. */
  private void letters(String text, int cellsWide, int left, int top, PaintStyle ink) {
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    int first = composed.codePointAt(0);
    byte[] shape = font.pixels(first, cellsWide, ink.bold());
    if (shape == null) {
      unknown(cellsWide, left, top, ink.foreground());
    } else {
      blend(shape, cellsWide, left, top, ink);
    }
    composed
        .codePoints()
        .skip(1)
        .filter(mark -> Character.getType(mark) == Character.NON_SPACING_MARK)
        .forEach(
            mark -> {
              byte[] over = font.pixels(mark, 1, ink.bold());
              if (over != null) {
                blend(over, 1, left + (cellsWide - 1) * CELL_WIDTH / 2, top, ink);
              }
            });
  }

  private void blend(byte[] shape, int cellsWide, int left, int top, PaintStyle ink) {
    int columns = cellsWide * CELL_WIDTH;
    for (int y = 0; y < CELL_HEIGHT; y++) {
      // Slanted: the top leans right, the foot left, by a fifth of the height.
      double lean = ink.italic() ? (STRIKE - y) * 0.2 : 0;
      for (int x = 0; x < columns; x++) {
        int cover = cover(shape, columns, x - lean, y);
        if (cover > 0) {
          mix(left + x, top + y, ink.foreground(), cover, PixelFont.FULL);
        }
      }
    }
  }

  private static int cover(byte[] shape, int columns, double x, int y) {
    int whole = (int) Math.floor(x);
    double part = x - whole;
    double first = whole >= 0 && whole < columns ? shape[y * columns + whole] : 0;
    if (part == 0) {
      return (int) first;
    }
    double second = whole + 1 >= 0 && whole + 1 < columns ? shape[y * columns + whole + 1] : 0;
    return (int) Math.round(first * (1 - part) + second * part);
  }

  /** A hollow box for a character that no font has. */
  private void unknown(int cellsWide, int left, int top, int color) {
    int right = left + cellsWide * CELL_WIDTH - 2;
    int bottom = top + CELL_HEIGHT - 4;
    fill(left + 1, top + 4, right + 1, top + 5, color);
    fill(left + 1, bottom - 1, right + 1, bottom, color);
    fill(left + 1, top + 4, left + 2, bottom, color);
    fill(right, top + 4, right + 1, bottom, color);
  }

  private void decorate(PaintStyle ink, int left, int right, int top) {
    int line = top + UNDERLINE;
    switch (ink.underline()) {
      case NONE -> {}
      case SINGLE -> fill(left, line, right, line + 1, ink.line());
      case DOUBLE -> {
        fill(left, line - 1, right, line, ink.line());
        fill(left, line + 1, right, line + 2, ink.line());
      }
      case CURLY -> {
        for (int x = left; x < right; x++) {
          int wave = (int) Math.round(Math.sin((x - MARGIN) * Math.PI / 2.5));
          fill(x, line + wave, x + 1, line + wave + 1, ink.line());
        }
      }
      case DOTTED -> {
        for (int x = left; x < right; x += 2) {
          fill(x, line, x + 1, line + 1, ink.line());
        }
      }
      case DASHED -> {
        for (int x = left; x < right; x += 5) {
          fill(x, line, x + 3, line + 1, ink.line());
        }
      }
    }
    if (ink.struck()) {
      fill(left, top + STRIKE, right, top + STRIKE + 1, ink.foreground());
    }
    if (ink.overline()) {
      fill(left, top, right, top + 1, ink.foreground());
    }
    if (!ink.link().isEmpty() && ink.underline() == Underline.NONE) {
      for (int x = left; x < right; x += 2) {
        fill(x, line, x + 1, line + 1, ink.foreground());
      }
    }
  }

  private void cursor() {
    Cursor cursor = canvas.screen.cursor();
    int column = Math.min(cursor.column(), canvas.columns() - 1);
    if (!cursor.visible()) {
      return;
    }
    int left = MARGIN + column * CELL_WIDTH;
    int top = MARGIN + cursor.row() * CELL_HEIGHT;
    int color = canvas.theme.cursor();
    switch (canvas.screen.cursorShape()) {
      case BLOCK -> {} // the cell itself is drawn in the cursor's colour
      case UNDERLINE ->
          fill(left, top + CELL_HEIGHT - 3, left + CELL_WIDTH, top + CELL_HEIGHT - 1, color);
      case BAR -> fill(left, top + 1, left + 2, top + CELL_HEIGHT - 1, color);
    }
  }

  private void shapes(List<Shape> shapes, int left, int top, int color) {
    for (Shape shape : shapes) {
      for (int y = 0; y < CELL_HEIGHT; y++) {
        for (int x = 0; x < CELL_WIDTH; x++) {
          int cover = (int) Math.round(100 * cover(shape, x, y));
          if (cover > 0) {
            mix(left + x, top + y, color, cover, 100);
          }
        }
      }
    }
  }

  /** How much of a pixel a shape covers, from 0 to 1. */
  private static double cover(Shape shape, int x, int y) {
    return switch (shape) {
      case Shape.Box(var left, var top, var right, var bottom, var shade) ->
          overlap(left, right, x) * overlap(top, bottom, y) * shade / 100;
      case Shape.Stroke(var points, var thickness) ->
          Math.clamp(thickness / 2 + 0.5 - distance(points, x + 0.5, y + 0.5), 0, 1);
      case Shape.Area(var points) -> inside(points, x, y);
    };
  }

  private static double overlap(double from, double to, int pixel) {
    return Math.clamp(Math.min(to, pixel + 1) - Math.max(from, pixel), 0, 1);
  }

  private static double distance(List<Double> points, double x, double y) {
    double nearest = Double.MAX_VALUE;
    for (int at = 0; at + 3 < points.size(); at += 2) {
      double fromX = points.get(at);
      double fromY = points.get(at + 1);
      double alongX = points.get(at + 2) - fromX;
      double alongY = points.get(at + 3) - fromY;
      double length = alongX * alongX + alongY * alongY;
      double part =
          length == 0
              ? 0
              : Math.clamp(((x - fromX) * alongX + (y - fromY) * alongY) / length, 0, 1);
      nearest = Math.min(nearest, Math.hypot(x - fromX - part * alongX, y - fromY - part * alongY));
    }
    return nearest;
  }

  private static double inside(List<Double> corners, int x, int y) {
    int hits = 0;
    for (int down = 0; down < SAMPLES; down++) {
      for (int across = 0; across < SAMPLES; across++) {
        double atX = x + (across + 0.5) / SAMPLES;
        double atY = y + (down + 0.5) / SAMPLES;
        hits += contains(corners, atX, atY) ? 1 : 0;
      }
    }
    return (double) hits / (SAMPLES * SAMPLES);
  }

  private static boolean contains(List<Double> corners, double x, double y) {
    boolean inside = false;
    int size = corners.size();
    for (int at = 0; at < size; at += 2) {
      double fromX = corners.get(at);
      double fromY = corners.get(at + 1);
      double toX = corners.get((at + 2) % size);
      double toY = corners.get((at + 3) % size);
      if (fromY > y != toY > y && x < (toX - fromX) * (y - fromY) / (toY - fromY) + fromX) {
        inside = !inside;
      }
    }
    return inside;
  }

  private void fill(int left, int top, int right, int bottom, int color) {
    for (int y = top; y < bottom; y++) {
      Arrays.fill(pixels, y * width + left, y * width + Math.min(right, width), color);
    }
  }

  private void mix(int x, int y, int color, int part, int whole) {
    int at = y * width + x;
    pixels[at] = Theme.mix(pixels[at], color, part, whole);
  }
}
