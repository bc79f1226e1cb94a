package dev.parley.terminal.image;

/**
 * A picture that a program has sent to its terminal, in pixels of which a cell has ten by twenty.
 */
public final class Image {
  public static final int CELL_WIDTH = 10;
  public static final int CELL_HEIGHT = 20;

  /** More than any screen has; what is larger is not shown. */
  static final int MOST_PIXELS = 4 << 20;

  private static final int[] NONE = {};

  private final int width;
  private final int height;
  private volatile int[] pixels;

  /**
   * A picture of pixels from left to right and from top to bottom.
   *
   * @param pixels each {@code 0xAARRGGBB}; they are kept as they are
   */
  Image(int width, int height, int[] pixels) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
  }

  /** Whether a picture of this size is shown. */
  static boolean fits(long width, long height) {
    return width > 0 && height > 0 && width * height <= MOST_PIXELS;
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }

  /** How many cells it takes from left to right. */
  public int columns() {
    return (width + CELL_WIDTH - 1) / CELL_WIDTH;
  }

  /** How many lines it takes. */
  public int rows() {
    return (height + CELL_HEIGHT - 1) / CELL_HEIGHT;
  }

  /** A pixel, {@code 0xAARRGGBB}; zero, which is nothing, beyond the edges. */
  public int pixel(int x, int y) {
    int[] now = pixels;
    return x < 0 || y < 0 || x >= width || y >= height || now.length == 0 ? 0 : now[y * width + x];
  }

  /** The part from one corner on, in another size; a pixel becomes several or none. */
  Image part(int left, int top, int partWidth, int partHeight, int newWidth, int newHeight) {
    var scaled = new int[newWidth * newHeight];
    for (int y = 0; y < newHeight; y++) {
      for (int x = 0; x < newWidth; x++) {
        scaled[y * newWidth + x] =
            pixel(
                left + (int) ((long) x * partWidth / newWidth),
                top + (int) ((long) y * partHeight / newHeight));
      }
    }
    return new Image(newWidth, newHeight, scaled);
  }

  int size() {
    return pixels.length;
  }

  /** Lets go of the pixels; where it is still shown, nothing is. */
  void drop() {
    pixels = NONE;
  }
}
