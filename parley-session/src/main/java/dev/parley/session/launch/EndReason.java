package dev.parley.session.launch;

import java.util.Locale;

/** Why a session ended, where it was neither the program's own doing nor somebody's wish. */
public enum EndReason {
  /** Nobody used it for as long as it was allowed to idle. */
  IDLE,
  /** It has lived as long as it was allowed to. */
  LIFETIME,
  /** It went beyond its limit on memory. */
  MEMORY,
  /** It went beyond its limit on processor time. */
  CPU,
  /** It wrote a file beyond its limit on their size. */
  FILE_SIZE,
  /** The client that it belonged to has gone. */
  CLIENT_GONE;

  /** The word as it travels: {@code client_gone}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
