package dev.parley.session;

import java.util.Locale;

/** Why a call returned. */
public enum Why {
  INPUT,
  COMMAND,
  EXIT,
  MATCH,
  QUIET,
  CHANGE,
  /** The floor is the agent's. */
  FLOOR,
  TIMEOUT,
  /** A guard did not hold, so that nothing was typed. */
  GUARD;

  /** The reason as it travels: {@code input}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
