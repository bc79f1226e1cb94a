package dev.parley.terminal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what a program made stand out: text in reverse video, and bars in a background that little
 * of the screen has. A dialog paints all of its window in one colour and the chosen button in
 * another, so what counts is how rare a background is, not that there is one.
 */
final class Highlights {
  /** A background that covers more than this part of the screen is ground, not highlight. */
  private static final int RARE = 8;

  /** Reverse video is meant to stand out, unless a program draws most of its screen with it. */
  private static final int RARE_INVERSE = 2;

  private static final int MOST = 200;

  private Highlights() {}

  /** How the background of a cell looks: reverse video shows the text colour there. */
  private record Ground(Color color, boolean inverse) {
    static Ground of(Style style) {
      return style.inverse()
          ? new Ground(style.foreground(), true)
          : new Ground(style.background(), false);
    }

    int limit(Screen screen) {
      return screen.columns() * screen.rows() / (inverse ? RARE_INVERSE : RARE);
    }

    boolean isPlain() {
      return !inverse && color instanceof Color.Default;
    }
  }

  static List<Highlight> of(Screen screen) {
    Map<Ground, Integer> cells = new HashMap<>();
    for (int row = 0; row < screen.rows(); row++) {
      Row line = screen.row(row);
      for (int column = 0; column < line.length(); column++) {
        cells.merge(Ground.of(line.style(column)), 1, Integer::sum);
      }
    }
    var highlights = new ArrayList<Highlight>();
    for (int row = 0; row < screen.rows() && highlights.size() < MOST; row++) {
      Row line = screen.row(row);
      int column = 0;
      while (column < line.length()) {
        Ground ground = Ground.of(line.style(column));
        int end = column + 1;
        while (end < line.length() && Ground.of(line.style(end)).equals(ground)) {
          end++;
        }
        if (!ground.isPlain() && cells.getOrDefault(ground, 0) <= ground.limit(screen)) {
          String text = line.text(column, end).strip();
          if (!text.isEmpty()) {
            highlights.add(new Highlight(row, column, end - column, text));
          }
        }
        column = end;
      }
    }
    return List.copyOf(highlights);
  }
}
