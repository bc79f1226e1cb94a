package dev.parley.client;

import java.util.Arrays;
import java.util.Locale;

/** What the program of a session seems to be doing. */
public enum RemoteState {
  /** It runs and does not ask its terminal for input. */
  WORKING,
  /** It is blocked reading its terminal and has taken all that was typed. */
  WAITING,
  /** As waiting, with a terminal that does not show what is typed: a password prompt. */
  SECRET,
  /** A shell is at its prompt; the last command is over. */
  READY,
  /** It ended; its output stays readable. */
  EXITED,
  /** It ended and nobody saw how. */
  LOST,
  /** The node it is on does not answer. */
  UNREACHABLE,
  /** What only a later daemon knows. */
  UNKNOWN;

  /** The state as it travels: {@code waiting}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RemoteState named(String word) {
    return Arrays.stream(values())
        .filter(state -> state.wire().equals(word))
        .findFirst()
        .orElse(UNKNOWN);
  }
}
