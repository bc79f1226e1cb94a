package dev.parley.session;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Something that ends a wait. */
public enum Until {
  /** The program waits for input, secret or not. */
  INPUT,
  /** The shell is back at its prompt. */
  COMMAND,
  /** The child ended. */
  EXIT,
  /** A pattern matched. */
  MATCH,
  /** Nothing was printed for a while. */
  QUIET,
  /** The screen differs from what it was. */
  CHANGE,
  /** The agent may type: no person has the floor, or the one who had it has handed it back. */
  FLOOR;

  /** The word as it travels: {@code input}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Until> named(String word) {
    return Arrays.stream(values()).filter(until -> until.wire().equals(word)).findFirst();
  }
}
