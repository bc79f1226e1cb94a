package dev.parley.terminal.image;

import java.util.ArrayDeque;

/** The pictures of one terminal: only so many pixels are kept, those of the newest. */
public final class ShownImages {
  private final ArrayDeque<Image> newestLast = new ArrayDeque<>(0);
  private long pixels;

  /** None yet. */
  public ShownImages() {}

  /** One more is shown; for it, the oldest may have to go. */
  public void add(Image image) {
    newestLast.addLast(image);
    pixels += image.size();
    while (pixels > Image.MOST_PIXELS && newestLast.size() > 1) {
      Image oldest = newestLast.removeFirst();
      pixels -= oldest.size();
      oldest.drop();
    }
  }
}
