package dev.parley.server.calls;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a screen differs from one that was told before.
 *
 * @param up by how many rows all has moved up; below zero when it has moved down
 * @param rows the rows that are otherwise than this says
 */
public record ScreenChange(int up, SortedMap<Integer, String> rows) {
  private static final int FARTHEST = 20;

  public ScreenChange {
    rows = Collections.unmodifiableSortedMap(rows);
  }

  /** The shortest way to say it; none where it is as short to tell all rows. */
  static Optional<ScreenChange> between(List<String> before, List<String> now) {
    if (before.isEmpty() || before.size() != now.size()) {
      return Optional.empty();
    }
    var best = moved(before, now, 0);
    var farthest = Math.min(FARTHEST, now.size() / 2);
    for (var up = -farthest; up <= farthest; up++) {
      var other = moved(before, now, up);
      if (other.rows.size() < best.rows.size()) {
        best = other;
      }
    }
    return best.rows.size() > now.size() / 2 ? Optional.empty() : Optional.of(best);
  }

  private static ScreenChange moved(List<String> before, List<String> now, int up) {
    var rows = new TreeMap<Integer, String>();
    for (var row = 0; row < now.size(); row++) {
      var from = row + up;
      var was = from >= 0 && from < before.size() ? before.get(from) : "";
      if (!now.get(row).equals(was)) {
        rows.put(row, now.get(row));
      }
    }
    return new ScreenChange(up, rows);
  }
}
