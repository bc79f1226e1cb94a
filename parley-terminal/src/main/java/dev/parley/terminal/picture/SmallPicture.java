package dev.parley.terminal.picture;

/** Makes a picture narrow enough, with few enough colours for a palette. */
final class SmallPicture {
  private SmallPicture() {}

  static byte[] of(int[] pixels, int width, int height, int mostWidth) {
    if (width <= mostWidth) {
      return PngFile.of(fewerColors(pixels), width, height);
    }
    int newHeight = Math.max(1, height * mostWidth / width);
    int[] small = new int[mostWidth * newHeight];
    for (int y = 0; y < newHeight; y++) {
      for (int x = 0; x < mostWidth; x++) {
        small[y * mostWidth + x] =
            average(
                pixels,
                width,
                x * width / mostWidth,
                Math.max(x * width / mostWidth + 1, (x + 1) * width / mostWidth),
                y * height / newHeight,
                Math.max(y * height / newHeight + 1, (y + 1) * height / newHeight));
      }
    }
    return PngFile.of(fewerColors(small), mostWidth, newHeight);
  }

  private static int average(int[] pixels, int width, int left, int right, int top, int bottom) {
    int red = 0;
    int green = 0;
    int blue = 0;
    for (int y = top; y < bottom; y++) {
      for (int x = left; x < right; x++) {
        int color = pixels[y * width + x];
        red += (color >> 16) & 0xff;
        green += (color >> 8) & 0xff;
        blue += color & 0xff;
      }
    }
    int count = (right - left) * (bottom - top);
    return ((red / count) << 16) | ((green / count) << 8) | (blue / count);
  }

  /** Six shades of red, seven of green and six of blue: 252 colours. */
  private static int[] fewerColors(int[] pixels) {
    int[] fewer = new int[pixels.length];
    for (int at = 0; at < pixels.length; at++) {
      int color = pixels[at];
      fewer[at] =
          shade(color >> 16 & 0xff, 5) << 16
              | shade(color >> 8 & 0xff, 6) << 8
              | shade(color & 0xff, 5);
    }
    return fewer;
  }

  private static int shade(int value, int steps) {
    return (value * steps + 127) / 255 * 255 / steps;
  }
}
