package dev.parley.session;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A regular expression somebody gave us (RE2 syntax), and a search with it. RE2 takes time in
 * proportion to the text and to the size of the compiled expression; so the size is bounded before
 * anything is compiled, and every search has a budget of time.
 *
 * <p>A search that is not over in a moment goes on in {@link SearchTurns}, off the carriers of the
 * virtual threads, where callers take turns.
 */
public final class Search {
  private static final int LONGEST = 4096;
  private static final int LARGEST = 1000;

  /** Where in a text the pattern was found, and what its groups were. */
  record Found(String text, List<String> groups, int start, int end) {
    Found {
      groups = List.copyOf(groups);
    }
  }

  private final Pattern pattern;

  private Search(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * For a regular expression.
   *
   * @throws Refusal when it cannot be read, or would be too large
   */
  public static Search pattern(String expression) {
    if (expression.length() > LONGEST || PatternSize.atMost(expression, LARGEST) > LARGEST) {
      throw tooLarge();
    }
    try {
      var compiled = Pattern.compile(expression, Pattern.MULTILINE);
      if (compiled.programSize() > LARGEST) {
        throw tooLarge();
      }
      return new Search(compiled);
    } catch (PatternSyntaxException wrong) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "The pattern cannot be read: " + wrong.getMessage(),
          "Use RE2 syntax: no look-around, no back-references");
    }
  }

  /** As it was given. */
  public String expression() {
    return pattern.pattern();
  }

  /** For this very text. */
  public static Search text(String text) {
    if (text.length() > LONGEST) {
      throw tooLarge();
    }
    return new Search(Pattern.compile(Pattern.quote(text)));
  }

  /** For this text, whether its letters are large or small. */
  public static Search anyCase(String text) {
    if (text.length() > LONGEST) {
      throw tooLarge();
    }
    return new Search(Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE));
  }

  private static Refusal tooLarge() {
    return new Refusal(
        Refusal.Code.BAD_INPUT,
        "The pattern is too large: %d characters and %d steps are taken at most"
            .formatted(LONGEST, LARGEST),
        "Use a shorter pattern, with smaller counts in {n,m}");
  }

  /**
   * The first place in a text that matches.
   *
   * @param held a lock of this thread's, let go while a long search goes on
   */
  Optional<Found> first(String text, Budget budget, Lock held) {
    try {
      budget.beginMoment();
      return find(text, budget);
    } catch (Spent moment) {
      held.unlock();
      try {
        return SearchTurns.run(budget, () -> find(text, budget));
      } finally {
        held.lock();
      }
    }
  }

  private Optional<Found> find(String text, Budget budget) {
    var matcher = pattern.matcher(budget.over(text));
    if (!matcher.find()) {
      return Optional.empty();
    }
    var groups = new ArrayList<String>();
    for (var group = 1; group <= matcher.groupCount(); group++) {
      var found = matcher.group(group);
      groups.add(found == null ? "" : found);
    }
    return Optional.of(new Found(matcher.group(), groups, matcher.start(), matcher.end()));
  }

  /**
   * The lines of a text that match. Making the text may take a while too, and is part of the work.
   *
   * @throws Refusal when it takes too long
   */
  public List<String> lines(Supplier<String> text) {
    var budget = new Budget(Duration.ofSeconds(3));
    return SearchTurns.run(
        budget,
        () ->
            text.get().lines().filter(line -> pattern.matcher(budget.over(line)).find()).toList());
  }

  /**
   * A line that matches.
   *
   * @param number where it stands, from 1
   * @param before the lines above it, the nearest last
   * @param after the lines below it
   */
  public record FoundLine(int number, String text, List<String> before, List<String> after) {}

  /**
   * What a search for lines has found.
   *
   * @param last the last ones that match, in their order
   * @param matches how many match in all
   * @param lines how many lines were searched
   */
  public record FoundLines(List<FoundLine> last, int matches, int lines) {}

  /**
   * The last lines of a text that match, with those around them.
   *
   * @param most how many to return
   * @param around how many lines above and below each
   * @throws Refusal when it takes too long
   */
  public FoundLines lastLines(Supplier<List<String>> text, int most, int around) {
    var budget = new Budget(Duration.ofSeconds(3));
    return SearchTurns.run(
        budget,
        () -> {
          var lines = text.get();
          var matching =
              IntStream.range(0, lines.size())
                  .filter(at -> pattern.matcher(budget.over(lines.get(at))).find())
                  .toArray();
          var last =
              Arrays.stream(matching)
                  .skip(Math.max(0, matching.length - most))
                  .mapToObj(at -> found(lines, at, around))
                  .toList();
          return new FoundLines(last, matching.length, lines.size());
        });
  }

  private static FoundLine found(List<String> lines, int at, int around) {
    return new FoundLine(
        at + 1,
        lines.get(at),
        lines.subList(Math.max(0, at - around), at),
        lines.subList(at + 1, Math.min(lines.size(), at + 1 + around)));
  }

  /** How much time searches may take together; what they wait for their turn does not count. */
  static final class Budget {
    /** So long a search may hold up other virtual threads. */
    private static final long MOMENT = Duration.ofMillis(2).toNanos();

    private long left;
    private long until = Long.MAX_VALUE;
    private boolean inTurn;

    Budget(Duration time) {
      this.left = time.toNanos();
    }

    /** Outside of turns there is a moment. */
    void beginMoment() {
      inTurn = false;
      until = SearchTurns.TIME.nanos() + Math.min(MOMENT, left);
    }

    CharSequence over(String text) {
      return new Timed(text, this);
    }

    /** A turn begins. */
    void begin() {
      inTurn = true;
      until = SearchTurns.TIME.nanos() + Math.min(SearchTurns.SLICE, left);
    }

    /** A turn is over; it began so long before. */
    void spend(long nanos) {
      left -= nanos;
    }

    private void check() {
      if (SearchTurns.TIME.nanos() - until >= 0) {
        if (!inTurn || left <= 0) {
          throw new Spent();
        }
        SearchTurns.pause(this);
        if (left <= 0) {
          throw new Spent();
        }
      }
    }
  }

  /** A search has used up its time. */
  static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1;

    Spent() {
      super("This search takes too long", null, false, false);
    }
  }

  /** A text that looks at the clock while it is read. */
  private static final class Timed implements CharSequence {
    private static final int BETWEEN_LOOKS = 512;

    private final String text;
    private final Budget budget;
    private int reads;

    Timed(String text, Budget budget) {
      this.text = text;
      this.budget = budget;
      budget.check(); // many short lines are as much work as one long one
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++reads >= BETWEEN_LOOKS) {
        reads = 0;
        budget.check();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
