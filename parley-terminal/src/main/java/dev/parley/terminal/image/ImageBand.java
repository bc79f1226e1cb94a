package dev.parley.terminal.image;

/**
 * What one line of a screen shows of a picture.
 *
 * @param column the cell at which it begins
 * @param line which line of the picture this is, from zero
 */
public record ImageBand(Image image, int column, int line) {

  /** A pixel, {@code 0xAARRGGBB}, at a place within a cell of the screen's line. */
  public int pixel(int atColumn, int x, int y) {
    return image.pixel((atColumn - column) * Image.CELL_WIDTH + x, line * Image.CELL_HEIGHT + y);
  }
}
