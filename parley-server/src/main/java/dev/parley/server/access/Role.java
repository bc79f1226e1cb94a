package dev.parley.server.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much a caller may do; each role may do what the ones before it may. */
public enum Role {
  /** See everything, change nothing. */
  WATCH,
  /** Also type, resize, signal, take the floor, and answer what agents ask for. */
  TYPE,
  /** Also start and end sessions, and speak MCP. */
  ADMIN;

  public boolean may(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** The role as it travels: {@code watch}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> named(String word) {
    return Arrays.stream(values()).filter(role -> role.wire().equals(word)).findFirst();
  }
}
