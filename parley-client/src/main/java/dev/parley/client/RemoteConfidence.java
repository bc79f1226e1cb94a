package dev.parley.client;

import java.util.Arrays;
import java.util.Locale;

/** How sure a state is. */
public enum RemoteConfidence {
  /** The kernel or the shell says so. */
  HIGH,
  MEDIUM,
  /** Nothing but silence speaks for it. */
  LOW;

  /** The word as it travels: {@code high}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RemoteConfidence named(String word) {
    return Arrays.stream(values())
        .filter(confidence -> confidence.wire().equals(word))
        .findFirst()
        .orElse(LOW);
  }
}
