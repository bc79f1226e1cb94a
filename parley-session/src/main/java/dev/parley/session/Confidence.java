package dev.parley.session;

import java.util.Locale;

/** How much a {@link Verdict} can be relied on. */
public enum Confidence {
  /** The kernel or the shell's own marks say so. */
  HIGH,
  /** The kernel leans that way and a second witness agrees. */
  MEDIUM,
  /** Text or silence only. */
  LOW;

  /** The confidence as it travels: {@code high}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
