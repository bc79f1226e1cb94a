package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How output is shown, and how much of it.
 *
 * @param kind cleaned text, the screen, the bytes as they came, or nothing
 * @param maxTokens the budget, at about four characters a token; head and tail are kept
 */
public record View(Kind kind, int maxTokens) {
  public static final int DEFAULT_TOKENS = 2000;
  public static final int MOST_TOKENS = 1_000_000;

  private static final int CHARACTERS_A_TOKEN = 4;

  /** What of the output is shown. */
  public enum Kind {
    /** Escape sequences gone, rewrites of a line collapsed. */
    TEXT,
    /** The screen as a person would see it. */
    SCREEN,
    /** The bytes as they came. */
    RAW,
    /** Nothing. */
    NONE;

    public static Optional<Kind> named(String word) {
      return Arrays.stream(values())
          .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
          .findFirst();
    }
  }

  public View {
    if (maxTokens < 1 || maxTokens > MOST_TOKENS) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT, "A budget is from 1 to %d tokens".formatted(MOST_TOKENS));
    }
  }

  public static View text() {
    return new View(Kind.TEXT, DEFAULT_TOKENS);
  }

  /** All of it, as far as one answer can hold it. */
  public static View everything() {
    return new View(Kind.TEXT, MOST_TOKENS);
  }

  int characters() {
    return maxTokens * CHARACTERS_A_TOKEN;
  }
}
