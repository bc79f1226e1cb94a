package dev.parley.terminal;

import dev.parley.terminal.image.Image;
import dev.parley.terminal.image.ImageBand;
import dev.parley.terminal.image.KittyImages;
import dev.parley.terminal.image.ShownImages;
import dev.parley.terminal.image.Sixel;
import java.nio.charset.StandardCharsets;

/** Puts the pictures that a program sends onto the screen, each line of cells its own band. */
final class Images {
  private final Display display;
  private final KittyImages kitty = new KittyImages();
  private final ShownImages shown = new ShownImages();

  Images(Display display) {
    this.display = display;
  }

  /** False when the control string holds no sixels. */
  boolean sixel(byte[] bytes, int length) {
    if (!Sixel.is(bytes, length)) {
      return false;
    }
    Sixel.read(bytes, length).ifPresent(image -> show(image, true, false));
    return true;
  }

  /** An application's own command; those of the kitty protocol begin with G. */
  void command(byte[] bytes, int length) {
    if (length == 0 || bytes[0] != 'G') {
      return;
    }
    kitty
        .take(new String(bytes, 1, length - 1, StandardCharsets.US_ASCII))
        .ifPresent(
            wish -> {
              switch (wish) {
                case KittyImages.Wish.Show(var image, var moves) -> show(image, moves, true);
                case KittyImages.Wish.Remove() -> display.removeImages();
              }
            });
  }

  /**
   * Shows it from the cursor on. Lines scroll as for text; the cursor comes to its last line, below
   * where it was or behind the picture, or stays where it was.
   */
  private void show(Image image, boolean moves, boolean behind) {
    shown.add(image);
    int column = display.column;
    int row = display.row;
    int rows = Math.min(image.rows(), moves ? Integer.MAX_VALUE : display.bottom - row + 1);
    for (int line = 0; line < rows; line++) {
      display.show(display.row, new ImageBand(image, column, line));
      if (line + 1 < rows) {
        display.index();
      }
    }
    display.moveBeside(
        moves && behind ? Math.min(column + image.columns(), display.columns - 1) : column,
        moves ? display.row : row);
  }
}
