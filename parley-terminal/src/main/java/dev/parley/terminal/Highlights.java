package dev.parley.terminal;

import java.util.ArrayList;
import java.util.Collection;
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

  /** The cells of one background: how many, and the smallest rectangle that holds them. */
  private record Area(int cells, int top, int left, int bottom, int right) {
    /** A window has a few rows at least; fewer are a bar with a key marked in it. */
    private static final int FEW_ROWS = 4;

    static Area of(int row, int column) {
      return new Area(1, row, column, row, column);
    }

    Area with(Area other) {
      return new Area(
          cells + other.cells,
          Math.min(top, other.top),
          Math.min(left, other.left),
          Math.max(bottom, other.bottom),
          Math.max(right, other.right));
    }

    /** Whether this is ground itself, though of a small part of the screen. */
    boolean isWindow() {
      int rows = bottom - top + 1;
      return rows >= FEW_ROWS && 10 * cells >= 6 * rows * (right - left + 1);
    }

    boolean holds(int row, int from, int to) {
      return top < row && row < bottom && left < from && to <= right;
    }
  }

  /** Whether some cells are a hole in a small window, which may be in the colour around it. */
  private static boolean inside(Collection<Area> windows, int row, int from, int to) {
    return windows.stream().anyMatch(window -> window.holds(row, from, to));
  }

  static List<Highlight> of(Screen screen) {
    Map<Ground, Area> areas = new HashMap<>();
    for (int row = 0; row < screen.rows(); row++) {
      Row line = screen.row(row);
      for (int column = 0; column < line.length(); column++) {
        areas.merge(Ground.of(line.style(column)), Area.of(row, column), Area::with);
      }
    }
    areas.keySet().removeIf(Ground::isPlain);
    areas.entrySet().removeIf(area -> area.getValue().cells > area.getKey().limit(screen));
    Map<Ground, Area> windows = new HashMap<>(areas);
    windows.values().removeIf(area -> !area.isWindow());
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
        if (!windows.containsKey(ground)
            && (areas.containsKey(ground) || inside(windows.values(), row, column, end))) {
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
