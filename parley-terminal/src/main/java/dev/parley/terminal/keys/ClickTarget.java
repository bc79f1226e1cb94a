package dev.parley.terminal.keys;

import dev.parley.terminal.Row;
import dev.parley.terminal.Screen;
import dev.parley.terminal.keys.Key.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the cell a click on a text means: the middle of the only place that shows it. */
final class ClickTarget {
  /** So many places are named when a text is on the screen more than once. */
  private static final int MOST_NAMED = 5;

  private record Found(Place.Cell cell, boolean word) {}

  private ClickTarget() {}

  static Place.Cell at(String text, Screen screen) {
    List<Found> found = find(text, screen);
    if (found.isEmpty()) {
      throw new UnsendableKeyException(
          "“%s” is not on the screen, so it cannot be clicked".formatted(text));
    }
    List<Found> words = found.stream().filter(Found::word).toList();
    if (found.size() == 1) {
      return found.getFirst().cell();
    }
    if (words.size() == 1) {
      return words.getFirst().cell();
    }
    throw new UnsendableKeyException(
        "“%s” is on the screen %d times, at %s; say which by its column and row"
            .formatted(
                text,
                found.size(),
                found.stream()
                    .limit(MOST_NAMED)
                    .map(place -> place.cell().toString())
                    .collect(Collectors.joining(" "))));
  }

  private static List<Found> find(String text, Screen screen) {
    var found = new ArrayList<Found>();
    for (int row = 0; row < screen.rows(); row++) {
      find(text, screen.row(row), row, found);
    }
    return found;
  }

  private static void find(String text, Row cells, int row, List<Found> found) {
    var line = new StringBuilder();
    var columns = new ArrayList<Integer>(); // of each char in the line
    for (int column = 0; column < cells.length(); column++) {
      String cell = cells.text(column);
      line.append(cell);
      for (int at = 0; at < cell.length(); at++) {
        columns.add(column);
      }
    }
    for (int at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      int end = at + text.length();
      int middle = (columns.get(at) + columns.get(end - 1)) / 2;
      boolean word = edge(line, at - 1) && edge(line, end);
      found.add(new Found(new Place.Cell(middle, row), word));
    }
  }

  private static boolean edge(CharSequence line, int at) {
    return at < 0 || at >= line.length() || !Character.isLetterOrDigit(line.charAt(at));
  }
}
