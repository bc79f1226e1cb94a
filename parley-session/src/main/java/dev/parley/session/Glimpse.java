package dev.parley.session;

import dev.parley.terminal.Screen;
import java.util.List;

/**
 * What a list shows of a screen, so that a person can answer without opening the session.
 *
 * @param lines the last lines that are not empty; none where nobody is needed
 * @param answers what the prompt offers to answer; none for a secret
 * @param offset how far in the output this shows: an answer typed only if nothing was printed after
 *     it goes to the prompt that was seen
 */
public record Glimpse(List<String> lines, List<QuickAnswer> answers, long offset) {
  static final Glimpse NOTHING = new Glimpse(List.of(), List.of(), 0);

  private static final int MOST_LINES = 4;
  private static final int LONGEST_LINE = 240;

  public Glimpse {
    lines = List.copyOf(lines);
    answers = List.copyOf(answers);
  }

  static Glimpse of(
      Screen screen, long offset, SessionState state, boolean needed, boolean wholeLines) {
    var asks = state instanceof SessionState.Waiting;
    if (!asks && !needed) {
      return NOTHING;
    }
    var lines = screen.lines().stream().filter(line -> !line.isBlank()).toList();
    return new Glimpse(
        needed
            ? lines.stream().skip(Math.max(0, lines.size() - MOST_LINES)).map(Glimpse::cut).toList()
            : List.of(),
        asks ? QuickAnswers.of(screen.leftOfCursor(), lines, wholeLines) : List.of(),
        offset);
  }

  private static String cut(String line) {
    return line.codePointCount(0, line.length()) <= LONGEST_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_LINE)) + "…";
  }

  /** Whether a person would be offered the same, to be typed at the same place. */
  boolean offersAs(Glimpse other) {
    return answers.equals(other.answers) && (answers.isEmpty() || offset == other.offset);
  }
}
