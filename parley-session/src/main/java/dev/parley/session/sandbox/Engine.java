package dev.parley.session.sandbox;

import java.util.List;
import java.util.Optional;

/** A way to confine a child on this host. */
sealed interface Engine permits Bubblewrap, Landlock {

  /** What people call it. */
  String name();

  /** Why it cannot hold what a child is to find inside; empty when nothing is known against it. */
  Optional<String> cannot(Inside inside);

  /**
   * A command inside.
   *
   * @param path the program's file
   * @param arguments as it sees them, its own name first
   */
  List<String> command(Inside inside, String path, List<String> arguments);
}
