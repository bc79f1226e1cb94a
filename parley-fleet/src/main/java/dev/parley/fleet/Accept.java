package dev.parley.fleet;

import dev.parley.server.access.Role;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a node lets callers of other nodes do. */
enum Accept {
  /** Nothing: the node is a way in to the others. */
  NONE,
  /** See its sessions. */
  WATCH,
  /** Whatever their role allows. */
  ALL;

  /** The word as it is typed: {@code watch}. */
  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Accept> named(String word) {
    return Arrays.stream(values()).filter(accept -> accept.wire().equals(word)).findFirst();
  }

  /** Whether something is allowed that needs this role. */
  boolean allows(Role needed) {
    return switch (this) {
      case NONE -> false;
      case WATCH -> needed == Role.WATCH;
      case ALL -> true;
    };
  }
}
