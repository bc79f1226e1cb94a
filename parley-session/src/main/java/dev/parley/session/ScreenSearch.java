package dev.parley.session;

import dev.parley.terminal.Screen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.locks.Lock;

/**
 * Looks for a pattern in what a program draws on the alternate screen, which is no part of the text
 * that {@link PatternSearch} reads: in the rows that have changed since the wait began.
 */
final class ScreenSearch {
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Search pattern;
  private final Search.Budget budget = new Search.Budget(LONGEST);
  private final Lock held;
  private final long since;
  private long searched;

  /**
   * A search of what is drawn after a revision.
   *
   * @param held the lock under which it is asked, let go while a long search goes on
   */
  ScreenSearch(Search pattern, long since, Lock held) {
    this.pattern = pattern;
    this.since = since;
    this.searched = since;
    this.held = held;
  }

  /**
   * Searches a screen, unless this revision has been searched before.
   *
   * @param offset up to where the output is drawn on it
   * @param typed the input whose echo is no match
   */
  Optional<Match> find(Screen screen, long offset, String typed) {
    if (!screen.alternate() || screen.revision() == searched) {
      return Optional.empty();
    }
    searched = screen.revision();
    var echo = !typed.isBlank() && pattern.first(typed, budget, held).isPresent();
    var drawn = new StringJoiner("\n");
    var lines = screen.lines();
    for (var row : screen.changedSince(since)) {
      var line = lines.get(row).stripTrailing();
      if (!echo || !isEcho(line, typed.strip())) {
        drawn.add(line);
      }
    }
    return pattern
        .first(drawn.toString(), budget, held)
        .map(found -> new Match(found.text(), List.copyOf(found.groups()), "", offset, offset));
  }

  /** Whether a row shows what was typed, or ends with the first half of it. */
  private static boolean isEcho(String line, String typed) {
    if (line.contains(typed)) {
      return true;
    }
    for (var length = Math.min(typed.length(), line.length()); length > 0; length--) {
      if (line.endsWith(typed.substring(0, length))) {
        return true;
      }
    }
    return false;
  }
}
