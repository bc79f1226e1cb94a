package dev.parley.client;

import java.util.Arrays;
import java.util.Locale;

/** Why a call returned. */
public enum RemoteWhy {
  INPUT,
  COMMAND,
  EXIT,
  MATCH,
  QUIET,
  CHANGE,
  /** No person has the floor any more. */
  FLOOR,
  TIMEOUT,
  /** A guard did not hold, so that nothing was typed. */
  GUARD,
  /** What only a later daemon knows. */
  UNKNOWN;

  /** The reason as it travels: {@code input}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RemoteWhy named(String word) {
    return Arrays.stream(values())
        .filter(why -> why.wire().equals(word))
        .findFirst()
        .orElse(UNKNOWN);
  }
}
